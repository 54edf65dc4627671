"""Load by h2load: how it is asked, and what its answers and its log say."""

import re
import subprocess
import tempfile
from pathlib import Path

from servers import Failed, require

TOPIC = "com.example.app"
DEVICE_PATH = "/3/device/" + "0123456789abcdef" * 4
PAYLOAD_BYTES = 390
LIMIT_SECONDS = 300
# The only cipher that is offered, or each server would choose another.
CIPHER = "TLS_AES_128_GCM_SHA256"


def payload(text="Gate change", size=PAYLOAD_BYTES):
    """An alert as apps send it, with data of their own, of exactly `size` bytes."""
    start = (
        '{"aps":{"alert":{"title":"%s","subtitle":"OS 413 to Vienna","body":"%s"},"badge":3,"sound":"default",'
        '"thread-id":"flight-413","category":"FLIGHT","mutable-content":1},'
        '"flight":{"id":"b7c1e6a0-5f0e-4a55-9d0e-413413413413","gate":"F22","boards":"2030-05-04T17:40:00Z"}}'
    )
    body = "Please go to gate F22 now. Boarding starts soon."
    spare = size - len(start % (text, body))
    return (start % (text, body + "." * spare)).encode()


class Load:
    """One kind of push: its headers, its body and the paths it goes to."""

    def __init__(self, folder, token, headers=None, body=None, paths=(DEVICE_PATH,)):
        self.folder = Path(folder)
        self.body = body or payload()
        fields = {"authorization": f"bearer {token}", "apns-topic": TOPIC, "apns-push-type": "alert"}
        fields |= {"apns-priority": "10", "apns-expiration": "0", **(headers or {})}
        self.headers = [f"{name}: {value}" for name, value in fields.items()]
        self.paths = paths

    def run(self, server, count, connections=1, streams=1, status="2xx"):
        """Sends `count` pushes and returns what came of them; anything but `status` for each of them is a failure."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            body, uris, log = Path(folder, "body"), Path(folder, "uris"), Path(folder, "log")
            body.write_bytes(self.body)
            uris.write_text("".join(f"https://{server.address}{path}\n" for path in self.paths))
            command = ["h2load", f"-n{count}", f"-c{connections}", f"-m{streams}", "-t1", f"-d{body}", f"-i{uris}"]
            command += [part for header in self.headers for part in ("-H", header)]
            command += [f"--log-file={log}", f"--tls13-ciphers={CIPHER}"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS)
            except subprocess.TimeoutExpired as error:
                raise Failed(f"h2load did not end within {LIMIT_SECONDS} s against {server.name}") from error
            require(done.returncode == 0, f"h2load failed: {done.stderr[-500:]}")
            return Result(done.stdout, log.read_text(), count, status, server)


class Result:
    """What one run of h2load measured."""

    def __init__(self, output, log, count, status, server):
        codes = re.search(r"status codes: (.*)", output)
        answered = re.search(rf"(\d+) {status}", codes[1] if codes else "")
        require(
            answered and int(answered[1]) == count,
            f"{server.name} did not answer all {count} pushes with {status}: {output[-800:]}",
        )
        require(CIPHER in output, f"{server.name} did not agree on {CIPHER}: {output[-800:]}")
        self.seconds = _seconds(re.search(r"finished in ([\d.]+)(us|ms|s|m)", output))
        # The earlier half shared the machine with the handshakes.
        lines = log.splitlines()
        self.microseconds = sorted(int(line.split("\t")[2]) for line in lines[len(lines) // 2 :])

    def percentile(self, percent):
        """The latency in microseconds that so many per cent of the later answers did not exceed."""
        index = min(len(self.microseconds) - 1, int(len(self.microseconds) * percent / 100))
        return self.microseconds[index]


def _seconds(found):
    return float(found[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60}[found[2]]
