@testable import MockAPNsCore

private let now = Town.morning.seconds

/// A start of the tram's Live Activity, `line` being its attribute.
private func start(
  _ line: String = "9", _ more: String = "", from first: String = "", state: String = #"{"stop":"Quay"}"#
) -> Push {
  Push.of(.liveactivity).body(
    """
    {"aps":{"event":"start","timestamp":\(now),"alert":{"title":"Tram"},"attributes-type":"TramAttributes",\(more)
    "attributes":{\(first)"line":"\(line)"},"content-state":\(state)}}
    """)
}

/// A push to the activity that runs in the town.
private func ride(_ event: String = "update", timestamp: Int64 = now) -> Push {
  Push.of(.liveactivity).to(Town.longToken("ride/update")).body(
    #"{"aps":{"event":"\#(event)","timestamp":\#(timestamp),"content-state":{"stop":"Quay"}}}"#)
}

extension FoundPush {
  /// Findings that only the device can tell, or the app that declares its types.
  static let ofDevices: [FoundPush] = [
    FoundPush(
      .dateEpochSuspect, at: "aps.content-state.arrival", start(state: #"{"stop":"Quay","arrival":1772359200}"#),
      but: start(state: #"{"stop":"Quay","arrival":794052000}"#)),
    FoundPush(
      .endWithOldTimestamp, at: "aps.timestamp", ride("end", timestamp: now - 601),
      but: ride("end", timestamp: now - 600)),
    FoundPush(
      .endWithOldTimestamp, at: "aps.timestamp", ride("end", timestamp: now - 1), but: ride("end")
    ).after([ride()]),
    FoundPush(.duplicateStart, at: "aps.attributes", start(), but: start("8")).after([start("7")]),
    FoundPush(
      .duplicateStart, at: "aps.attributes", start("9", from: #""a":{"b":1,"c":2},"d":3,"#),
      but: start("9", from: #""a":{"b":1,"c":3},"d":3,"#)
    ).after([start("9", from: #""d":3,"a":{"c":2,"b":1},"#)]),
    FoundPush(.consentUndecidedNoToken, start(), but: start("9", #""input-push-channel":"dHJhbS1jaGFubmVs","#))
      .with { world in
        _ = try world.apply(.device(.change("phone", ["consent": "undecided"])), at: Town.morning)
      },
    FoundPush(.frequentUpdates, at: "aps.event", ride(), but: ride().header("apns-priority", "5"))
      .after(Array(repeating: ride(), count: 4)),
    FoundPush(.worldFull, at: ":path", Push().to(Town.token("one too many"))).set("unknownTokens", "enroll")
      .with { world in
        let device = try world.device("phone")
        for number in world.devices.count..<World.enrolledDeviceLimit { world.devices["device\(number)"] = device }
      },
  ]
}
