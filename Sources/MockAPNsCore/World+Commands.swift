/// A part of the world that can be put back by itself.
package enum WorldPart: String, Sendable, CaseIterable {
  case settings, keys, devices, activities, channels, faults, clock, throttles, connections
}

/// What somebody other than a provider asks of the world.
package enum Command: Sendable {
  /// Put parts back as they are in another world, such as the one that was loaded.
  case restore(Set<WorldPart>, from: World)
}

extension World {
  /// Carries out a command; the effects tell which parts changed.
  package mutating func apply(_ command: Command, at now: Instant) -> [Effect] {
    switch command {
    case .restore(let parts, let other): restore(parts, from: other)
    }
  }

  private mutating func restore(_ parts: Set<WorldPart>, from other: World) -> [Effect] {
    let before = self
    if parts.contains(.settings) { settings = other.settings }
    if parts.contains(.keys) {
      keys = renewed(other.keys)
      certificates = other.certificates
    }
    if parts.contains(.devices) {
      apps = other.apps
      devices = other.devices
      retiredTokens = other.retiredTokens
      tokens = other.tokens
    }
    if parts.contains(.activities) { activities = other.activities }
    if parts.contains(.channels) { channels = other.channels }
    if parts.contains(.throttles) { forgetThrottles() }
    var effects = changes(since: before)
    if parts.contains(.connections) {
      effects += connections.keys.sorted().map { .close(connection: $0) }
      connections.removeAll()
    }
    return effects
  }

  /// The keys of another world, with generations that no cached signature check was made for.
  private func renewed(_ other: [String: ProviderKey]) -> [String: ProviderKey] {
    var renewed = other
    for (id, key) in other {
      guard let old = keys[id] else { continue }
      renewed[id]?.generation = old.publicKeyPEM == key.publicKeyPEM ? old.generation : old.generation + 1
    }
    return renewed
  }

  /// Clears what connections remember of pushes: team, keys, token changes and whether a token expired.
  private mutating func forgetThrottles() {
    rates = TokenRates()
    for (id, connection) in connections {
      connections[id] = Connection(
        facts: connection.facts, streamLimit: connection.streamLimit, lastActive: connection.lastActive)
    }
  }
}

extension World {
  /// Registers a key that is good for everything; it joins the team that owns the first app, or a team of its own.
  package mutating func addKey(_ id: String, publicKeyPEM: String, defaultTeam: String) {
    let team = apps.values.filter { !$0.isEnrolled }.min { $0.bundleID < $1.bundleID }?.team
    keys[id] = ProviderKey(id: id, team: team ?? defaultTeam, publicKeyPEM: publicKeyPEM)
  }
}

extension World {
  /// Random numbers that one push takes at most: two for each of its two ids.
  private static let numbersPerPush: UInt64 = 4

  /// Goes on where a store ended, so that neither a number nor an id is given twice.
  package mutating func continueNumbering(afterSeq seq: UInt64, revision: UInt64) {
    lastSeq = max(lastSeq, seq)
    generator.skip(seq &* Self.numbersPerPush)
    self.revision = max(self.revision, revision)
  }
}
