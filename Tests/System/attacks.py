"""What a client can do to a gateway, by mistake or on purpose; each takes a gateway and may say what it saw."""

import contextlib
import random
import socket
import struct
import time

import hpack

from gateway import TOPIC, require

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 2, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS = 1, 4
# A flood must end sooner; a connection that was told to go is still drained for a second.
FLOOD_SECONDS = 8


def say_seed():
    seed = random.randrange(1 << 32)
    random.seed(seed)
    print(f"seed {seed}")


def frame(kind, payload=b"", flags=0, stream=0):
    return struct.pack("!I", len(payload))[1:] + bytes([kind, flags]) + struct.pack("!I", stream) + payload


def block(gateway, more=()):
    """The header block of a push, without compression state that a later block could need."""
    fields = [
        (":method", "POST"), (":scheme", "https"), (":authority", "localhost"), (":path", "/3/device/" + "ef" * 32),
        ("authorization", f"bearer {gateway.token}"), ("apns-topic", TOPIC), *more,
    ]
    encoder = hpack.Encoder()
    encoder.header_table_size = 0
    return encoder.encode(fields, huffman=False)


def begin(gateway, name="push"):
    connection = gateway.tls(name)
    connection.sendall(PREFACE + frame(SETTINGS))
    return connection


@contextlib.contextmanager
def ended():
    """The other side may well end the connection."""
    with contextlib.suppress(OSError):
        yield


def drain(connection, seconds=10):
    """Reads until the gateway ends or is silent."""
    connection.settimeout(seconds)
    received = b""
    with ended():
        while part := connection.recv(65536):
            received += part
    return received


def flood(connection, part):
    """Sends the same bytes until the gateway ends the connection; the seconds until then."""
    started = time.monotonic()
    connection.settimeout(5)
    with ended():
        while time.monotonic() - started < FLOOD_SECONDS:
            connection.sendall(part)
    seconds = time.monotonic() - started
    require(seconds < FLOOD_SECONDS, f"a flood of {part[:9].hex()} went on for {seconds:.1f} s")
    return f"{seconds:.1f} s"


def random_bytes(gateway, count=150):
    """random bytes, before and inside TLS, and on the inspection port"""
    for number in range(count):
        noise = random.randbytes(random.randrange(1, 4000))
        listener = random.choice(["push", "channels-sandbox", "inspect"])
        with ended(), socket.create_connection(gateway.address(listener), timeout=5) as connection:
            connection.sendall(noise)
        with ended(), gateway.tls() as connection:
            connection.sendall(noise if number % 2 else PREFACE + noise)
            connection.settimeout(0.2)
            connection.recv(65536)


def mutations(gateway, count=250):
    """sessions with flipped, missing and repeated bytes"""
    push = frame(HEADERS, block(gateway), END_HEADERS, 1) + frame(DATA, b'{"aps":{}}', END_STREAM, 1)
    extras = frame(PING, bytes(8)) + frame(WINDOW, struct.pack("!I", 100)) + frame(PRIORITY, bytes(5), 0, 3)
    session = frame(SETTINGS) + push + extras + frame(RESET, struct.pack("!I", 8), 0, 3) + frame(GOAWAY, bytes(8))
    for _ in range(count):
        mutant = bytearray(session)
        for _ in range(random.randrange(1, 6)):
            place = random.randrange(len(mutant))
            choice = random.randrange(3)
            if choice == 0:
                mutant[place] ^= 1 << random.randrange(8)
            elif choice == 1:
                del mutant[place : place + random.randrange(1, 20)]
            else:
                mutant[place:place] = mutant[place : place + random.randrange(1, 20)]
        with ended(), gateway.tls() as connection:
            connection.sendall(PREFACE + mutant)
            connection.settimeout(0.05)
            connection.recv(65536)


def truncations(gateway):
    """a session cut at every place"""
    session = PREFACE + frame(SETTINGS) + frame(HEADERS, block(gateway), END_HEADERS, 1) + frame(DATA, b"{}", 1, 1)
    for end in range(1, len(session), 3):
        with ended(), gateway.tls() as connection:
            connection.sendall(session[:end])


