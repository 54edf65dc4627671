import Testing

@testable import MockAPNsCore

@Suite("Putting parts of the world back")
struct RestoringTests {
  private let loose: [String: JSON] = ["unknownTokens": "enroll", "unknownTopics": "enroll", "unknownKeys": "enroll"]

  private func restore(_ world: inout World, _ parts: Set<WorldPart>, from other: World) throws -> [Effect] {
    try world.apply(.restore(parts, from: other), at: Town.morning)
  }

  private func names(_ effects: [Effect]) -> [String] {
    effects.map { effect in
      guard case .changed(let change) = effect else { return "\(effect)" }
      return "\(change.value == nil ? "-" : "+")\(change.kind.rawValue) \(change.id)"
    }
  }

  @Test("changes nothing where nothing changed", arguments: WorldPart.allCases)
  func nothing(_ part: WorldPart) throws {
    var world = try Town.world.get()
    let before = world.revision
    #expect(try restore(&world, [part], from: try Town.world.get()).isEmpty)
    #expect(world.revision == before)
  }

  @Test("tells exactly the settings that changed")
  func settings() throws {
    var world = try Town.world.get()
    let loaded = world
    world.settings.unknownTokens = .enroll
    world.settings.providerTokenUpdates = 7
    let effects = try restore(&world, [.settings], from: loaded)
    #expect(names(effects) == ["+setting unknownTokens", "+setting providerTokenUpdates"])
    #expect(world.settings == loaded.settings && world.revision == loaded.revision + 2)
    guard case .changed(let change)? = effects.first else { return }
    #expect(change.value == "reject")
  }

  @Test("forgets what was made for unknown pushes, each part its own")
  func enrolled() throws {
    let loaded = try Provider(settings: loose).world
    var provider = Provider(loaded)
    let push = Push.of(.liveactivity).by("NEWKEY0001").topic("com.new.push-type.liveactivity").to(Town.token("new"))
    try provider.send(push)
    let device = "enrolled-\(Town.token("new").prefix(12))"
    let activity = "adopted-\(Town.token("new").prefix(12))"
    var copy = provider.world
    #expect(try names(restore(&copy, [.keys], from: loaded)) == ["-key NEWKEY0001"])
    #expect(try names(restore(&copy, [.activities], from: loaded)) == ["-activity \(activity)"])
    #expect(copy.tokens == copy.derivedTokens && copy.tokens.count == loaded.tokens.count)
    #expect(try names(restore(&copy, [.devices], from: loaded)) == ["-app com.new", "-device \(device)"])
    #expect(copy.entities == loaded.entities && copy.tokens == loaded.tokens)
  }

  @Test("of devices takes the activities on devices that are gone with it, so that the world still loads")
  func orphans() throws {
    let loaded = try Provider(settings: loose).world
    var provider = Provider(loaded)
    try provider.send(Push.of(.liveactivity).to(Town.token("new")))
    let effects = try restore(&provider.world, [.devices], from: loaded)
    #expect(names(effects).count == 2)
    #expect(provider.world.entities == loaded.entities && provider.world.tokens == loaded.tokens)
  }

  @Test("in whole makes the world equal to the other, whatever it was")
  func everything() throws {
    let town = try Town.world.get()
    for other in [World(seed: 2), try Town.load("{ teams: { T: { keys: { K: {} } } }, apps: { a: { team: 'T' } } }")] {
      var world = town
      let all = Set(WorldPart.allCases)
      let effects = try restore(&world, all, from: other)
      #expect(world.entities == other.entities && world.tokens == other.tokens)
      #expect(effects.contains(.changed(EntityChange(kind: .device, id: "phone", value: nil))))
      _ = try restore(&world, all, from: town)
      #expect(world.entities == town.entities && world.tokens == town.tokens)
    }
  }

  @Test("gives a key another generation when its public key is another one, also after it was away")
  func generations() throws {
    var world = try keyed("PEM 1")
    var seen = [world.keys["K"]?.generation]
    for pem in ["PEM 1", "PEM 2", nil, "PEM 1", nil, "PEM 3"] {
      _ = try restore(&world, [.keys], from: try keyed(pem))
      seen.append(world.keys["K"]?.generation)
    }
    #expect(seen[0] == seen[1])
    let used = seen.dropFirst().compactMap { $0 }
    #expect(used.count == 4 && Set(used).count == 4)
  }

  private func keyed(_ pem: String?) throws -> World {
    try Town.load(pem.map { "{ teams: { T: { keys: { K: { publicKey: '\($0)' } } } } }" } ?? "{}")
  }

  @Test("gives a key on first sight another generation than a loaded key of its id had")
  func generationOnFirstSight() throws {
    var provider = try Provider(settings: loose)
    let old = try #require(provider.world.keys["KEYTOWN001"]?.generation)
    _ = try restore(&provider.world, [.keys], from: World(seed: 1))
    #expect(try provider.send().findings == [.keyUnverified])
    #expect(provider.world.keys["KEYTOWN001"]?.generation != old)
  }

  @Test("of throttles forgets team, keys, token changes, expiry and rates")
  func throttles() throws {
    var provider = try Provider(settings: ["pushesPerTokenPerSecond": 1])
    let expired = Push().by("KEYTOWN001", issuedAt: Town.morning.seconds - 4000)
    let boat = Push().by("KEYPORT001", Town.otherTeam).topic("com.example.boat").to(Town.token("phone/boat"))
    try provider.send()
    #expect(try provider.send().summary == "TooManyRequests")
    #expect(try provider.send(expired).summary == "ExpiredProviderToken")
    #expect(try provider.send().summary == "InternalServerError")
    #expect(try restore(&provider.world, [.throttles], from: World(seed: 1)).isEmpty)
    #expect(try provider.send(boat).summary == "200")
    #expect(try restore(&provider.world, [.throttles], from: World(seed: 1)).isEmpty)
    #expect(try provider.send().summary == "200")
  }

  @Test("of connections closes each, in order")
  func connections() throws {
    var provider = try Provider()
    provider.connect()
    provider.connect()
    let effects = try restore(&provider.world, [.connections], from: try Town.world.get())
    #expect(effects == [.close(connection: 1), .close(connection: 2), .close(connection: 3)])
    #expect(provider.world.connections.isEmpty)
  }

  @Test("never gives a number twice")
  func numbers() throws {
    var provider = try Provider()
    try provider.send()
    _ = try restore(&provider.world, Set(WorldPart.allCases), from: World(seed: 1))
    provider.connect()
    #expect(try provider.send().delivery.seq == 2)
    provider.world.continueNumbering(afterSeq: 100, revision: 500)
    let delivery = try provider.send(Push().method("GET")).delivery
    #expect(delivery.seq == 101 && delivery.revision == 501)
    provider.world.continueNumbering(afterSeq: 5, revision: 5)
    #expect(try provider.send().delivery.seq == 102)
  }

  @Test("adds a key to the team of the first app, or to the team that is named")
  func addKey() throws {
    var world = World(seed: 1)
    world.addKey("DEV", publicKeyPEM: "PEM", defaultTeam: "DEVTEAM")
    #expect(world.keys["DEV"]?.team == "DEVTEAM")
    world = try Town.world.get()
    world.addKey("DEV", publicKeyPEM: "PEM", defaultTeam: "DEVTEAM")
    #expect(world.keys["DEV"]?.team == world.apps[world.apps.keys.sorted()[0]]?.team)
  }
}
