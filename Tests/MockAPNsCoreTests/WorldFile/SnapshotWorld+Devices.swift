import Testing

@testable import MockAPNsCore

private let phone = AppPlace(device: "phone", bundleID: Town.app)

extension SnapshotWorld {
  /// The town after what people did to its devices, and pushes.
  private static func town(
    _ name: String, _ pushes: [Push] = [], settings: [String: JSON] = [:], _ commands: DeviceCommand...
  ) -> SnapshotWorld {
    SnapshotWorld(name: name) {
      var provider = try Provider(settings: settings)
      for command in commands { _ = try provider.world.apply(.device(command), at: Town.morning) }
      for push in pushes { try provider.send(push, at: Town.morning.later(1)) }
      return provider.world
    }
  }

  private static func waiting(_ name: String, _ push: Push) -> SnapshotWorld {
    town("with a push that waits: \(name)", [push], .change("phone", ["online": false]))
  }

  /// An update of the ride with a stale date, or a state, that is odd.
  private static func ride(_ aps: String) -> Push {
    let head = #""timestamp":\#(Town.morning.seconds + 1),"event":"update""#
    return Push.of(.liveactivity).to(Town.longToken("ride/update")).body(#"{"aps":{\#(head),\#(aps)}}"#)
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  /// Each of them once made a snapshot and a store that could not be read.
  static let far: [SnapshotWorld] =
    ["1772359200000", "1e300", "-1e18", "253402300799"].map { date in
      town("with a stale date of \(date)", [ride(#""content-state":{"stop":"a"},"stale-date":\#(date)"#)])
    } + [
      town("with a state of many containers", [ride(#""content-state":{"stop":"a","x":\#(nested(509))}"#)]),
      waiting("many containers", Push().body(#"{"aps":{"alert":"a"},"x":\#(nested(511))}"#)),
    ]

  static let devices: [SnapshotWorld] =
    far + [
      waiting("an alert", Push().header("apns-collapse-id", "a").header("apns-expiration", "1772400000")),
      waiting("not JSON", Push().body("hello")), waiting("no object", Push().body("[1]")),
      waiting("a key twice", Push().body(#"{"aps":{"alert":"a","alert":"b"}}"#)),
      waiting("half a character", Push().body(#"{"aps":{"alert":"\ud83d"}}"#)),
      waiting("large numbers", Push().body(#"{"aps":{"badge":12345678901234567890123,"alert":"a"},"x":1e400}"#)),
      waiting("a call", .of(.voip)), waiting("a start", .of(.liveactivity)),
      waiting(
        "an update", Push.of(.liveactivity).to(Town.longToken("ride/update")).body(#"{"aps":{"event":"update"}}"#)),
      town("with a push that is held", [Push.of(.background).header("apns-priority", "1")]),
      town(
        "with badges and notifications",
        [Push().body(#"{"aps":{"badge":-3,"alert":"a"}}"#)]
          + (1...3).map { Push().header("apns-collapse-id", "a\($0)") }),
      town("after a removal", [], .uninstall(phone)),
      town(
        "after a removal and back", [], .uninstall(phone), .install(device: "phone", ["bundleId": .string(Town.app)])),
      town(
        "after tokens changed", [], .rotate(phone, .device),
        .rotate(phone, .pushToStart(attributesType: "TramAttributes")),
        .changeToken(DeviceToken(derivedFrom: 1, for: "phone/voip"), ["state": "expired", "graceSeconds": 3])),
      town(
        "after a device token ended", [],
        .changeToken(DeviceToken(derivedFrom: 1, for: "phone/device"), ["state": "unregistered"])),
      town(
        "after a token became good again", [], .rotate(phone, .device),
        .changeToken(DeviceToken(derivedFrom: 1, for: "phone/device"), ["state": "active"])),
      town(
        "with an older build", [], .changeApp(phone, ["attributesTypes": ["Old": old, "TramAttributes": old]]),
        .rotate(phone, .pushToStart(attributesType: "Old")), .rotate(phone, .pushToStart(attributesType: "Old"))),
      town(
        "after an older build was updated", [],
        .changeApp(phone, ["attributesTypes": ["Old": old, "TramAttributes": old]]),
        .rotate(phone, .pushToStart(attributesType: "Old")), .changeApp(phone, ["update": true])),
      town(
        "after an update to a build that is told", [],
        .changeApp(phone, ["update": true, "attributesTypes": ["New": old]])),
      town("without its phone", [], .remove("phone")),
      SnapshotWorld(name: "after an activity was forgotten that a retired token names") {
        var world = try Town.world.get()
        var effects: [Effect] = []
        world.forget("ride", &effects)
        return world
      },
      SnapshotWorld(name: "with large numbers") {
        var provider = try Provider()
        provider.world.continueNumbering(afterSeq: 1 << 40, revision: 1 << 41)
        try provider.send(Push().header("apns-collapse-id", "a"))
        _ = try provider.world.apply(.device(.change("phone", ["online": false])), at: Town.morning)
        try provider.send()
        return provider.world
      },
      SnapshotWorld(name: "with an unknown type on an enrolled device that renews its tokens") {
        var provider = try Provider(settings: ["unknownTokens": "enroll"])
        let start = #"{"aps":{"event":"start","attributes-type":"Unknown"}}"#
        try provider.send(Push.of(.liveactivity).to(Town.longToken("new")).body(start))
        let id = "enrolled-\(Town.longToken("new").prefix(12))"
        for isOn in [false, true] {
          _ = try provider.world.apply(.device(.change(id, ["liveActivitiesEnabled": .bool(isOn)])), at: Town.morning)
        }
        return provider.world
      },
    ]

  private static let old: JSON = ["attributes": [:], "contentState": [:]]
}
