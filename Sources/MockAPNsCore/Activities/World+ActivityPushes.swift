/// What Live Activity pushes do on their device, or why they do nothing.
extension World {
  mutating func applyLiveActivity(
    _ push: DevicePush, _ place: AppPlace, at now: Instant, _ reaction: inout PushReaction
  ) {
    do throws(ActivityDrop) {
      let update = try ActivityPush(push, settings, at: now)
      reaction.outcomes.append(try perform(update, place, &reaction))
    } catch {
      reaction.outcomes.append(
        Outcome(
          device: place.device, activity: error.activity, at: now, .dropped, error.reason, contract: error.contract,
          error.detail))
    }
  }

  private mutating func perform(
    _ update: ActivityPush, _ place: AppPlace, _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Outcome {
    switch (update.push.kind, update.event) {
    case (.pushToStart(let type), .start): return try start(update, type, place, &reaction)
    case (.update(let id), .update), (.update(let id), .end):
      do throws(ActivityDrop) {
        return try change(id, update, place, &reaction)
      } catch {
        var drop = error
        drop.activity = id
        throw drop
      }
    case (.update, _): throw ActivityDrop(.tokenKindMismatch, "the token is of a running activity, which cannot start")
    default:
      throw ActivityDrop(
        .tokenKindMismatch, "the token is for starting activities; \(update.event.rawValue) needs that of the activity")
    }
  }

  /// The device and the app, when they take Live Activities at all.
  func receiver(
    _ place: AppPlace, since version: OSVersion
  ) throws(ActivityDrop) -> (device: Device, app: InstalledApp) {
    guard let device = devices[place.device], let app = device.app(place.bundleID), app.isInstalled else {
      throw ActivityDrop(.appNotInstalled)
    }
    guard let found = OSVersion(device.osVersion), device.hasLiveActivities, found >= version else {
      let wanted = "iOS \(version.major).\(version.minor)"
      throw ActivityDrop(.osTooOld, "this needs \(wanted); the device has \(device.platform) \(device.osVersion)")
    }
    guard app.liveActivitiesEnabled else { throw ActivityDrop(.liveActivitiesOff, "liveActivitiesEnabled is false") }
    guard app.consent != .denied else { throw ActivityDrop(.liveActivitiesOff, "consent is denied") }
    return (device, app)
  }

  /// What the build of the app on the device declares of an attributes type.
  func contract(_ type: String, _ app: InstalledApp) -> Contract? {
    types(of: app)?.contracts[type]
  }

  func types(of app: InstalledApp) -> ActivityTypes? { app.ownTypes ?? apps[app.bundleID]?.types }
}

extension World {
  private mutating func change(
    _ id: String, _ update: ActivityPush, _ place: AppPlace, _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Outcome {
    let (_, app) = try receiver(place, since: OSVersion(major: 16, minor: 1))
    guard var activity = activities[id] else { throw ActivityDrop(.activityGone) }
    if activity.isGone {
      throw ActivityDrop(.activityGone, since("its app was updated or removed", activity.dismissedAt))
    }
    try checkState(of: activity, update)
    let timestamp = try update.timestamp()
    try checkOrder(timestamp, activity, update, &reaction)
    let contract = contract(activity.attributesType, app)
    let next = try content(for: activity, update, contract, &reaction)
    let dismissal = update.event == .end ? try update.date("dismissal-date") : nil
    if update.event == .update { try spendUpdate(&activity, app, update, &reaction) }
    // So that its past is not shared, and need not be copied for adding to it; `put` brings it back.
    activities[id] = nil
    activity.lastTimestamp = max(activity.lastTimestamp, timestamp)
    let cause = "a push to \(update.event.rawValue)"
    if activity.state != .ended {
      activity.note(Activity.Shown(at: update.now, content: next, seq: update.push.seq, alert: update.alert))
    }
    switch update.event {
    case .end: activity.end(at: update.now, next, dismissal: dismissal, cause)
    default: activity.update(next, at: update.now, cause)
    }
    put(activity, &reaction.effects)
    return Outcome(
      device: place.device, activity: id, at: update.now, update.event == .end ? .activityEnded : .activityUpdated,
      contract: update.aps["content-state"] == nil ? .notApplicable : ActivityPush.check(contract),
      detail(activity, update))
  }

  private func checkState(of activity: Activity, _ update: ActivityPush) throws(ActivityDrop) {
    switch activity.state {
    case .active, .stale: return
    case .pending where settings.pushWhilePending == .apply: return
    case .ended where update.event == .end && settings.secondEnd == .apply: return
    case .pending:
      throw ActivityDrop(
        .activityPending, "it begins at \(ISO8601.format(activity.startedAt.milliseconds)) (setting pushWhilePending)")
    case .ended: throw ActivityDrop(.activityEnded, since("it ended", activity.endedAt))
    case .dismissed: throw ActivityDrop(.activityDismissed, since("it was dismissed", activity.dismissedAt))
    }
  }

  private func since(_ text: String, _ time: Instant?) -> String? {
    time.map { "\(text) at \(ISO8601.format($0.milliseconds))" }
  }

  /// Timestamps are whole seconds: one of the second in which something else happened is not older. Chosen.
  private static let sameSecond = 999

  private func checkOrder(
    _ timestamp: Instant, _ activity: Activity, _ update: ActivityPush, _ reaction: inout PushReaction
  ) throws(ActivityDrop) {
    guard timestamp + Self.sameSecond < activity.lastTimestamp else { return }
    let age = "timestamp is \(ActivityPush.duration(timestamp, activity.lastTimestamp)) older than the newest one"
    guard update.event == .end, settings.endWithOldTimestamp == .apply else {
      throw ActivityDrop(.timestampTooOld, update.event == .end ? "\(age) (setting endWithOldTimestamp)" : age)
    }
    reaction.findings.append(Finding(.endWithOldTimestamp, path: "aps.timestamp", detail: "Here the \(age)."))
  }

  /// The content that the push leads to.
  private func content(
    for activity: Activity, _ update: ActivityPush, _ contract: Contract?, _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Activity.Content {
    var next = activity.content
    do throws(ActivityDrop) {
      if let state = try update.state(contract, attributesSize: activity.attributesSize) {
        next.state = state
      } else if update.event == .update {
        throw ActivityDrop(.stateMissing, "an update needs content-state")
      }
    } catch {
      guard update.event == .end, error.reason == .decodeFailed else { throw error }
      guard settings.endWithBadState == .apply else {
        let hint = " (setting endWithBadState)"
        throw ActivityDrop(error.reason, (error.detail ?? "") + hint, contract: error.contract)
      }
    }
    let staleDate = try update.date("stale-date")
    let keeps = staleDate == nil && settings.updateWithoutStaleDate == .keep
    next.staleDate = keeps ? activity.content.staleDate : staleDate
    next.relevanceScore = update.relevanceScore
    return next
  }

  /// Takes an update of priority 10 from the hourly budget, where there is one.
  private func spendUpdate(
    _ activity: inout Activity, _ app: InstalledApp, _ update: ActivityPush, _ reaction: inout PushReaction
  ) throws(ActivityDrop) {
    guard update.push.priority == 10 else { return }
    noteFrequency(&activity, update, &reaction)
    guard let size = settings.updateBudgetPerHour.map({ updateBudget($0, app) }) else { return }
    var budget = activity.updateBudget ?? Allowance(at: update.now)
    budget.refill(perHour: size, at: update.now)
    guard budget.spent + 1 <= size else {
      throw ActivityDrop(
        .updateBudget,
        "\(Int(size)) updates of priority 10 in an hour are used up; priority 5 is free (setting updateBudgetPerHour)")
    }
    budget.spent += 1
    activity.updateBudget = budget
  }

  /// An app with frequent updates, which its user allows, may send one each 15 seconds.
  ///
  /// An Apple engineer in https://developer.apple.com/forums/thread/756586
  private func updateBudget(_ size: Int, _ app: InstalledApp) -> Double {
    let isFrequent = apps[app.bundleID]?.infoPlist["NSSupportsLiveActivitiesFrequentUpdates"]?.bool == true
    return Double(isFrequent && app.frequentPushesEnabled ? max(size, 240) : size)
  }

  private func noteFrequency(_ activity: inout Activity, _ update: ActivityPush, _ reaction: inout PushReaction) {
    activity.recentUpdates.removeAll { $0 + 60_000 <= update.now }
    if activity.recentUpdates.count >= 4 {
      reaction.findings.append(Finding(.frequentUpdates, path: "aps.event"))
      activity.recentUpdates.removeFirst()
    }
    activity.recentUpdates.append(update.now)
  }

  private func detail(_ activity: Activity, _ update: ActivityPush) -> String {
    let alert = update.alert.map { "alerted with \"\($0)\"" } ?? "silent"
    switch activity.state {
    case .ended: return "\(alert); it stays until \(ISO8601.format((activity.dismissesAt ?? update.now).milliseconds))"
    case .dismissed: return "\(alert); dismissed at once"
    case .stale: return "\(alert); stale"
    case .active, .pending: return alert
    }
  }
}

extension Device {
  /// Whether its system has Live Activities at all.
  var hasLiveActivities: Bool { platform == .iOS || platform == .iPadOS }
}
