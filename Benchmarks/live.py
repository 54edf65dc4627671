"""One Live Activity of an app that declares its contract, and the updates that it gets."""

import json
import time
import urllib.request

from load import Load

APP = "com.example.ride"
STATE = {
    "driverName": "Maria", "driverPhoto": "car.fill", "vehicleDescription": "White Toyota Camry, plate W-12345X",
    "etaStartSeconds": 1700000000, "etaEndSeconds": 1700000600, "status": "driverEnRoute", "distanceRemaining": 1.5,
}
ATTRIBUTES = {"riderName": "Jordan", "pickupLocation": "123 Main St", "dropoffLocation": "456 Oak Ave"}
CONTRACT = {
    "attributes": dict.fromkeys(ATTRIBUTES, "String"),
    "contentState": {
        "driverName": "String", "driverPhoto": "String", "vehicleDescription": "String", "etaStartSeconds": "Int",
        "etaEndSeconds": "Int", "status": "RideStatus", "distanceRemaining": "Double",
    },
    "types": {"RideStatus": {"rawValue": "String", "cases": ["driverAssigned", "driverEnRoute", "completed"]}},
}


def options(folder):
    """Has the gateway load a world of one phone with the app."""
    world = {
        # The team that `mock-apns token` signs for.
        "teams": {"MOCKTEAM01": {}},
        "apps": {APP: {"team": "MOCKTEAM01", "attributesTypes": {"RideAttributes": CONTRACT}}},
        "devices": [{"id": "phone", "osVersion": "18.4", "apps": [{"bundleId": APP, "foreground": True}]}],
    }
    file = folder / "world.json"
    file.write_text(json.dumps(world))
    return ["--world", str(file)]


def load(folder, gateway):
    """Starts the activity and returns updates to its token."""
    start = {
        "device": "phone", "bundleId": APP, "attributesType": "RideAttributes", "attributes": ATTRIBUTES,
        "contentState": STATE,
    }
    request = urllib.request.Request(
        f"{gateway.ready['inspect']}/api/v1/activities", data=json.dumps(start).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        token = json.loads(answer.read())["tokens"]["update"]
    update = {
        "aps": {
            # All in one second, so that none of them is older than the one before, whichever stream is first.
            "timestamp": int(time.time()) + 60, "event": "update", "stale-date": 4_000_000_000, "relevance-score": 80,
            "content-state": STATE, "alert": {"title": "Ride Update", "body": "Maria is on the way."},
        }
    }
    headers = {"apns-topic": f"{APP}.push-type.liveactivity", "apns-push-type": "liveactivity"}
    return Load(folder, gateway.token(), headers, json.dumps(update).encode(), (f"/3/device/{token}",))
