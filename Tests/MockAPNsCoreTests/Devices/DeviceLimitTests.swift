import Testing

@testable import MockAPNsCore

@Suite("The limits of devices")
struct DeviceLimitTests {
  private func fault(_ command: DeviceCommand, in world: inout World) throws -> WorldFault {
    let (entities, tokens) = (world.entities, world.tokens)
    let fault = try #require(throws: WorldFault.self) { _ = try world.apply(.device(command), at: Town.morning) }
    #expect(world.entities == entities && world.tokens == tokens)
    return fault
  }

  @Test("a world has so many devices, then none is added by hand")
  func devices() throws {
    var world = World(seed: 1)
    let device = Device(id: "d", name: "d", platform: .iOS, osVersion: "18.4", environment: .sandbox)
    for number in 1..<World.deviceLimit { world.devices["\(number)"] = device }
    _ = try world.apply(.device(.add(["id": "last"])), at: Town.morning)
    let fault = try #require(throws: WorldFault.self) {
      _ = try world.apply(.device(.add(["id": "more"])), at: Town.morning)
    }
    #expect(fault.message.contains("\(World.deviceLimit) at most") && world.devices.count == World.deviceLimit)
  }

  /// A town of apps, with so many of them on the phone.
  private func apps(_ count: Int) throws -> World {
    let apps = (0...World.appsPerDeviceLimit).map { "app\($0): { team: 'T' }" }
    let installed = (0..<count).map { "{ bundleId: 'app\($0)' }" }
    return try Town.load(
      """
      { teams: { T: {} }, apps: { \(apps.joined(separator: ",")) },
        devices: [{ id: "phone", apps: [\(installed.joined(separator: ","))] }] }
      """)
  }

  @Test("a device has so many apps; one that comes back needs no more room")
  func appsOfADevice() throws {
    var world = try apps(World.appsPerDeviceLimit)
    let more: JSON = ["bundleId": .string("app\(World.appsPerDeviceLimit)")]
    #expect(try fault(.install(device: "phone", more), in: &world).message.contains("100 at most"))
    _ = try world.apply(.device(.uninstall(AppPlace(device: "phone", bundleID: "app5"))), at: Town.morning)
    _ = try world.apply(.device(.install(device: "phone", ["bundleId": "app5"])), at: Town.morning)
    #expect(world.devices["phone"]?.apps.count == World.appsPerDeviceLimit)
  }

  @Test("a device of a world file has no more either")
  func appsOfAFile() throws {
    let fault = try #require(throws: WorldFault.self) { _ = try apps(World.appsPerDeviceLimit + 1) }
    #expect(fault.path.description == "devices[0].apps[100]" && fault.message.contains("100 at most"))
  }

  @Test("an app has so many tokens; each of them can be replaced")
  func tokensOfAnApp() throws {
    var world = try apps(1)
    let place = AppPlace(device: "phone", bundleID: "app0")
    for number in 1..<World.tokensPerAppLimit {
      _ = try world.apply(.device(.rotate(place, .pushToStart(attributesType: "T\(number)"))), at: Town.morning)
    }
    #expect(try fault(.rotate(place, .voip), in: &world).message.contains("100 tokens at most"))
    _ = try world.apply(.device(.rotate(place, .pushToStart(attributesType: "T7"))), at: Town.morning)
    _ = try world.apply(.device(.rotate(place, .device)), at: Town.morning)
    #expect(world.devices["phone"]?.app("app0")?.tokens.count == World.tokensPerAppLimit)
    #expect(try Town.load(World.document(from: world.entities).text()).devices == world.devices)
    _ = try world.apply(
      .device(.changeToken(try #require(world.token(.device, of: place)), ["state": "dead"])), at: Town.morning)
    _ = try world.apply(.device(.rotate(place, .voip)), at: Town.morning)
    let dead = try #require(world.retiredTokens.last { $0.retirement.state == .dead }?.token)
    #expect(try fault(.changeToken(dead, ["state": "active"]), in: &world).message.contains("100 tokens at most"))
  }

  @Test("an app of a world file has no more either")
  func tokensOfAFile() throws {
    let tokens = (0...World.tokensPerAppLimit).map { "T\($0): '\(Town.token("\($0)"))'" }.joined(separator: ",")
    let device = "{ id: 'd', apps: [{ bundleId: 'a', tokens: { pushToStart: { \(tokens) } } }] }"
    let fault = try #require(throws: WorldFault.self) {
      _ = try Town.load("{ teams: { T: {} }, apps: { a: { team: 'T' } }, devices: [\(device)] }")
    }
    #expect(fault.path.description == "devices[0].apps[0].tokens.pushToStart.T100")
    #expect(fault.message.contains("100 at most"))
  }

  @Test("so many retired tokens are remembered; then the oldest tenth is forgotten and answers as unknown")
  func retiredTokens() throws {
    var provider = try Provider()
    let first = try #require(provider.world.retiredTokens.first)
    let filler = provider.world.retiredTokens[1]
    for _ in provider.world.retiredTokens.count..<World.retiredTokenLimit {
      provider.world.retiredTokens.append(filler)
    }
    let place = AppPlace(device: "phone", bundleID: Town.app)
    let old = try #require(provider.world.token(.device, of: place))
    #expect(try provider.send(Push().to(first.token.text)).summary == "Unregistered")
    let effects = try provider.world.apply(.device(.rotate(place, .device)), at: Town.morning)
    #expect(provider.world.retiredTokens.count == World.retiredTokenLimit + 1 - World.retiredTokenLimit / 10)
    #expect(effects.contains(.changed(EntityChange(kind: .retiredToken, id: first.token.text, value: nil))))
    #expect(try provider.send(Push().to(first.token.text)).summary == "BadDeviceToken")
    #expect(try provider.send(Push().to(old.text)).delivery.outcomes.map(\.reason) == [.tokenSuperseded])
  }
}
