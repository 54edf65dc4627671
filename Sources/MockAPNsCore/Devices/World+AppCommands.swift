/// What a user does to an app, and what follows from it.
extension World {
  mutating func install(
    _ value: JSON, on id: String, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    let device = try device(id)
    guard let bundleID = value["bundleId"]?.string else { throw WorldFault(JSONPath(), "has no bundleId") }
    let place = AppPlace(device: id, bundleID: bundleID)
    let old = device.app(bundleID)
    if let old, old.isInstalled {
      throw WorldFault(
        JSONPath().appending("bundleId"), "is \(bundleID), which is installed already; change it instead")
    }
    guard old != nil || device.apps.count < Self.appsPerDeviceLimit else {
      throw WorldFault(JSONPath(), "is one app too many; a device has \(Self.appsPerDeviceLimit) at most")
    }
    var loader = WorldLoader(extending: self, at: now)
    var app = try loader.loadInstalledApp(value, on: device, at: JSONPath())
    self = loader.world
    // What APNs keeps for the old token stays with it.
    app.waiting = app.waiting ?? old?.waiting
    if let old { retireTokens(of: old, place, at: old.uninstalledAt ?? now, &effects) }
    if let index = device.apps.firstIndex(where: { $0.bundleID == bundleID }) {
      devices[id]?.apps[index] = app
    } else {
      devices[id]?.apps.append(app)
    }
    if app.tokens[.device] == nil { give(.device, newToken("\(id)/\(bundleID)/device", .device), to: place) }
    announce(.device, id, &effects)
  }

  mutating func uninstall(_ place: AppPlace, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    guard try app(place).isInstalled, let device = devices[place.device] else {
      throw WorldFault(JSONPath(), "\(place.bundleID) is not installed on \(place.device)")
    }
    let app = withApp(place) { app in
      app.isInstalled = false
      app.uninstalledAt = now
      app.isForeground = false
      app.badge = nil
      app.shown = []
      return app
    }
    if let app { for (kind, token) in app.tokens { tokens[token] = Self.entry(kind, of: app, on: device) } }
    dismissAll(place, "the app was removed", isGone: true, at: now, &effects)
    discard(place, .appNotInstalled, at: now, &effects)
    announce(.device, place.device, &effects)
  }

  mutating func change(
    _ place: AppPlace, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    let before = try app(place)
    guard before.isInstalled else {
      throw WorldFault(JSONPath(), "\(place.bundleID) is not installed on \(place.device); install it first")
    }
    var after = before
    var fields = try Fields(value, at: JSONPath())
    let isUpdate = try fields.flag("update", default: false)
    try after.read(&fields)
    try fields.finish()
    if after.isForeground, !before.isForeground { after.isForceQuit = false }
    if after.isForceQuit { after.isForeground = false }
    if isUpdate, value["attributesTypes"] == nil { after.ownTypes = nil }
    if !isUpdate, after.ownTypes != before.ownTypes { try checkRunningTypes(place, after) }
    _ = withApp(place) { $0 = after }
    if after.ownTypes != before.ownTypes { retireUndeclaredTypes(place, at: now, &effects) }
    if isUpdate { dismissAll(place, "the app was updated", isGone: true, at: now, &effects) }
    if before.isForeground, !after.isForeground { endTransient(place, "leaving the app", at: now, &effects) }
    if after.isForceQuit, !before.isForceQuit {
      discard(place, .forceQuit, at: now, &effects) { $0.type == .background }
    }
    follow(before, place, at: now, &effects)
    announce(.device, place.device, &effects)
    release(place.device, at: now, &effects)
  }

  /// A build without the type of a running activity can only come with an update, which ends the activity.
  private func checkRunningTypes(_ place: AppPlace, _ app: InstalledApp) throws(WorldFault) {
    guard let types = types(of: app),
      let stranger = runningActivities(place).first(where: {
        !$0.attributesType.isEmpty && types.json[$0.attributesType] == nil
      })
    else { return }
    throw WorldFault(
      JSONPath().appending("attributesTypes"),
      "has no \(stranger.attributesType), of which \(stranger.id) is running; with update: true it ends")
  }

  /// What follows from switches that are another way round than before.
  mutating func follow(_ before: InstalledApp, _ place: AppPlace, at now: Instant, _ effects: inout [Effect]) {
    guard let after = devices[place.device]?.app(place.bundleID) else { return }
    if before.liveActivitiesEnabled, !after.liveActivitiesEnabled {
      dismissAll(place, "Live Activities were turned off", at: now, &effects)
    }
    if !before.liveActivitiesEnabled, after.liveActivitiesEnabled {
      // Observed: gh:home-assistant/iOS#5812
      for kind in after.tokens.keys where kind.name == "pushToStart" { renew(kind, place, at: now, &effects) }
    }
    guard before.consent != after.consent else { return }
    switch after.consent {
    case .denied: dismissAll(place, "the user did not allow it", at: now, &effects)
    case .allowed, .alwaysAllowed: giveAwaitedTokens(place, &effects)
    case .undecided: break
    }
  }

  /// Drops the push that the device itself holds for an app; what APNs keeps is not touched.
  ///
  /// Force-quitting an app discards the background push that waits for it. Documented: `ApplePage.background`.
  private mutating func discard(
    _ place: AppPlace, _ reason: OutcomeReason, at now: Instant, _ effects: inout [Effect],
    where isMeant: (DevicePush) -> Bool = { _ in true }
  ) {
    guard let waiting = devices[place.device]?.app(place.bundleID)?.waiting, waiting.obstacle != .offline,
      isMeant(waiting.push)
    else { return }
    take(place)
    let outcome = Outcome(device: place.device, activity: waiting.push.kind.activity, at: now, .dropped, reason)
    add([outcome], to: waiting.push.seq, &effects)
  }
}
