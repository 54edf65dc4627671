"""aioapns. Apple's host and port are constants in it; they are replaced, and nothing else is.

It offers no ALPN, writes `host` instead of `:authority` and looks its pushes up by the echoed apns-id.
"""

import asyncio
from urllib.parse import urlsplit

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsDevelopmentClientProtocol

from provider import DEVICE_TOKEN, KEY, KEY_ID, LONG_COLLAPSE_ID, PAYLOAD, PUSH_URL, TEAM_ID, TOPIC
from provider import report, tls_context

APNsDevelopmentClientProtocol.APNS_SERVER = urlsplit(PUSH_URL).hostname
APNsDevelopmentClientProtocol.APNS_PORT = urlsplit(PUSH_URL).port


async def main():
    client = APNs(
        key=KEY,
        key_id=KEY_ID,
        team_id=TEAM_ID,
        topic=TOPIC,
        use_sandbox=True,
        max_connections=1,
        max_connection_attempts=1,
        ssl_context=tls_context(),
    )

    async def push(name, collapse_key=None):
        request = NotificationRequest(
            device_token=DEVICE_TOKEN, message=PAYLOAD, push_type=PushType.ALERT, collapse_key=collapse_key
        )
        result = await client.send_notification(request)
        report(name, result.status, result.description, result.notification_id)

    await push("accepted")
    await push("collapse-id-too-long", collapse_key=LONG_COLLAPSE_ID)
    await asyncio.gather(*(push("concurrent") for _ in range(20)))
    client.pool.close()


asyncio.run(main())
