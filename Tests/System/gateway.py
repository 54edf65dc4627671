"""What the system checks share: a gateway as a process of its own, its API, and a provider that speaks HTTP/2."""

import collections
import contextlib
import json
import os
import resource
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
from pathlib import Path

import h2.config
import h2.connection
import h2.events

LISTENERS = ["push", "push-production", "channels-sandbox", "channels-production", "inspect"]
TOPIC = "com.example.system"


class Failed(Exception):
    """What the check found; the text is for people."""


def require(condition, text):
    if not condition:
        raise Failed(text)


def raise_descriptor_limit():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 8192) if hard != resource.RLIM_INFINITY else 8192
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Gateway:
    """A running gateway; `folder` keeps its certificates and what it says."""

    def __init__(self, binary, folder, *options):
        self.folder = Path(folder)
        ready_file = self.folder / "ready.json"
        command = [binary, "serve", "--certs", str(self.folder / "certs"), "--ready-file", str(ready_file), *options]
        for listener in LISTENERS:
            command += [f"--{listener}-listen", "127.0.0.1:0"]
        ours = {name: value for name, value in os.environ.items() if not name.startswith("MOCK_APNS_")}
        self.log = (self.folder / "gateway.log").open("a")
        self.process = subprocess.Popen(command, env=ours, stdout=subprocess.PIPE, stderr=self.log, text=True)
        watchdog = threading.Timer(60, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line.startswith("mock-apns ready "):
            self.process.wait()
            raise Failed(f"the gateway did not get ready; it said {line!r} and\n{self.said()}")
        self.ready = json.loads(ready_file.read_text())
        self.context = ssl.create_default_context(cafile=self.ready["ca"])
        self.context.set_alpn_protocols(["h2"])
        self.token = subprocess.check_output(
            [binary, "token", "--certs", str(self.folder / "certs")], env=ours, text=True
        ).strip()

    def said(self):
        return (self.folder / "gateway.log").read_text()[-1500:]

    def api(self, path):
        with urllib.request.urlopen(f"{self.ready['inspect']}{path}", timeout=30) as answer:
            return json.load(answer)

    def deliveries(self, after=0, filters=""):
        """All deliveries after that number that match, with the page that was read last."""
        items = []
        while True:
            page = self.api(f"/api/v1/deliveries?limit=1000&after={after}{filters}")
            items += page["items"]
            after = page["lastSeq"]
            if len(page["items"]) < 1000:
                return items, page

    def address(self, name="push"):
        host, port = self.ready[name].removeprefix("http://").rsplit(":", 1)
        return host, int(port)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failed("the gateway did not stop within 30 seconds") from None
        said = self.said()
        self.close()
        require(status == 0, f"the gateway ended with status {status}:\n{said}")

    def close(self):
        self.process.stdout.close()
        self.log.close()

    def resident_kib(self):
        """Memory of the process that is in RAM."""
        status = Path(f"/proc/{self.process.pid}/status")
        if status.exists():
            lines = [line.split() for line in status.read_text().splitlines()]
            return next(int(line[1]) for line in lines if line and line[0] == "VmRSS:")
        return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)]))

    def descriptors(self):
        """What each open descriptor stands for."""
        listing = Path(f"/proc/{self.process.pid}/fd")
        if listing.exists():
            found = []
            for each in listing.iterdir():
                # One that is closed meanwhile is none. Sockets have a number in their name.
                with contextlib.suppress(FileNotFoundError):
                    found.append(str(each.readlink()).split("[")[0])
            return found
        return subprocess.check_output(["lsof", "-p", str(self.process.pid), "-Fn"], text=True).split()

    def wait_for_descriptors(self, wanted):
        """Waits until no more are open than those; what is left over is named."""
        deadline = time.monotonic() + 40
        while len(self.descriptors()) > len(wanted) and time.monotonic() < deadline:
            threading.Event().wait(0.1)
        open_now = self.descriptors()
        left = collections.Counter(open_now) - collections.Counter(wanted)
        require(len(open_now) <= len(wanted), f"descriptors did not come back: {dict(left)}")

    def tls(self, name="push", timeout=30, receive_buffer=None):
        """A connected TLS socket of a client that trusts this gateway."""
        raw = socket.socket()
        raw.settimeout(timeout)
        if receive_buffer:
            # It counts only before the connection is made.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        raw.connect(self.address(name))
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(raw, server_hostname="localhost")


class Provider:
    """One connection of a well-behaved provider, used by one thread."""

    def __init__(self, gateway, timeout=30, receive_buffer=None):
        self.gateway = gateway
        self.socket = gateway.tls(timeout=timeout, receive_buffer=receive_buffer)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.waiting = {}
        self.may_push = False
        self.flush()
        while not self.may_push:
            self.answers()

    def flush(self):
        data = self.h2.data_to_send()
        if data:
            self.socket.sendall(data)

    def has_room(self, most):
        return len(self.waiting) < min(most, self.h2.remote_settings.max_concurrent_streams)

    def push(self, token, topic=TOPIC, body=b'{"aps":{"alert":"Boarding"}}'):
        """Starts a push; `answers` tells its end."""
        stream = self.h2.get_next_available_stream_id()
        headers = [
            (":method", "POST"), (":scheme", "https"), (":authority", "localhost"), (":path", f"/3/device/{token}"),
            ("authorization", f"bearer {self.gateway.token}"), ("apns-push-type", "alert"),
        ]
        if topic:
            headers.append(("apns-topic", topic))
        self.h2.send_headers(stream, headers)
        self.h2.send_data(stream, body, end_stream=True)
        self.waiting[stream] = {"token": token}

    def answers(self, most=65536):
        """Blocks for some bytes and returns the pushes that they answer, each with status and apns-id."""
        data = self.socket.recv(most)
        if not data:
            raise ConnectionError("the gateway closed the connection")
        done = []
        for event in self.h2.receive_data(data):
            if isinstance(event, h2.events.RemoteSettingsChanged):
                # Before it has come, nobody knows how many streams are allowed.
                self.may_push = True
            elif isinstance(event, h2.events.ResponseReceived):
                fields = dict(event.headers)
                answer = {"status": int(fields[":status"]), "id": fields["apns-id"], "at": time.monotonic()}
                self.waiting[event.stream_id].update(answer)
            elif isinstance(event, h2.events.DataReceived):
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                done.append(self.waiting.pop(event.stream_id))
            elif isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)):
                raise ConnectionError(f"{event}")
        self.flush()
        return done

    def one(self, token, topic=TOPIC):
        """Pushes and waits for the answer."""
        self.push(token, topic)
        self.flush()
        while True:
            done = self.answers()
            if done:
                return done[0]

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.close()