def oversized_headers(gateway):
    """header lists of 9 KB, 60 KB, 200 KB and 1 MB"""
    for size in [9_000, 60_000, 200_000, 1_000_000]:
        payload = block(gateway, [("x-large", "é" * (size // 2))])
        parts = [payload[start : start + 16_000] for start in range(0, len(payload), 16_000)]
        with ended(), begin(gateway) as connection:
            with ended():
                connection.sendall(frame(HEADERS, parts[0], END_STREAM | (0 if parts[1:] else END_HEADERS), 1))
                for part in parts[1:]:
                    connection.sendall(frame(CONTINUATION, part, END_HEADERS if part is parts[-1] else 0, 1))
            require(len(drain(connection, 2)) > 30, f"a header list of {size} bytes was not answered at all")


def continuation_flood(gateway):
    """CONTINUATION without end, empty and full"""
    lasted = []
    for part in [frame(CONTINUATION, b"", 0, 1), frame(CONTINUATION, block(gateway, [("x-more", "y" * 9000)]), 0, 1)]:
        with ended(), begin(gateway) as connection:
            connection.sendall(frame(HEADERS, block(gateway), 0, 1))
            lasted.append(flood(connection, part * 20))
    return f"ended after {' and '.join(lasted)}"


def rapid_resets(gateway):
    """streams that are opened and reset at once"""
    headers = block(gateway)
    with ended(), begin(gateway) as connection:
        connection.settimeout(3)
        count = 0
        with ended():
            for stream in range(1, 400_001, 2):
                reset = frame(HEADERS, headers, END_HEADERS, stream) + frame(RESET, struct.pack("!I", 8), 0, stream)
                connection.sendall(reset)
                count += 1
        require(count < 200_000, "200,000 resets in a row were taken")
        return f"ended after {count} resets"


def cheap_frames(gateway):
    """floods of PING, SETTINGS, PRIORITY and empty DATA"""
    open_stream = frame(HEADERS, block(gateway), END_HEADERS, 1)
    lasted = []
    floods = [frame(PING, bytes(8)), frame(SETTINGS), frame(PRIORITY, bytes(5), 0, 3), frame(DATA, b"", 0, 1)]
    for part in floods:
        with ended(), begin(gateway) as connection:
            connection.sendall(open_stream)
            lasted.append(flood(connection, part * 1000))
    return f"ended after {', '.join(lasted)}"


def endless_body(gateway):
    """a body that never ends"""
    with ended(), begin(gateway) as connection:
        connection.sendall(frame(HEADERS, block(gateway), END_HEADERS, 1))
        received = b""
        connection.settimeout(0.5)
        taken = 0
        with ended():
            for _ in range(2000):
                connection.sendall(frame(DATA, bytes(16_000), 0, 1))
                taken += 16_000
                if taken % 64_000 == 0:
                    received += connection.recv(65536)
        require(b"PayloadTooLarge" in received, f"no answer came within {taken} bytes")
        return f"{taken >> 10} KiB taken"


def stuck_readers(gateway):
    """clients that push and never read, or read a byte at a time"""
    # Accepted pushes are answered without DATA, so that no window of the client holds the answers back.
    headers, body = frame(HEADERS, block(gateway), END_HEADERS), frame(DATA, b"{}", END_STREAM)

    def push(stream):
        number = struct.pack("!I", stream)
        return headers[:5] + number + headers[9:] + body[:5] + number + body[9:]

    taken = []
    stuck = []
    for _ in range(2):
        connection = gateway.tls(receive_buffer=4096)
        connection.sendall(PREFACE + frame(SETTINGS) + frame(SETTINGS, flags=1) + push(1))
        # Once a push was accepted, a thousand streams are allowed.
        received = b""
        while struct.pack("!HI", 3, 1000) not in received:
            received += connection.recv(65536)
        connection.sendall(frame(SETTINGS, flags=1))
        connection.settimeout(1)
        count = 0
        with ended():
            for first in range(3, 1_000_000, 100):
                connection.sendall(b"".join(push(stream) for stream in range(first, first + 100, 2)))
                count += 50
        require(count < 500_000, "the gateway goes on reading from a client that reads nothing")
        taken.append(count)
        stuck.append(connection)
    for _ in range(100):
        for connection in stuck:
            with ended():
                connection.recv(1)
    for connection in stuck:
        connection.close()
    return f"{min(taken)} to {max(taken)} pushes taken from each"


def half_handshakes(gateway):
    """connections that never finish their handshake"""
    held = [socket.create_connection(gateway.address(), timeout=5) for _ in range(300)]
    for connection in held[::2]:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
    time.sleep(1)
    for connection in held:
        connection.close()


def slow_inspectors(gateway):
    """readers of the record that do not read, and requests that never end"""
    held = []
    for number in range(200):
        connection = socket.create_connection(gateway.address("inspect"), timeout=5)
        request = b"GET /api/v1/deliveries?limit=1000 HTTP/1.1\r\nHost: localhost\r\n"
        connection.sendall(request + (b"\r\n" if number % 40 == 0 else b"X-Slow: "))
        held.append(connection)
    started = time.monotonic()
    gateway.api("/api/v1/deliveries?limit=1")
    seconds = time.monotonic() - started
    require(seconds < 10, f"beside them a request took {seconds:.1f} s")
    for connection in held:
        connection.close()
    return f"beside them a request took {seconds:.2f} s"


TABLE = [
    random_bytes, mutations, truncations, oversized_headers, continuation_flood, rapid_resets, cheap_frames,
    endless_body, stuck_readers, half_handshakes, slow_inspectors,
]
