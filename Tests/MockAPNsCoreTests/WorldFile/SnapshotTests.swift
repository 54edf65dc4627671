import Testing

@testable import MockAPNsCore

/// A world whose pieces must make the same world again.
struct SnapshotWorld: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @Sendable () throws -> World

  var testDescription: String { name }

  private static let loose = "settings: { unknownTokens: 'enroll', unknownTopics: 'enroll', unknownKeys: 'enroll' }"

  static let all = loaded + devices

  private static let loaded: [SnapshotWorld] = [
    SnapshotWorld(name: "empty") { World(seed: 1) },
    SnapshotWorld(name: "of a file with nothing in it") { try Town.load("{}") },
    SnapshotWorld(name: "the town") { try Town.world.get() },
    SnapshotWorld(name: "the town in production") { try Town.load(Town.file, environment: .production) },
    SnapshotWorld(name: "after pushes to the unknown") {
      var provider = Provider(World(seed: 3))
      try pushAll(&provider)
      return provider.world
    },
    SnapshotWorld(name: "a town that enrolls") {
      var provider = Provider(try Town.load(Town.file.replacing("faults: []", with: loose)))
      try pushAll(&provider)
      return provider.world
    },
    SnapshotWorld(name: "pushed by certificate") {
      var provider = Provider(World(seed: 3), .certificate(.universal))
      for type in PushType.allCases { try provider.send(Push.of(type).without("authorization")) }
      return provider.world
    },
    SnapshotWorld(name: "with other settings") {
      var world = try Town.world.get()
      for row in SettingExpectation.all { _ = Settings.row(row.name)?.write(&world.settings, row.allowed[1]) }
      return world
    },
    SnapshotWorld(name: "with tokens of every state") {
      let states = TokenEntry.Retirement.State.allCases.map { state in
        "{ token: '\(Town.token("old/\(state)"))', device: 'd', bundleId: 'a', state: '\(state)', since: '-1h' }"
      }
      return try Town.load(
        """
        { teams: { T: {} }, apps: { a: { team: 'T', kind: 'safari', platform: 'macOS', backend: { url: 'x' } } },
          devices: [{ id: 'd', apps: [{ bundleId: 'a' }] }], retiredTokens: [\(states.joined(separator: ","))] }
        """)
    },
  ]

  private static func pushAll(_ provider: inout Provider) throws {
    for type in PushType.allCases {
      try provider.send(Push.of(type).to(Town.token("new/\(type)")).authority("api.push.apple.com"))
    }
    for event in ["start", "update", "end"] {
      let push = Push.of(.liveactivity).to(Town.longToken("new/\(event)")).topic("com.new.push-type.liveactivity")
      try provider.send(push.body("{\"aps\":{\"event\":\"\(event)\",\"attributes-type\":\"Ride\"}}"))
    }
  }
}

@Suite("A snapshot")
struct SnapshotTests {
  /// Loads the pieces anew, elsewhere: other seed, other time, other environment.
  private func reload(_ entities: [EntityChange], seed: UInt64 = 99) throws -> World {
    let text = World.document(from: entities).text()
    return try Town.load(text, seed: seed, environment: .production, at: Town.morning.later(86_400))
  }

  private func expectEqual(_ left: World, _ right: World) {
    #expect(left.settings == right.settings)
    #expect(Set(left.keys.keys) == Set(right.keys.keys))
    for key in right.keys.values {
      #expect(left.keys[key.id] == key.with(generation: left.keys[key.id]?.generation ?? 0))
    }
    #expect(left.apps == right.apps && left.certificates == right.certificates)
    #expect(left.devices == right.devices && left.retiredTokens == right.retiredTokens)
    #expect(left.activities == right.activities && left.channels == right.channels)
    #expect(left.tokens == right.tokens && left.clock == right.clock)
  }

  @Test("loads to an equal world", arguments: SnapshotWorld.all)
  func roundTrip(_ row: SnapshotWorld) throws {
    let world = try row.make().withSortedRetiredTokens
    let copy = try reload(world.entities)
    expectEqual(copy, world)
    #expect(copy.entities == world.entities)
  }

  @Test("does not depend on the order of its pieces", arguments: SnapshotWorld.all)
  func order(_ row: SnapshotWorld) throws {
    let world = try row.make()
    expectEqual(
      try reload(world.entities.reversed()).withSortedRetiredTokens, world.withSortedRetiredTokens)
  }

  @Test("derives nothing anew: the tokens of a world are those of its pieces", arguments: SnapshotWorld.all)
  func tokens(_ row: SnapshotWorld) throws {
    let world = try row.make()
    #expect(world.tokens == world.derivedTokens)
  }

  @Test("has each piece once, as it stands in a world file")
  func pieces() throws {
    let entities = try Town.world.get().entities
    #expect(Set(entities.map { "\($0.kind) \($0.id)" }).count == entities.count)
    #expect(Set(entities.map(\.kind)) == Set(EntityChange.Kind.allCases))
    let document = World.document(from: entities)
    #expect(document["apps"]?[Town.app]?["team"] == .string(Town.team))
    #expect(document["teams"]?[Town.team]?["keys"]?["KEYREVOKED"]?["revoked"] == true)
    #expect(document["teams"]?[Town.team]?["keys"]?["KEYLATER01"]?["activeFrom"] == "2026-03-01T11:00:00.000Z")
    #expect(document["teams"]?[Town.team]?["keys"]?["KEYUNSEEN1"]?["publicKey"] == .null)
    #expect(document["faults"] == [])
  }

  @Test("leaves out pieces that are gone")
  func gone() {
    let document = World.document(from: [EntityChange(kind: .device, id: "d", value: nil)])
    #expect(document["devices"] == [])
  }
}

extension ProviderKey {
  fileprivate func with(generation: UInt32) -> ProviderKey {
    var copy = self
    copy.generation = generation
    return copy
  }
}

extension World {
  /// The same with its list in the order of a snapshot, which says nothing of the order.
  fileprivate var withSortedRetiredTokens: World {
    var copy = self
    copy.retiredTokens.sort { $0.token.text < $1.token.text }
    return copy
  }
}
