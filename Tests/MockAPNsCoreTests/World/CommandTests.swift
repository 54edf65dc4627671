import Testing

@testable import MockAPNsCore

@Suite("A command")
struct CommandTests {
  private func changes(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .changed(let change) = $0 { "\(change.kind.rawValue) \(change.id)" } else { nil } }
  }

  @Test("changes settings by name, and tells each")
  func set() throws {
    var world = try Town.world.get()
    let values = JSONObject([.init(name: "unknownKeys", value: "enroll"), .init(name: "channelLimit", value: 5)])
    let effects = try world.apply(.set(values), at: Town.morning)
    #expect(changes(effects) == ["setting unknownKeys", "setting channelLimit"])
    #expect(world.settings.unknownKeys == .enroll && world.settings.channelLimit == 5)
  }

  @Test("with one bad setting changes none", arguments: ["unknown", "channelLimit"])
  func badSetting(_ name: String) throws {
    var world = try Town.world.get()
    let values = JSONObject([.init(name: "unknownKeys", value: "enroll"), .init(name: name, value: -1)])
    let fault = try #require(throws: WorldFault.self) { try world.apply(.set(values), at: Town.morning) }
    #expect(fault.path.description == name)
    #expect(world.settings == (try Town.world.get().settings) && world.revision == 0)
  }

  @Test(
    "that moves the stream limit tells it to the connections that have all their streams, but not to throttled ones")
  func streamLimit() throws {
    var provider = try Provider(settings: ["throttleAfterRejection": true])
    try provider.send()
    provider.connect()
    provider.connect(.certificate(.tram))
    provider.connect(.certificate(.tram))
    try provider.send(Push().to("x"))
    let values = JSONObject([.init(name: "maxConcurrentStreams", value: 7)])
    let effects = try provider.world.apply(.set(values), at: Town.morning).dropFirst()
    #expect(Array(effects) == [.limitStreams(connection: 1, 7), .limitStreams(connection: 3, 7)])
    #expect([1, 2, 3, 4].map { provider.world.streamLimit(of: $0) } == [7, 1, 7, 1])
    #expect(try provider.send().streamLimits == [7])
    #expect(try provider.world.apply(.set(values), at: Town.morning).count == 1)
  }

  @Test("registers a key, which is good at once, and forgets it")
  func keys() throws {
    var provider = try Provider(settings: ["providerTokenUpdates": 9])
    let key = ProviderKey(id: "NEWKEY0001", team: Town.team, publicKeyPEM: "PEM 1")
    #expect(changes(try provider.world.apply(.putKey(key), at: Town.morning)) == ["key NEWKEY0001"])
    #expect(try provider.send(Push().by("NEWKEY0001")).summary == "200")
    var revoked = key
    revoked.isRevoked = true
    _ = try provider.world.apply(.putKey(revoked), at: Town.morning)
    #expect(try provider.send(Push().by("NEWKEY0001")).summary == "InvalidProviderToken")
    let effects = try provider.world.apply(.removeKey("NEWKEY0001"), at: Town.morning)
    #expect(effects == [.changed(EntityChange(kind: .key, id: "NEWKEY0001", value: nil))])
    #expect(throws: WorldFault.self) { try provider.world.apply(.removeKey("NEWKEY0001"), at: Town.morning) }
  }

  @Test("gives a key another generation for another public key, also when it was away; the same for the same")
  func generations() throws {
    var world = World(seed: 1)
    var seen: [UInt32] = []
    for pem in ["1", "1", "2", "", "1", "", "3"] {
      if pem.isEmpty {
        _ = try world.apply(.removeKey("K"), at: Town.morning)
      } else {
        _ = try world.apply(.putKey(ProviderKey(id: "K", team: "T", publicKeyPEM: pem)), at: Town.morning)
        seen.append(try #require(world.keys["K"]?.generation))
      }
    }
    #expect(seen[0] == seen[1] && Set(seen).count == 4)
  }

  @Test("for a key that names what does not exist is refused")
  func dangling() throws {
    var world = try Town.world.get()
    var key = ProviderKey(id: "K", team: Town.team, publicKeyPEM: "PEM")
    key.topics = ["com.none"]
    let topics = try #require(throws: WorldFault.self) { try world.apply(.putKey(key), at: Town.morning) }
    #expect(topics.path.description == "topics[0]")
    key.topics = [Town.app]
    key.relatedKey = "KEYPORT001"
    let related = try #require(throws: WorldFault.self) { try world.apply(.putKey(key), at: Town.morning) }
    #expect(related.path.description == "relatedKey" && world.keys["K"] == nil)
  }

  @Test("that forgets a related key leaves the other alone, so that the world still loads")
  func relatedKey() throws {
    var world = try Town.world.get()
    let effects = try world.apply(.removeKey("KEYTOPIC02"), at: Town.morning)
    #expect(changes(effects) == ["key KEYTOPIC02", "key KEYTOPIC01"])
    #expect(world.keys["KEYTOPIC01"]?.relatedKey == nil)
    #expect(try Town.load(World.document(from: world.entities).text()).keys.count == world.keys.count)
  }
}
