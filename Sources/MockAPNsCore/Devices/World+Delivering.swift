/// From the 200 to the device: store and forward, and what the device does.
extension World {
  /// Hands an accepted push to its device, or keeps it until the device is there.
  mutating func deliver(_ push: DevicePush, _ entry: TokenEntry, at now: Instant) -> PushReaction {
    var reaction = PushReaction()
    let place = AppPlace(device: entry.device, bundleID: entry.bundleID)
    if let reason = dropReason(of: push, entry) {
      reaction.outcomes = [
        Outcome(
          device: place.device, activity: entry.kind.activity, at: now, .dropped, reason, retirementDetail(entry))
      ]
      return reaction
    }
    guard let index = index(of: place) else { return reaction }
    if let obstacle = obstacle(to: push, index) {
      keep(push, obstacle, place, at: now, &reaction)
    } else {
      react(push, place, index, at: now, &reaction)
    }
    return reaction
  }

  /// Why a token that is no longer good leads nowhere; that of an ended activity is for the activity to judge.
  private func dropReason(of push: DevicePush, _ entry: TokenEntry) -> OutcomeReason? {
    guard let retirement = entry.retirement else { return nil }
    if retirement.state == .uninstalled {
      let app = devices[entry.device]?.app(entry.bundleID)
      return app?.isInstalled == true ? .tokenSuperseded : .appNotInstalled
    }
    guard case .update(let id) = entry.kind else { return .tokenSuperseded }
    guard let activity = activities[id] else { return .activityGone }
    return activity.updateToken == push.token ? nil : .tokenSuperseded
  }

  /// Since when a token is no longer good, and what decides when it answers 410.
  private func retirementDetail(_ entry: TokenEntry) -> String? {
    guard let retirement = entry.retirement else { return nil }
    let setting = retirement.state == .uninstalled ? "uninstallGraceSeconds" : "retiredTokenGraceSeconds"
    let grace = retirement.graceSeconds == nil ? "setting \(setting)" : "its own graceSeconds"
    return
      "the token is \(retirement.state.rawValue) since \(ISO8601.format(retirement.since.milliseconds)), and answers "
      + "410 when its grace is over (\(grace))"
  }

  /// What a push cannot get past now.
  ///
  /// That priority 1 does not wake is documented; that a background push then waits for the app to be opened is chosen.
  private func obstacle(to push: DevicePush, _ index: AppIndex) -> WaitingPush.Obstacle? {
    if !devices[index: index.device].isOnline { return .offline }
    guard push.priority < 10 else { return nil }
    let isOpenedFor = push.type == .background && devices[index: index.device].apps[index.app].isForeground
    if isOpenedFor { return nil }
    if devices[index: index.device].isLowPower { return .lowPower }
    return push.priority == 1 && push.type == .background && push.kind == .device ? .unopened : nil
  }

  /// Keeps a push in the one place that its app has; what was there before is gone.
  private mutating func keep(
    _ push: DevicePush, _ obstacle: WaitingPush.Obstacle, _ place: AppPlace, at now: Instant,
    _ reaction: inout PushReaction
  ) {
    let outcome = { (kind: OutcomeKind, reason: OutcomeReason, detail: String?) in
      Outcome(device: place.device, activity: push.kind.activity, at: now, kind, reason, detail)
    }
    if obstacle == .offline {
      guard let until = push.waitsUntil else {
        reaction.outcomes = [outcome(.lost, .notStored, "apns-expiration is 0, so APNs tried once")]
        return
      }
      guard until > now else {
        reaction.outcomes = [outcome(.expired, .offline, "apns-expiration was over before the device was online")]
        return
      }
    }
    let old = withApp(place) { app in
      defer { app.waiting = WaitingPush(push: push, obstacle: obstacle) }
      return app.waiting?.push
    }
    if let old = old ?? nil {
      let isCollapsed = old.collapseID != nil && old.collapseID == push.collapseID
      let detail = "delivery \(push.seq) is the one push that is kept for the app"
      var replaced = outcome(.replaced, isCollapsed ? .collapsed : obstacle.reason, detail)
      replaced.activity = old.kind.activity
      add([replaced], to: old.seq, &reaction.effects)
    }
    deadlines.set(.waiting(place), push.waitsUntil)
    announce(.device, place.device, &reaction.effects)
    reaction.outcomes = [outcome(obstacle == .offline ? .stored : .held, obstacle.reason, obstacle.detail)]
  }

