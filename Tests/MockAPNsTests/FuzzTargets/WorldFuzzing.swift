@testable import MockAPNsCore

/// World files: what loads must load again from its pieces as the same world.
enum WorldFuzzing {
  static func take(_ bytes: [UInt8]) throws(BrokenRule) {
    let now = Instant(milliseconds: 1_772_359_200_000)
    guard case .success(let world) = load(bytes, at: now) else { return }
    try BrokenRule.unless(world.tokens == world.derivedTokens, "tokens are those of devices")
    let pieces = world.entities
    let text = World.document(from: pieces).bytes()
    let later = Instant(milliseconds: now.milliseconds + 86_400_000)
    switch load(text, seed: 2, environment: .production, at: later) {
    case .failure(let fault): throw BrokenRule(description: "a snapshot loads: \(fault)")
    case .success(let copy): try BrokenRule.unless(copy.entities == pieces, "a snapshot loads as the same world")
    }
  }

  /// Reads a world file; what it needs from the outside is made up.
  static func load(
    _ bytes: [UInt8], seed: UInt64 = 1, environment: Environment = .sandbox, at now: Instant
  ) -> Result<World, any Error> {
    Result {
      let document = try JSONReader.read(bytes, dialect: .json5).value
      var loader = WorldLoader(resources: resources, now: now, seed: seed, defaultEnvironment: environment)
      return try loader.load(document).world
    }
  }

  private static var resources: WorldResources {
    WorldResources(
      publicKeyInFile: { name throws(ResourceFault) in
        if name.isEmpty { throw ResourceFault("names nothing") }
        return "PEM of \(name)"
      },
      publicKey: { pem throws(ResourceFault) in
        if !pem.hasPrefix("PEM") { throw ResourceFault("is no P-256 key in PEM") }
        return pem
      },
      madeKey: { id throws(ResourceFault) in "PEM made for \(id)" })
  }

  /// A small world of every kind of thing.
  static let town = """
    { teams: { T: { keys: { K: {}, S: { environments: ["sandbox"], topics: ["a.b"] }, R: { revoked: true } } } },
      apps: { "a.b": { team: "T", broadcast: true, attributesTypes: { Ride: {} } },
        "a.b.watchkitapp": { team: "T", platform: "watchOS" }, "pass.a.b": { team: "T", kind: "wallet" } },
      channels: [{ id: "dHJhbS1jaGFubmVs", bundleId: "a.b", messageStoragePolicy: 1 }],
      devices: [{ id: "d", apps: [{ bundleId: "a.b", tokens: { device: "\(digits(64, "0"))", voip: "\(digits(64, "1"))",
        pushToStart: { Ride: "\(digits(160, "2"))" } } }, { bundleId: "pass.a.b" }] }],
      activities: [{ id: "r", device: "d", bundleId: "a.b", attributesType: "Ride", startedAt: "-10m",
        tokens: { update: "\(digits(160, "3"))" } }],
      retiredTokens: [{ token: "\(digits(64, "4"))", device: "d", bundleId: "a.b", state: "expired", since: "-2h" }] }
    """

  private static func digits(_ count: Int, _ digit: String) -> String { String(repeating: digit, count: count) }
}
