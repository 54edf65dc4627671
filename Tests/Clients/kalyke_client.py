"""kalyke-apns, alerts and Live Activities. Apple's address is a constant in it; it is replaced, and nothing else is.

It opens a connection for every push, writes iat as text and asks SSL_CERT_FILE whom to trust. Its errors tell the
reason only, neither status nor apns-id.
"""

import asyncio
import os
import secrets

from kalyke import ApnsClient, ApnsConfig, LiveActivityApnsConfig, LiveActivityClient, LiveActivityPayload, Payload
from kalyke.exceptions import ApnsProviderException

from provider import CA_FILE, DEVICE_TOKEN, KEY_ID, LONG_COLLAPSE_ID, PUSH_URL, TEAM_ID, TOPIC, report

os.environ["SSL_CERT_FILE"] = CA_FILE
ApnsClient._base_url = PUSH_URL

CREDENTIALS = (True, TEAM_ID, KEY_ID, os.environ["MOCK_APNS_KEY_FILE"])
ACTIVITY_TOPIC = f"{TOPIC}.push-type.liveactivity"
ACTIVITY_TOKEN = secrets.token_hex(32)


async def send(name, client, device_token, payload, config):
    try:
        report(name, 200, None, apns_id=await client.send_message(device_token, payload, config))
    except ApnsProviderException as error:
        report(name, None, type(error).__name__, text=payload.thread_id)


async def alert(name, **config):
    payload = Payload(alert="Boarding starts", thread_id=secrets.token_hex(8))
    await send(name, ApnsClient(*CREDENTIALS), DEVICE_TOKEN, payload, ApnsConfig(TOPIC, **config))


async def activity(name, **config):
    payload = LiveActivityPayload(content_state={"gate": 4}, thread_id=secrets.token_hex(8))
    config = LiveActivityApnsConfig(ACTIVITY_TOPIC, **config)
    await send(name, LiveActivityClient(*CREDENTIALS), ACTIVITY_TOKEN, payload, config)


async def main():
    await alert("accepted")
    await alert("collapse-id-too-long", collapse_id=LONG_COLLAPSE_ID)
    await activity("activity")
    await activity("activity-collapse-id-too-long", collapse_id=LONG_COLLAPSE_ID)
    await asyncio.gather(*(alert("concurrent") for _ in range(20)))


asyncio.run(main())
