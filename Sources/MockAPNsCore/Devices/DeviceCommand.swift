/// What somebody does to a device or to an app on it; a value is in the form that a world file has.
package enum DeviceCommand: Sendable {
  case add(JSON)
  case change(String, JSON)
  case remove(String)
  /// Installs an app, also one that was there before.
  case install(device: String, JSON)
  case changeApp(AppPlace, JSON)
  case uninstall(AppPlace)
  /// Gives an app another token of a kind; the old one is superseded.
  case rotate(AppPlace, TokenKind)
  /// Changes the state of one token.
  case changeToken(DeviceToken, JSON)
}

extension World {
  /// Devices of a world, made ones included.
  package static let deviceLimit = 200_000
  /// Apps on one device.
  package static let appsPerDeviceLimit = 100
  /// Retired tokens that are remembered; the oldest are forgotten first and answer as unknown ones.
  package static let retiredTokenLimit = 100_000

  mutating func carryOut(_ command: DeviceCommand, at now: Instant) throws(WorldFault) -> [Effect] {
    var effects: [Effect] = []
    switch command {
    case .add(let value): try add(device: value, at: now, &effects)
    case .change(let id, let value): try change(id, value, at: now, &effects)
    case .remove(let id): try remove(id, at: now, &effects)
    case .install(let device, let value): try install(value, on: device, at: now, &effects)
    case .changeApp(let place, let value): try change(place, value, at: now, &effects)
    case .uninstall(let place): try uninstall(place, at: now, &effects)
    case .rotate(let place, let kind): try rotate(kind, place, at: now, &effects)
    case .changeToken(let token, let value): try change(token, value, at: now, &effects)
    }
    return effects
  }

  private mutating func add(device value: JSON, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    var loader = WorldLoader(extending: self, at: now)
    try loader.loadDevice(value, at: JSONPath())
    loader.makeMissingTokens()
    let added = loader.world.devices.keys.filter { devices[$0] == nil }
    self = loader.world
    for id in added { announce(.device, id, &effects) }
  }

  private mutating func change(
    _ id: String, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    let before = try device(id)
    var after = before
    var fields = try Fields(value, at: JSONPath())
    try after.read(&fields)
    for index in after.apps.indices { try after.apps[index].readLiveActivitySwitches(&fields) }
    if after.apps.isEmpty { for name in Self.appSwitches { _ = fields.value(name) } }
    try fields.finish()
    devices[id] = after
    for app in before.apps { follow(app, AppPlace(device: id, bundleID: app.bundleID), at: now, &effects) }
    if after.isLocked, !before.isLocked {
      for app in after.apps {
        endTransient(AppPlace(device: id, bundleID: app.bundleID), "the lock", at: now, &effects)
      }
    }
    announce(.device, id, &effects)
    release(id, at: now, &effects)
  }

  /// The switches of an app that a device may set for all of its apps.
  private static let appSwitches = ["liveActivitiesEnabled", "frequentPushesEnabled", "consent"]

  private mutating func remove(_ id: String, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    let device = try device(id)
    for app in device.apps {
      let place = AppPlace(device: id, bundleID: app.bundleID)
      for token in app.tokens.values { tokens[token] = nil }
      for activity in activityIDs.removeValue(forKey: place) ?? [] { forget(activity, &effects) }
      deadlines.set(.waiting(place), nil)
      guard let waiting = app.waiting else { continue }
      let outcome = Outcome(
        device: id, activity: waiting.push.kind.activity, at: now, .lost, waiting.obstacle.reason,
        "the device was removed")
      add([outcome], to: waiting.push.seq, &effects)
    }
    for retired in retiredTokens where retired.device == id {
      tokens[retired.token] = nil
      effects.append(.changed(EntityChange(kind: .retiredToken, id: retired.token.text, value: nil)))
    }
    retiredTokens.removeAll { $0.device == id }
    devices[id] = nil
    announce(.device, id, &effects)
  }

  /// The device of an id; the fault names the near miss.
  func device(_ id: String) throws(WorldFault) -> Device {
    if let device = devices[id] { return device }
    throw WorldFault(
      JSONPath(), "there is no device \(id)" + NearMiss.hint(id, among: Array(devices.keys)), isMissing: true)
  }

  /// The app of a place; the fault names what the device has.
  func app(_ place: AppPlace) throws(WorldFault) -> InstalledApp {
    let device = try device(place.device)
    if let app = device.app(place.bundleID) { return app }
    let known = device.apps.map(\.bundleID)
    throw WorldFault(
      JSONPath(), "device \(device.id) has no app \(place.bundleID)" + NearMiss.hint(place.bundleID, among: known),
      isMissing: true)
  }
}
