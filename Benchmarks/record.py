"""What the gateway takes besides CPU for pushes: start-up, memory, room on disk, and time for queries."""

import json
import statistics
import time
from pathlib import Path

from load import PAYLOAD_BYTES, Load, payload
from pushing import SETTINGS
from servers import Gateway, require, resident_bytes

KEPT = 100_000
# A value that every filter takes and no record has; the filter then looks at all of them.
NOWHERE = {
    "token": "f" * 64, "topic": "com.example.nowhere", "bundleId": "com.example.nowhere", "pushType": "fileprovider",
    "status": "429", "reason": "Nothing", "apnsId": "00000000-0000-0000-0000-000000000000",
    "apnsUniqueId": "00000000-0000-0000-0000-000000000000", "collapseId": "nowhere", "environment": "nowhere",
    "team": "NOWHERE001", "key": "NOWHERE001", "connection": "999999", "text": "nowhere in any payload",
    "json": "$.flight.gate=nowhere",
}


def start(setup):
    """Milliseconds from the start of the process to its ready line; the first start also makes CA and key."""
    folder, count = setup.folder("start"), 3 if setup.quick else 10
    setup.say(f"start: {count} starts")
    starts = []
    for _ in range(count + 1):
        gateway = Gateway(setup.binary, folder)
        starts.append((gateway.seconds_to_ready * 1000, gateway.cpu_to_ready * 1000))
        gateway.stop()
    first, later = starts[0], starts[1:]
    return {
        "to the ready line": {
            "ms": round(statistics.median(wall for wall, _ in later), 1),
            "fastest ms": round(min(wall for wall, _ in later), 1),
            "CPU ms": round(statistics.median(cpu for _, cpu in later), 1),
            "first ms": round(first[0], 1),
        }
    }


def memory(setup):
    """Memory when idle and after many pushes, of which the last are kept, and the size of the store then."""
    pushes, kept = (30_000, 10_000) if setup.quick else (1_000_000, KEPT)
    setup.say(f"memory: {pushes} pushes, of which {kept} are kept")
    folder = setup.folder("memory")
    store = folder / "record.sqlite"
    gateway = Gateway(setup.binary, folder, *SETTINGS, "--store", str(store), "--set", f"retainDeliveries={kept}")
    try:
        time.sleep(0.5)
        idle = resident_bytes(gateway.pid)
        load = Load(folder, gateway.token())
        part = pushes // 10
        for _ in range(10):
            load.run(gateway, part, 16, 50)
        page = json.loads(gateway.deliveries(limit=1))
        require(page["total"] == pushes, f"{pushes} pushes were answered and {page['total']} recorded")
        after = resident_bytes(gateway.pid)
        sizes = [path.stat().st_size for path in (store, Path(f"{store}-wal")) if path.exists()]
    finally:
        gateway.stop()
    return {
        "memory": {"idle MB": round(idle / 1e6, 1), f"after {pushes} pushes MB": round(after / 1e6, 1)},
        "store": {
            "kept records": page["kept"],
            "bytes a record over its payload": round(sizes[0] / page["kept"] - PAYLOAD_BYTES),
            "write-ahead log MB": round(sum(sizes[1:]) / 1e6, 1),
        },
    }


def fill(setup, gateway, count):
    """Records of many tokens, topics, types and answers, in parts of equal size; connections differ too."""
    parts = 20
    for part in range(parts):
        kind = "alert" if part % 2 else "background"
        headers = {"apns-topic": f"com.example.app{part}", "apns-push-type": kind, "apns-collapse-id": f"group-{part}"}
        headers["apns-priority"] = "11" if part % 5 == 0 else "5"
        paths = [f"/3/device/{part:032x}{device:032x}" for device in range(500)]
        load = Load(gateway.folder, gateway.token(), headers, payload(f"Gate change number {part:02d}"), paths)
        load.run(gateway, count // parts, 4, 50, status="4xx" if part % 5 == 0 else "2xx")
    require(gateway.total() == count, f"{count} pushes were answered and {gateway.total()} recorded")


def present(gateway):
    """For each filter a value that some records have."""
    accepted = json.loads(gateway.deliveries(limit=1, topic="com.example.app13"))["items"][0]
    refused = json.loads(gateway.deliveries(limit=1, status="400"))["items"][0]
    values = {name: accepted[name] for name in NOWHERE if name in accepted}
    return values | {
        "bundleId": accepted["topic"], "status": "400", "reason": refused["verdict"]["reason"],
        "text": "Gate change number 13", "json": "$.aps.alert.title=Gate change number 13",
    }


def queries(setup):
    """Milliseconds for a page of the newest 100 that match one filter: the median over values that some records have,
    and over values that none has, for which all records are looked at."""
    count, times = (5_000, 3) if setup.quick else (KEPT, 10)
    setup.say(f"queries: {count} records, each query {times} times")
    gateway = Gateway(setup.binary, setup.folder("queries"), *SETTINGS)
    try:
        fill(setup, gateway, count)
        figures = {}
        for title, values in [("found, ms", present(gateway)), ("nothing found, ms", NOWHERE)]:
            figures[title] = {name: timed(gateway, times, name, value) for name, value in values.items()}
            for name, value in values.items():
                found = json.loads(gateway.deliveries(**{name: value}))["items"]
                require(bool(found) == (values is not NOWHERE), f"{name}={value} found {len(found)} records")
        figures["found, ms"]["no filter"] = timed(gateway, times, "order", "desc")
    finally:
        gateway.stop()
    return {f"{title} over {count} records": values for title, values in figures.items()}


def timed(gateway, times, name, value):
    took = []
    for _ in range(times):
        started = time.perf_counter()
        gateway.deliveries(**{name: value})
        took.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(took), 2)
