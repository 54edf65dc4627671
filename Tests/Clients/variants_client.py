"""What shipped clients write otherwise than Apple asks for, by httpx, and neighbours of it that are refused.

Each push has a connection of its own, since one connection may not change its provider token often.
"""

import base64
import json
import time

import httpx
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from provider import DEVICE_TOKEN, KEY, KEY_ID, PAYLOAD, PUSH_URL, TEAM_ID, TOPIC
from provider import report, tls_context

SIGNER = serialization.load_pem_private_key(KEY.encode(), None)
TLS = tls_context()
ALERT = {"apns-push-type": "alert"}


def raw(der, size=32):
    """The two numbers of a DER signature, as RFC 7518 has them."""
    return b"".join(number.to_bytes(size, "big") for number in utils.decode_dss_signature(der))


def padded(der):
    """132 bytes, as ES512 has them, although the key is shorter."""
    return raw(der, size=66)


def token(alg="ES256", iat=int(time.time()), digest=hashes.SHA256(), form=raw):
    """A provider token; `form` makes its signature out of DER."""

    def encode(part):
        return base64.urlsafe_b64encode(part).rstrip(b"=").decode()

    parts = [{"alg": alg, "kid": KEY_ID}, {"iss": TEAM_ID, "iat": iat}]
    signed = ".".join(encode(json.dumps(part).encode()) for part in parts)
    return f"{signed}.{encode(form(SIGNER.sign(signed.encode(), ec.ECDSA(digest))))}"


def push(name, word="bearer", headers=ALERT, **variant):
    headers = {"authorization": f"{word} {token(**variant)}", "apns-topic": TOPIC} | headers
    with httpx.Client(http1=False, http2=True, verify=TLS) as client:
        answer = client.post(f"{PUSH_URL}/3/device/{DEVICE_TOKEN}", headers=headers, content=json.dumps(PAYLOAD))
    reason = answer.json()["reason"] if answer.content else None
    report(name, answer.status_code, reason, answer.headers["apns-id"])


# a2
push("capital-bearer", word="Bearer")
push("basic-for-bearer", word="Basic")
# kalyke-apns
push("iat-text", iat=str(int(time.time())))
push("iat-words", iat="noon")
# pyapns-client, PyAPNs2
push("iat-fraction", iat=time.time())
push("iat-list", iat=[int(time.time())])
# Pushy, apnotic, a2
push("der-signature", form=bytes)
push("der-signature-cut", form=lambda der: der[:-1])
# pushok
push("es512", alg="ES512", digest=hashes.SHA512(), form=padded)
push("es512-over-sha256", alg="ES512", form=padded)
push("es256-padded", form=padded)
# pyapns-client, a2
push("no-push-type", headers={})
push("empty-push-type", headers={"apns-push-type": ""})
# curl, pushok
push("form-urlencoded", headers=ALERT | {"content-type": "application/x-www-form-urlencoded"})
