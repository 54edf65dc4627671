/// What reading a world needs from the outside, since the core opens no file and makes no key.
package struct WorldResources {
  /// The public key, in PEM, of the key file of that name, relative to the world file.
  package var publicKeyInFile: (_ name: String) throws(ResourceFault) -> String
  /// The public key of a PEM text, checked and in its usual form.
  package var publicKey: (_ pem: String) throws(ResourceFault) -> String
  /// The public key of a key that is made for an id, or was made for it before.
  package var madeKey: (_ id: String) throws(ResourceFault) -> String

  package init(
    publicKeyInFile: @escaping (_ name: String) throws(ResourceFault) -> String,
    publicKey: @escaping (_ pem: String) throws(ResourceFault) -> String,
    madeKey: @escaping (_ id: String) throws(ResourceFault) -> String
  ) {
    self.publicKeyInFile = publicKeyInFile
    self.publicKey = publicKey
    self.madeKey = madeKey
  }
}

/// Why something from outside could not be had.
package struct ResourceFault: Error, Sendable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// Reads a world from the JSON of a world file or snapshot; all of it or nothing.
package struct WorldLoader {
  let resources: WorldResources
  /// What times of keys count from, which live in real time.
  let real: Instant
  /// What all other relative times count from: the world's clock.
  var now: Instant
  let seed: UInt64
  let defaultEnvironment: Environment
  var world: World
  /// The teams named so far.
  var teams: [String] = []
  /// Apps and activities whose tokens are made when all others are known.
  var missingTokens: [(device: String, bundleID: String)] = []
  var missingActivityTokens: [String] = []

  /// - Parameter now: real time, which relative times count from unless the world's clock is ahead.
  package init(resources: WorldResources, now: Instant, seed: UInt64, defaultEnvironment: Environment = .sandbox) {
    self.resources = resources
    real = now
    self.now = now
    self.seed = seed
    self.defaultEnvironment = defaultEnvironment
    world = World(seed: seed)
    world.defaultEnvironment = defaultEnvironment
  }

  /// Adds to a world that is running; nothing that needs a file or a new key.
  init(extending world: World, at now: Instant) {
    let none = ResourceFault("cannot be made here")
    resources = WorldResources(
      publicKeyInFile: { _ throws(ResourceFault) in throw none }, publicKey: { _ throws(ResourceFault) in throw none },
      madeKey: { _ throws(ResourceFault) in throw none })
    real = now
    self.now = now
    seed = world.seed
    defaultEnvironment = world.defaultEnvironment
    self.world = world
  }

  /// A loaded world and the options under `serve`, which are the command's.
  package struct Loaded: Sendable {
    package var world: World
    package var serve: JSONObject
  }

  /// Reads the top level; the fault names the key at fault.
  package mutating func load(_ document: JSON) throws(WorldFault) -> Loaded {
    var fields = try Fields(document, at: JSONPath())
    _ = try fields.text("$schema")
    let serve = try fields.object("serve") ?? JSONObject()
    let (settings, teams) = (try fields.members("settings"), try fields.members("teams"))
    let (apps, certificates) = (try fields.members("apps"), try fields.members("certificates"))
    let (devices, channels) = (try fields.elements("devices"), try fields.elements("channels"))
    let (activities, retired) = (try fields.elements("activities"), try fields.elements("retiredTokens"))
    let faults = try fields.elements("faults")
    let clock = fields.value("clock")
    // A mistyped key at the top is told before what it leaves dangling.
    try fields.finish()
    world.settings = Self.strictSettings
    for entry in settings { try Self.set(entry.name, to: entry.value, at: entry.path, in: &world.settings) }
    if let clock { try loadClock(clock, at: JSONPath().appending("clock")) }
    for team in teams { try loadTeam(team.name, team.value, at: team.path) }
    for app in apps { try loadApp(app.name, app.value, at: app.path) }
    try checkKeys()
    for entry in certificates { try loadCertificate(entry.name, entry.value, at: entry.path) }
    for entry in devices { try loadDevice(entry.value, at: entry.path) }
    for entry in channels { try loadChannel(entry.value, at: entry.path) }
    for entry in activities { try loadActivity(entry.value, at: entry.path) }
    for entry in retired { try loadRetiredToken(entry.value, at: entry.path) }
    makeMissingTokens()
    makeMissingActivityTokens()
    world.deriveIndexes()
    if let fault = faults.first {
      throw WorldFault(fault.path, "is a fault rule, which this version cannot act on yet; leave the list empty")
    }
    return Loaded(world: world, serve: serve)
  }

  /// With a world file everything unknown is refused, so that a typo is not a green 200.
  private static let strictSettings = {
    var settings = Settings()
    settings.unknownTokens = .reject
    settings.unknownTopics = .reject
    settings.unknownKeys = .reject
    return settings
  }()

  /// The clock, absolute where it stands still, else ahead of real time.
  private mutating func loadClock(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let mode: ClockMode = try fields.choice("mode", default: .real)
    let offset = try fields.text("offset")
    let parsed = offset.map { $0.hasPrefix("-") ? DurationText.parseSigned($0) : DurationText.parse($0) }
    guard let milliseconds = parsed ?? 0, milliseconds.magnitude <= UInt64(WorldClock.latest.milliseconds) else {
      throw WorldFault(path.appending("offset"), "is \"\(offset ?? "")\"; it must be like \"8h\"")
    }
    let time = try fields.time("now", now: real)
    try fields.finish()
    if let time, time > WorldClock.latest {
      throw WorldFault(
        path.appending("now"), "is beyond \(ISO8601.format(WorldClock.latest.milliseconds)), where the clock ends")
    }
    switch mode {
    case .frozen: world.clock = WorldClock(offset: milliseconds, frozenAt: time ?? real + Int(milliseconds))
    case .real where time != nil && offset != nil:
      throw WorldFault(path, "has both now and offset; a clock that runs has one of them")
    case .real:
      world.clock = WorldClock(
        offset: time.map { $0.milliseconds - real.milliseconds } ?? milliseconds, frozenAt: nil)
    }
    now = world.clock.now(at: real)
  }

  /// Changes one setting by name.
  package static func set(
    _ name: String, to value: JSON, at path: JSONPath, in settings: inout Settings
  ) throws(WorldFault) {
    guard let row = Settings.row(name) else {
      throw WorldFault(path, "is no setting" + NearMiss.hint(name, among: Settings.rows.map(\.name)))
    }
    guard row.write(&settings, value) else { throw WorldFault(path, "must be \(row.allowed)") }
  }

  /// What keys name must exist; they stand before the apps and before one another.
  private func checkKeys() throws(WorldFault) {
    for key in world.keys.values.sorted(by: { $0.id < $1.id }) {
      let path = JSONPath().appending("teams").appending(key.team).appending("keys").appending(key.id)
      try world.checkReferences(of: key, at: path)
    }
  }

  /// The app that some key names; a dangling reference is a fault.
  func app(_ bundleID: String, at path: JSONPath) throws(WorldFault) -> App {
    if let app = world.apps[bundleID] { return app }
    throw WorldFault(path, "names no app: \(bundleID)" + hint(bundleID))
  }

  func device(_ id: String, at path: JSONPath) throws(WorldFault) -> Device {
    if let device = world.devices[id] { return device }
    throw WorldFault(path, "names no device: \(id)" + NearMiss.hint(id, among: Array(world.devices.keys)))
  }

  private func hint(_ bundleID: String) -> String {
    NearMiss.hint(bundleID, among: Array(world.apps.keys))
  }

  /// Reads a token, which must be new in this world.
  func token(_ text: String, at path: JSONPath) throws(WorldFault) -> DeviceToken {
    let token = try Self.anyToken(text, at: path)
    if let other = world.tokens[token] {
      throw WorldFault(path, "is given twice; device \(other.device) has this token already")
    }
    return token
  }

  /// Reads a token, whoever has it.
  static func anyToken(_ text: String, at path: JSONPath) throws(WorldFault) -> DeviceToken {
    do throws(DeviceToken.Fault) {
      return try DeviceToken(parsing: Array(text.utf8)[...])
    } catch {
      throw WorldFault(
        path,
        "is no device token: it must have \(DeviceToken.fewestDigits) to \(DeviceToken.mostDigits) hexadecimal digits")
    }
  }
}
