"""pyapns-client. Apple's addresses are constants in it; one is replaced, and nothing else is.

It sends no apns-push-type, writes iat with a fraction and tells nothing of a push that was accepted. Threads that
shared one of its clients would mix up their streams, so each has its own.
"""

import os
import secrets
from concurrent.futures import ThreadPoolExecutor

from pyapns_client import APNSClient, APNSConnectionException, APNSException
from pyapns_client import IOSNotification, IOSPayload, IOSPayloadAlert

from provider import CA_FILE, DEVICE_TOKEN, KEY_ID, LONG_COLLAPSE_ID, PUSH_URL, TEAM_ID, TOPIC, report

APNSClient.BASE_URLS[APNSClient.MODE_DEV] = PUSH_URL


def connect():
    return APNSClient(APNSClient.MODE_DEV, CA_FILE, os.environ["MOCK_APNS_KEY_FILE"], KEY_ID, TEAM_ID)


def push(client, name, **options):
    """Sends one push and returns what to report of it."""
    text = secrets.token_hex(8)
    payload = IOSPayload(alert=IOSPayloadAlert(body="Boarding starts"), thread_id=text)
    try:
        client.push(IOSNotification(payload, TOPIC, **options), DEVICE_TOKEN)
    except APNSConnectionException:
        raise
    except APNSException as error:
        reason = type(error).__name__.removesuffix("Exception")
        return name, error.status_code, reason, error.apns_id
    return name, 200, None, None, text


client = connect()
report(*push(client, "accepted"))
report(*push(client, "collapse-id-too-long", collapse_id=LONG_COLLAPSE_ID))
with ThreadPoolExecutor(20) as threads:
    for line in threads.map(lambda _: push(connect(), "concurrent"), range(20)):
        report(*line)