  /// What the device does with a push that has come through.
  private mutating func react(
    _ push: DevicePush, _ place: AppPlace, _ index: AppIndex, at now: Instant, _ reaction: inout PushReaction
  ) {
    switch push.kind {
    case .pushToStart, .update: applyLiveActivity(push, place, index, at: now, &reaction)
    default: notify(push, place, index, at: now, &reaction)
    }
  }

  private mutating func notify(
    _ push: DevicePush, _ place: AppPlace, _ index: AppIndex, at now: Instant, _ reaction: inout PushReaction
  ) {
    let kind = apps.part(place.bundleID) { $0.kind } ?? .app
    var done = Reaction(push, on: place.device, devices[index: index.device].platform, of: kind, at: now)
    reaction.outcomes = done.outcomes(&devices[index: index.device].apps[index.app])
    if let replaced = done.replaced {
      let outcome = Outcome(
        device: place.device, at: now, .replaced, .collapsed, "delivery \(push.seq) has the same apns-collapse-id")
      add([outcome], to: replaced, &reaction.effects)
    }
    if done.changesApp { announce(.device, place.device, &reaction.effects) }
  }

  /// Delivers what waited, as far as nothing is in its way any more, in the order in which it was sent.
  mutating func release(_ device: String, at now: Instant, _ effects: inout [Effect]) {
    let waiting = (devices[device]?.apps ?? []).compactMap { app in
      app.waiting.map { (place: AppPlace(device: device, bundleID: app.bundleID), push: $0.push) }
    }
    for (place, push) in waiting.sorted(by: { $0.push.seq < $1.push.seq }) {
      guard let index = index(of: place), obstacle(to: push, index) == nil else { continue }
      take(place)
      var reaction = PushReaction()
      if let entry = tokens[push.token], let reason = dropReason(of: push, entry) {
        reaction.outcomes = [
          Outcome(
            device: place.device, activity: entry.kind.activity, at: now, .dropped, reason, retirementDetail(entry))
        ]
      } else {
        react(push, place, index, at: now, &reaction)
      }
      effects += reaction.effects
      announce(.device, place.device, &effects)
      add(reaction.outcomes, to: push.seq, &effects)
    }
  }

  /// Empties the place where a push waits.
  mutating func take(_ place: AppPlace) {
    _ = withApp(place) { $0.waiting = nil }
    deadlines.set(.waiting(place), nil)
  }

  /// Puts further outcomes behind those of a delivery on record.
  mutating func add(_ outcomes: [Outcome], to seq: UInt64, _ effects: inout [Effect]) {
    guard !outcomes.isEmpty else { return }
    revision += 1
    effects.append(.outcomes(OutcomeAddition(seq: seq, revision: revision, outcomes: outcomes)))
  }

  /// Changes an app on a device in place; nil when there is none.
  @discardableResult
  mutating func withApp<Result>(_ place: AppPlace, _ body: (inout InstalledApp) -> Result) -> Result? {
    index(of: place).map { body(&devices[index: $0.device].apps[$0.app]) }
  }

  /// Where an app on a device stands, so that looking at it copies neither.
  struct AppIndex {
    var device: Int
    var app: Int
  }

  func index(of place: AppPlace) -> AppIndex? {
    guard let device = devices.index(of: place.device),
      let app = devices.values[device].apps.firstIndex(where: { $0.bundleID == place.bundleID })
    else { return nil }
    return AppIndex(device: device, app: app)
  }
}

extension Device {
  func app(_ bundleID: String) -> InstalledApp? { apps.first { $0.bundleID == bundleID } }

  /// What the build of an app that is here declares, where it is not the newest.
  func ownTypes(of bundleID: String) -> ActivityTypes? {
    apps.firstIndex { $0.bundleID == bundleID }.flatMap { apps[$0].ownTypes }
  }
}

extension WaitingPush.Obstacle {
  var reason: OutcomeReason { self == .offline ? .offline : .lowPower }

  var detail: String? {
    switch self {
    case .offline: nil
    case .lowPower: "the device saves power, so a push of a priority under 10 waits"
    case .unopened: "priority 1 wakes nobody, so the push waits until the app is opened"
    }
  }
}
