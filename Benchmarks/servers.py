"""The two servers that are measured, as processes of their own, and what the system says about a process."""

import contextlib
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

LISTENERS = ["push", "push-production", "channels-sandbox", "channels-production", "inspect"]
START_SECONDS = 60


class Failed(Exception):
    """Why a measurement is worth nothing; the text is for people."""


def require(condition, text):
    if not condition:
        raise Failed(text)


def raise_descriptor_limit():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 8192) if hard != resource.RLIM_INFINITY else 8192
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def cpu_by_thread(pid):
    """CPU seconds of each thread by its name, to the nanosecond; nothing where the system does not tell them."""
    threads = {}
    with contextlib.suppress(FileNotFoundError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            # Threads of HTTP connections end at any time.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                name = (thread / "comm").read_text().strip()
                seconds = int((thread / "schedstat").read_text().split()[0]) / 1e9
                threads[name] = threads.get(name, 0) + seconds
    return threads


def cpu_seconds(pid):
    """CPU that a process has used, to the nanosecond, or as exact as the system tells it."""
    if threads := cpu_by_thread(pid):
        return sum(threads.values())
    stat = Path(f"/proc/{pid}/stat")
    if stat.exists():
        fields = stat.read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    text = subprocess.check_output(["ps", "-o", "time=", "-p", str(pid)], text=True).strip()
    parts = [float(part) for part in re.split("[:-]", text)]
    return sum(part * scale for part, scale in zip(reversed(parts), [1, 60, 3600, 86400]))


def resident_bytes(pid):
    """Memory of a process that is in RAM, shared pages of libraries included."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read_text())[1]) * 1024
    return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(pid)], text=True)) * 1024


def end(process):
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Gateway:
    """A running gateway; `folder` keeps its certificates, its store and what it says."""

    name = "mock-apns"

    def __init__(self, binary, folder, *options):
        self.binary, self.folder = binary, Path(folder)
        ready_file = self.folder / "ready.json"
        command = [binary, "serve", "--certs", str(self.folder / "certs"), "--ready-file", str(ready_file), *options]
        for listener in LISTENERS:
            command += [f"--{listener}-listen", "127.0.0.1:0"]
        self.log = (self.folder / "gateway.log").open("a")
        started = time.perf_counter()
        self.process = subprocess.Popen(
            command, env=clean_environment(), stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        watchdog = threading.Timer(START_SECONDS, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        self.seconds_to_ready = time.perf_counter() - started
        watchdog.cancel()
        if not line.startswith("mock-apns ready "):
            end(self.process)
            raise Failed(f"the gateway did not get ready; it said {line!r}, and more in {self.log.name}")
        self.cpu_to_ready = cpu_seconds(self.process.pid)
        self.ready = json.loads(ready_file.read_text())
        self.pid, self.address = self.process.pid, self.ready["push"]

    def token(self):
        command = [self.binary, "token", "--certs", str(self.folder / "certs")]
        return subprocess.check_output(command, env=clean_environment(), text=True).strip()

    def deliveries(self, **parameters):
        """The bytes of a page of the record; asking waits until all that was answered is on record."""
        query = urllib.parse.urlencode({"order": "desc", **parameters})
        with urllib.request.urlopen(f"{self.ready['inspect']}/api/v1/deliveries?{query}", timeout=120) as answer:
            return answer.read()

    def total(self):
        """How many pushes were ever recorded."""
        return json.loads(self.deliveries(limit=1))["total"]

    def stop(self):
        end(self.process)
        self.process.stdout.close()
        self.log.close()


class Nghttpd:
    """nghttpd with one worker, a certificate of the gateway's CA and an empty file under the path that is asked for."""

    name = "nghttpd"

    def __init__(self, gateway, path):
        documents = gateway.folder / "documents"
        file = documents / path.lstrip("/")
        file.parent.mkdir(parents=True)
        file.touch()
        command = [gateway.binary, "certs", "issue", "--certs", str(gateway.folder / "certs"), "--topic", "com.example"]
        command += ["--env", "both", "--name", "nghttpd", "--out", str(gateway.folder)]
        subprocess.run(command, env=clean_environment(), check=True, stdout=subprocess.DEVNULL)
        pair = str(gateway.folder / "nghttpd.pem")
        port = free_port()
        program = shutil.which("nghttpd", path=os.environ.get("PATH", "") + ":/usr/sbin")
        require(program, "there is no nghttpd; scripts/setup bench installs it")
        command = [program, "-n1", "-m1000", "-a", "127.0.0.1", "-d", str(documents), str(port), pair, pair]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid, self.address = self.process.pid, f"127.0.0.1:{port}"
        deadline = time.monotonic() + START_SECONDS
        while not accepts(port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                end(self.process)
                raise Failed(f"nghttpd does not accept on port {port}")
            time.sleep(0.02)

    def stop(self):
        end(self.process)


def clean_environment():
    return {name: value for name, value in os.environ.items() if not name.startswith("MOCK_APNS_")}


def free_port():
    """nghttpd cannot choose a port and tell it, so somebody else may take this one meanwhile; then it fails aloud."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def accepts(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
