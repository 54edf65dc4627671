/// A part of the world that can be put back by itself.
package enum WorldPart: String, Sendable, CaseIterable {
  case settings, keys, devices, activities, channels, faults, clock, throttles, connections
}

/// What somebody other than a provider asks of the world.
package enum Command: Sendable {
  /// Put parts back as they are in another world, such as the one that was loaded.
  case restore(Set<WorldPart>, from: World)
  /// Change settings by name.
  case set(JSONObject)
  /// Register a key, or change one.
  case putKey(ProviderKey)
  /// Forget a key.
  case removeKey(String)
  /// Do something to a device or an app.
  case device(DeviceCommand)
  /// Do something to a Live Activity.
  case activity(ActivityCommand)
  /// Turn the clock.
  case clock(ClockCommand)
}

extension World {
  /// Carries out a command, when what was due before has happened; the effects tell which parts changed.
  ///
  /// A fault changes nothing and names the key at fault.
  package mutating func apply(_ command: Command, at now: Instant) throws(WorldFault) -> [Effect] {
    let clockNow = clock.now(at: now)
    switch command {
    case .device(let command): return try carryOut(command, at: clockNow)
    case .activity(let command): return try carryOut(command, at: clockNow)
    case .clock(let command): return try turn(command, at: now)
    case .restore(let parts, let other): return restore(parts, from: other)
    case .set(let values): return try set(values)
    case .putKey(let key): return try put(key)
    case .removeKey(let id): return try removeKey(id)
    }
  }

  /// Stream limits go out as SETTINGS at once; everything else acts from the next push.
  private mutating func set(_ values: JSONObject) throws(WorldFault) -> [Effect] {
    var changed = settings
    for member in values.members {
      try WorldLoader.set(member.name, to: member.value, at: JSONPath().appending(member.name), in: &changed)
    }
    let isLimitChanged = changed.maxConcurrentStreams != settings.maxConcurrentStreams
    settings = changed
    return announced(.setting, values.members.map(\.name)) + (isLimitChanged ? announceStreamLimit() : [])
  }

  /// Tells every connection whose limit is not held down to 1 or to its first value.
  private mutating func announceStreamLimit() -> [Effect] {
    var effects: [Effect] = []
    for id in connections.keys.sorted() {
      guard let connection = connections[id], connection.isTrusted, !connection.isThrottled else { continue }
      connections[id]?.streamLimit = settings.maxConcurrentStreams
      effects.append(.limitStreams(connection: id, settings.maxConcurrentStreams))
    }
    return effects
  }

  private mutating func put(_ key: ProviderKey) throws(WorldFault) -> [Effect] {
    try checkReferences(of: key, at: JSONPath())
    var key = key
    key.generation = generation(of: key)
    keys[key.id] = key
    return announced(.key, [key.id])
  }

  /// Forgets a key; a key that was related to it stands alone from then on.
  private mutating func removeKey(_ id: String) throws(WorldFault) -> [Effect] {
    guard keys.has(id) else { throw WorldFault(JSONPath(), "there is no key \(id)") }
    keys[id] = nil
    let related = keys.values.filter { $0.relatedKey == id }.map(\.id).sorted()
    for other in related { keys[other]?.relatedKey = nil }
    return announced(.key, [id] + related)
  }

  private mutating func announced(_ kind: EntityChange.Kind, _ ids: [String]) -> [Effect] {
    var effects: [Effect] = []
    for id in ids { announce(kind, id, &effects) }
    return effects
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
    }
    if parts.contains(.activities) { activities = other.activities }
    if parts.contains(.channels) { channels = other.channels }
    if parts.contains(.clock) { clock = other.clock }
    dropOrphans()
    if parts.contains(.throttles) { forgetThrottles() }
    var effects = changes(since: before)
    if parts.contains(.connections) {
      effects += connections.keys.sorted().map { .close(connection: $0) }
      connections = Register()
    }
    return effects
  }

  /// Forgets activities and channels whose device or app is gone, and the tokens with them.
  private mutating func dropOrphans() {
    for activity in activities.values where !devices.has(activity.device) || !apps.has(activity.bundleID) {
      activities[activity.id] = nil
    }
    channels = channels.filter { apps.has($0.value.bundleID) }
    retiredTokens = retiredTokens.filter(hasActivity)
    tokens = derivedTokens
    deriveIndexes()
  }

  /// The keys of another world, with generations that no cached signature check was made for.
  private mutating func renewed(_ other: Register<String, ProviderKey>) -> Register<String, ProviderKey> {
    var renewed = other
    for key in other.values.sorted(by: { $0.id < $1.id }) { renewed[key.id]?.generation = generation(of: key) }
    return renewed
  }

  /// That of the key as it is registered, unless its public key is another one.
  private mutating func generation(of key: ProviderKey) -> UInt32 {
    if let old = keys[key.id], old.publicKeyPEM == key.publicKeyPEM { return old.generation }
    return nextKeyGeneration()
  }

  /// A generation that no key of any id had yet.
  mutating func nextKeyGeneration() -> UInt32 {
    lastKeyGeneration &+= 1
    return lastKeyGeneration
  }

  /// Clears what connections remember of pushes: team, keys, token changes and whether a token expired.
  private mutating func forgetThrottles() {
    rates = TokenRates()
    for connection in connections.values {
      connections[connection.facts.id] = Connection(
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
