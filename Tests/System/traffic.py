"""Clients for the soak: one that behaves, and those with faults of their own making.

Each is one life of a client, begun anew until the soak ends. It gets the soak, which has the gateway and the account
that answers are told to. A client that breaks its own connection raises OSError or not, as it comes.
"""

import contextlib
import random
import socket
import struct
from concurrent.futures import ThreadPoolExecutor

import attacks
from gateway import TOPIC, Provider

IN_FLIGHT = 20
STORM = 40
TOKENS = ["%064x" % number for number in range(1, 1001)]
# Device token, topic and body of pushes that are refused.
REFUSED = [
    {"topic": None}, {"token": "zz"}, {"token": "abcd"}, {"topic": f"{TOPIC}.voip"},
    {"body": b'{"aps":{"alert":"' + b"x" * 4200 + b'"}}'},
]


class Sender(Provider):
    """A provider that tells the account what was answered."""

    is_sending = True

    def __init__(self, soak, **options):
        super().__init__(soak.gateway, **options)
        self.soak = soak
        soak.account.connected()

    def flush(self):
        if self.is_sending:
            super().flush()
        else:
            self.h2.data_to_send()

    def some(self, most=IN_FLIGHT):
        """Starts as many pushes as there is room for; a fifth of them gets refused."""
        self.soak.account.wait_for_room()
        while self.has_room(most) and self.h2.outbound_flow_control_window > 10_000:
            odd = random.choice(REFUSED) if random.randrange(5) == 0 else {}
            self.push(**{"token": random.choice(TOKENS), **odd})
        self.flush()

    def take(self, most=65536):
        self.soak.account.answered(self.answers(most))

    def take_all(self, most=65536):
        while self.waiting:
            self.take(most)

    def half_close(self):
        """Sends no more, not even what HTTP/2 would have it send for what it reads."""
        self.is_sending = False
        # Not by `SSLSocket.shutdown`, after which it would read ciphertext.
        socket.socket.shutdown(self.socket, socket.SHUT_WR)

    def reset(self):
        """Ends the connection by TCP reset, whatever is under way."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()


def steady(soak):
    """A client that behaves: every push gets its answer, or the soak fails."""
    with contextlib.closing(Sender(soak)) as sender:
        for _ in range(random.randrange(100, 1000)):
            sender.some()
            sender.take()
            if soak.is_over.is_set():
                break
        sender.take_all()


def resets(soak):
    """A client that resets streams, and in the end its connection, with pushes under way."""
    with contextlib.closing(Sender(soak)) as sender:
        for _ in range(random.randrange(1, 30)):
            sender.some()
            for stream in random.sample(list(sender.waiting), len(sender.waiting) // 4):
                sender.h2.reset_stream(stream, error_code=8)
                del sender.waiting[stream]
            sender.flush()
            if sender.waiting:
                sender.take()
        sender.reset()


def half_closes(soak):
    """A client that sends all that it has to say, closes its side, and reads on: it gets every answer."""
    with contextlib.closing(Sender(soak)) as sender:
        # Once a push was accepted, more than one stream is allowed.
        sender.some()
        sender.take_all()
        sender.some(200)
        sender.half_close()
        sender.take_all()


def slow_reads(soak):
    """A client that reads a few bytes at a time, with a small buffer."""
    with contextlib.closing(Sender(soak, receive_buffer=4096)) as sender:
        for _ in range(5):
            sender.some(500)
            for _ in range(20):
                if sender.waiting:
                    sender.take(50)
                soak.is_over.wait(0.01)
        # Half of them never come to the end of it.
        if random.randrange(2):
            sender.take_all()
        else:
            sender.reset()


def storms(soak):
    """Many connections at once, each for a push, for nothing, or for half a handshake."""
    with ThreadPoolExecutor(STORM // 2) as pool:
        for failure in pool.map(one_of_a_storm, [soak] * STORM):
            if failure:
                raise failure
    soak.is_over.wait(random.uniform(0.2, 2))


def one_of_a_storm(soak):
    try:
        kind = random.randrange(4)
        if kind == 0:
            with socket.create_connection(soak.gateway.address(), timeout=30) as connection:
                connection.sendall(random.choice([b"", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n\r\n"]))
            soak.account.connected()
            return None
        with contextlib.closing(Sender(soak)) as sender:
            if kind > 1:
                sender.push(random.choice(TOKENS))
                sender.flush()
                sender.take_all()
            if random.randrange(2):
                sender.reset()
    except OSError as failure:
        return failure
    return None


def mistakes(soak):
    """Sessions with wrong bytes in them, and bytes that are no session."""
    random.choice([attacks.mutations, attacks.random_bytes])(soak.gateway, 10)


def readers(soak):
    """Readers of the record: filters, waiting, whole worlds, and one that leaves before its answer comes."""
    token = random.choice(TOKENS)
    for path in [
        f"deliveries?token={token}&limit=20&order=desc", "deliveries?status=400&limit=100",
        "deliveries?finding=near-miss&limit=10", f"deliveries?text={token[-4:]}&limit=5", "settings", "keys",
        "deliveries?collapseId=nobody&waitSeconds=100ms",
    ]:
        soak.gateway.api(f"/api/v1/{path}")
        if soak.is_over.wait(0.05):
            return
    with socket.create_connection(soak.gateway.address("inspect"), timeout=30) as connection:
        connection.sendall(b"GET /api/v1/deliveries?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")


# Who takes part, how many of each, and whether a broken connection is the gateway's fault.
TABLE = [
    (steady, 2, True), (resets, 1, False), (half_closes, 1, True), (slow_reads, 1, False), (storms, 1, True),
    (mistakes, 1, False), (readers, 1, True),
]
