"""Single parts of the gateway by themselves, measured by the program of Package.swift."""

import json
import subprocess
from pathlib import Path

from load import payload
from servers import require

FOLDER = Path(__file__).resolve().parent
WORLD = FOLDER.parent / "Fixtures" / "cases" / "world.json5"
DEVICES = 10_000
FLEETS = [1_000, 10_000, 100_000]
SMALL_PAYLOAD_BYTES = 330


def large_world():
    """A world file of many devices, each with one app and one token."""
    app = "com.example.app"
    devices = [
        {
            "id": f"device-{number}", "name": f"Phone {number}", "platform": "iOS", "osVersion": "18.4",
            "environment": "sandbox", "apps": [{"bundleId": app, "tokens": {"device": f"{number:064x}"}}],
        }
        for number in range(DEVICES)
    ]
    return {"teams": {"A1B2C3D4E5": {"keys": {}}}, "apps": {app: {"team": "A1B2C3D4E5"}}, "devices": devices}


def micro(setup):
    """Microseconds of CPU for one call."""
    program = setup.build(FOLDER, "Micro")
    milliseconds = 50 if setup.quick else 1000
    setup.say(f"micro: {milliseconds} ms for each part")
    folder = setup.folder("micro")
    body, world = folder / "payload.json", folder / "world.json"
    body.write_bytes(payload(size=SMALL_PAYLOAD_BYTES))
    world.write_text(json.dumps(large_world()))
    command = [program, str(milliseconds), folder / "keys", body, WORLD, world]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    require(done.returncode == 0, f"the micro benchmark failed: {done.stderr[-800:]}")
    nanoseconds = json.loads(done.stdout)
    return {"CPU us for one": {name: round(value / 1000, 3) for name, value in nanoseconds.items()}}


def fleet(setup):
    """What one device costs among so many: loaded, pushed to while it is offline, and a day turned on."""
    program = setup.build(FOLDER, "Micro")
    folder = setup.folder("fleet")
    body = folder / "payload.json"
    body.write_bytes(payload(size=SMALL_PAYLOAD_BYTES))
    found = {}
    for count in FLEETS[:2] if setup.quick else FLEETS:
        setup.say(f"fleet: {count} devices")
        command = [program, "fleet", str(count), folder / "keys", body]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        require(done.returncode == 0, f"the fleet benchmark failed: {done.stderr[-800:]}")
        found[f"CPU us and bytes a device of {count:,}"] = json.loads(done.stdout)
    return found
