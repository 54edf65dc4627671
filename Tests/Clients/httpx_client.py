"""httpx with HTTP/2, on one connection."""

import asyncio
import json

import httpx

from provider import DEVICE_TOKEN, LONG_COLLAPSE_ID, PAYLOAD, PUSH_URL, TOPIC
from provider import provider_token, report, tls_context


async def main():
    headers = {
        "authorization": "bearer " + provider_token(),
        "apns-topic": TOPIC,
        "apns-push-type": "alert",
    }
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(http1=False, http2=True, verify=tls_context(), limits=limits) as client:

        async def push(name, headers, content=json.dumps(PAYLOAD).encode()):
            answer = await client.post(f"{PUSH_URL}/3/device/{DEVICE_TOKEN}", headers=headers, content=content)
            reason = answer.json()["reason"] if answer.content else None
            report(name, answer.status_code, reason, answer.headers["apns-id"])

        without_token = {name: value for name, value in headers.items() if name != "authorization"}
        await push("accepted", headers)
        await push("no-provider-token", without_token)
        await push("collapse-id-too-long", headers | {"apns-collapse-id": LONG_COLLAPSE_ID})
        await push("empty-body", headers, content=b"")
        await asyncio.gather(*(push("concurrent", headers) for _ in range(20)))


asyncio.run(main())
