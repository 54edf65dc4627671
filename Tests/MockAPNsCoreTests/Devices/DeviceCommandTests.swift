import Testing

@testable import MockAPNsCore

private let phone = AppPlace(device: "phone", bundleID: Town.app)

/// Something that cannot be done to a device of the town.
struct RefusedDeviceCommand: Sendable, CustomTestStringConvertible {
  let command: DeviceCommand
  /// What the path and the message say.
  let says: String

  init(_ command: DeviceCommand, _ says: String) {
    self.command = command
    self.says = says
  }

  var testDescription: String { says }

  private static let device = DeviceToken(derivedFrom: 1, for: "phone/device")
  private static let expired = DeviceToken(derivedFrom: 1, for: "retired/expired")
  private static let gone = DeviceToken(derivedFrom: 1, for: "empty-phone/device")

  static let all: [RefusedDeviceCommand] = [
    RefusedDeviceCommand(.add(["id": "phone"]), "id is given twice"),
    RefusedDeviceCommand(.add(["id": ""]), "id is empty"),
    RefusedDeviceCommand(
      .add(["apps": [["bundleId": .string(Town.app), "installed": true, "uninstalledAt": "-1h"]]]),
      "uninstalledAt goes with installed: false"),
    RefusedDeviceCommand(
      .change("phone", ["nope": 1]), "known are consent, frequentPushesEnabled, liveActivitiesEnabled"),
    RefusedDeviceCommand(.changeToken(expired, ["since": "2999-01-01T00:00:00Z"]), "since lies ahead"),
    RefusedDeviceCommand(
      .changeToken(expired, ["graceSeconds": 9_223_372_036_854_775_807]), "at most 2147483647"),
    RefusedDeviceCommand(.add(["apps": [["bundleId": "com.example.bus"], ["bundleId": "x"]]]), "apps[1].bundleId"),
    RefusedDeviceCommand(.change("phone", ["online": false, "name": 1]), "name must be a text"),
    RefusedDeviceCommand(.change("empty", [:]), "there is no device empty"),
    RefusedDeviceCommand(.remove("empty"), "there is no device empty"),
    RefusedDeviceCommand(.install(device: "phone", ["bundleId": .string(Town.app)]), "installed already"),
    RefusedDeviceCommand(
      .install(device: "empty-phone", ["bundleId": .string(Town.app), "tokens": ["device": .string(device.text)]]),
      "tokens.device is given twice"),
    RefusedDeviceCommand(.changeApp(phone, ["foreground": true, "consent": "no"]), "consent is \"no\""),
    RefusedDeviceCommand(.changeApp(phone, ["attributesTypes": ["A": 1]]), "attributesTypes.A"),
    RefusedDeviceCommand(
      .changeApp(phone, ["attributesTypes": ["Old": ["attributes": [:], "contentState": [:]]]]),
      "attributesTypes has no TramAttributes, of which"),
    RefusedDeviceCommand(.uninstall(AppPlace(device: "empty-phone", bundleID: Town.app)), "is not installed"),
    RefusedDeviceCommand(.rotate(phone, .update(activity: "ride")), "kind is update"),
    RefusedDeviceCommand(.rotate(phone, .pushToStart(attributesType: "Tram")), "attributesType names no"),
    RefusedDeviceCommand(.rotate(AppPlace(device: "empty-phone", bundleID: Town.app), .device), "is not installed"),
    RefusedDeviceCommand(.changeToken(device, ["state": "gone"]), "state is \"gone\""),
    RefusedDeviceCommand(.changeToken(device, ["state": "dead", "graceSeconds": -1]), "graceSeconds must be"),
    RefusedDeviceCommand(.changeToken(expired, ["state": "active", "since": "-1h"]), "since goes with"),
    RefusedDeviceCommand(.changeToken(gone, ["state": "active"]), "is not installed"),
  ]
}

@Suite("What is done to devices")
struct DeviceCommandTests {
  @Test("is refused by its key where it cannot be, and changes nothing", arguments: RefusedDeviceCommand.all)
  func refused(_ row: RefusedDeviceCommand) throws {
    var world = try Town.world.get()
    let before = world
    let fault = try #require(throws: WorldFault.self) { _ = try world.apply(.device(row.command), at: Town.morning) }
    let path = fault.path.elements.isEmpty ? "" : "\(fault.path) "
    #expect((path + fault.message).contains(row.says), "\(path)\(fault.message)")
    #expect(world.entities == before.entities && world.tokens == before.tokens && world.revision == before.revision)
  }

  @Test("leaves a retired token of a type that the new build lacks retired")
  func revivedType() throws {
    var world = try Town.world.get()
    let type: JSON = ["attributes": [:], "contentState": [:]]
    _ = try world.apply(
      .device(.changeApp(phone, ["attributesTypes": ["Old": type, "TramAttributes": type]])), at: Town.morning)
    _ = try world.apply(.device(.rotate(phone, .pushToStart(attributesType: "Old"))), at: Town.morning)
    let token = try #require(world.token(.pushToStart(attributesType: "Old"), of: phone))
    _ = try world.apply(.device(.changeApp(phone, ["update": true])), at: Town.morning)
    #expect(world.tokens[token]?.retirement?.state == .superseded)
    let fault = try #require(throws: WorldFault.self) {
      _ = try world.apply(.device(.changeToken(token, ["state": "active"])), at: Town.morning)
    }
    #expect(fault.message.contains("Old"))
  }

  @Test("does not reach the token of an activity, which goes with it")
  func activityToken() throws {
    var world = try Town.world.get()
    let token = try #require(world.activities["ride"]?.updateToken)
    let fault = try #require(throws: WorldFault.self) {
      _ = try world.apply(.device(.changeToken(token, ["state": "dead"])), at: Town.morning)
    }
    #expect(fault.message.contains("rotate or end the activity") && world.tokens == world.derivedTokens)
  }

  @Test("tells each device that changed, and each token")
  func effects() throws {
    var world = try Town.world.get()
    func changes(_ command: DeviceCommand) throws -> [String] {
      try world.apply(.device(command), at: Town.morning).compactMap { effect in
        guard case .changed(let change) = effect else { return nil }
        return "\(change.value == nil ? "-" : "+")\(change.kind.rawValue) \(change.id.prefix(12))"
      }
    }
    let device = String(Town.token("phone/device").prefix(12))
    #expect(try changes(.add(["id": "new"])) == ["+device new"])
    #expect(try changes(.change("new", [:])) == ["+device new"])
    #expect(try changes(.remove("new")) == ["-device new"])
    #expect(try changes(.rotate(phone, .device)) == ["+retiredToken \(device)", "+device phone"])
    let token = DeviceToken(derivedFrom: 1, for: "phone/device")
    let revived = try changes(.changeToken(token, ["state": "active"]))
    #expect(revived.count == 3 && revived.suffix(2) == ["-retiredToken \(device)", "+device phone"])
  }
}
