"""What the Python clients share: the environment, a provider token, one printed line per push.

Run as a program it prints a provider token, for the clients that are shell scripts.
"""

import json
import os
import ssl
import time
from pathlib import Path

import jwt

PUSH_URL = os.environ["MOCK_APNS_PUSH_URL"]
CA_FILE = os.environ["MOCK_APNS_CA_FILE"]
KEY = Path(os.environ["MOCK_APNS_KEY_FILE"]).read_text()
KEY_ID = os.environ["MOCK_APNS_KEY_ID"]
TEAM_ID = os.environ["MOCK_APNS_TEAM_ID"]
DEVICE_TOKEN = os.environ["DEVICE_TOKEN"]
TOPIC = os.environ["TOPIC"]

PAYLOAD = {"aps": {"alert": "Boarding starts"}}
LONG_COLLAPSE_ID = "c" * 65


def provider_token():
    claims = {"iss": TEAM_ID, "iat": int(time.time())}
    return jwt.encode(claims, KEY, algorithm="ES256", headers={"kid": KEY_ID})


def tls_context():
    return ssl.create_default_context(cafile=CA_FILE)


def report(push, status, reason, apns_id=None, text=None):
    """Without an apns-id, `text` is one that only the payload of this push holds."""
    status = None if status is None else int(status)
    line = {"push": push, "status": status, "reason": reason, "apnsId": apns_id, "text": text}
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    print(provider_token())
