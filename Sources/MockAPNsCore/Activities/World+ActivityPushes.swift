/// What Live Activity pushes do on their device, or why they do nothing.
extension World {
  mutating func applyLiveActivity(
    _ push: DevicePush, _ place: AppPlace, _ index: AppIndex, at now: Instant, _ reaction: inout PushReaction
  ) {
    do throws(ActivityDrop) {
      let update = try ActivityPush(push, settings, at: now)
      reaction.outcomes.append(try perform(update, place, index, &reaction))
    } catch {
      reaction.outcomes.append(
        Outcome(
          device: place.device, activity: error.activity, at: now, .dropped, error.reason, contract: error.contract,
          error.detail))
    }
  }

  private mutating func perform(
    _ update: ActivityPush, _ place: AppPlace, _ index: AppIndex, _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Outcome {
    switch (update.push.kind, update.event) {
    case (.pushToStart(let type), .start):
      try checkReceiver(index, since: OSVersion(major: 17, minor: 2))
      return try start(update, type, place, index, &reaction)
    case (.update(let id), .update), (.update(let id), .end):
      do throws(ActivityDrop) {
        try checkReceiver(index, since: OSVersion(major: 16, minor: 1))
        return try change(id, update, index, &reaction)
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

  /// Whether the device and the app take Live Activities at all.
  private func checkReceiver(_ index: AppIndex, since version: OSVersion) throws(ActivityDrop) {
    guard devices.values[index.device].apps[index.app].isInstalled else { throw ActivityDrop(.appNotInstalled) }
    guard let found = OSVersion(devices.values[index.device].osVersion), found >= version,
      devices.values[index.device].hasLiveActivities
    else {
      let (wanted, device) = ("iOS \(version.major).\(version.minor)", devices.values[index.device])
      throw ActivityDrop(.osTooOld, "this needs \(wanted); the device has \(device.platform) \(device.osVersion)")
    }
    guard devices.values[index.device].apps[index.app].liveActivitiesEnabled else {
      throw ActivityDrop(.liveActivitiesOff, "liveActivitiesEnabled is false")
    }
    guard devices.values[index.device].apps[index.app].consent != .denied else {
      throw ActivityDrop(.liveActivitiesOff, "consent is denied")
    }
  }

  /// What the build of the app on the device declares of an attributes type.
  func contract(_ type: String, _ app: InstalledApp) -> Contract? {
    types(of: app)?.contracts[type]
  }

  func types(of app: InstalledApp) -> ActivityTypes? { app.ownTypes ?? apps.part(app.bundleID) { $0.types } ?? nil }

  private func contract(_ type: String, at receiver: AppIndex) -> Contract? {
    let types =
      devices.values[receiver.device].apps[receiver.app].ownTypes
      ?? apps.part(devices.values[receiver.device].apps[receiver.app].bundleID) { $0.types } ?? nil
    return types?.contracts[type]
  }
}

extension World {
  private mutating func change(
    _ id: String, _ update: ActivityPush, _ receiver: AppIndex, _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Outcome {
    guard let index = activities.index(of: id) else { throw ActivityDrop(.activityGone) }
    if activities[index: index].isGone {
      let end = activities[index: index].dismissedAt
      throw ActivityDrop(.activityGone, since("its app was updated or removed", end))
    }
    try checkState(index, update)
    let timestamp = try update.timestamp()
    try checkOrder(timestamp, after: activities.values[index].lastTimestamp, update, &reaction)
    let contract = contract(activities.values[index].attributesType, at: receiver)
    let next = try content(for: index, update, contract)
    let dismissal = update.event == .end ? try update.date("dismissal-date") : nil
    if update.event == .update { try spendUpdate(index, receiver, update, &reaction) }
    let change = ContentChange(content: next, timestamp: timestamp, dismissal: dismissal)
    activities[index: index].apply(change, of: update)
    changed(index, &reaction.effects)
    var outcome = Outcome(
      device: activities.values[index].device, activity: id, at: update.now,
      update.event == .end ? .activityEnded : .activityUpdated,
      contract: update.aps["content-state"] == nil ? .notApplicable : ActivityPush.check(contract))
    outcome.detail = .change(consequence(index, at: update.now))
    return outcome
  }

  private func checkState(_ index: Int, _ update: ActivityPush) throws(ActivityDrop) {
    switch activities.values[index].state {
    case .active, .stale: return
    case .pending where settings.pushWhilePending == .apply: return
    case .ended where update.event == .end && settings.secondEnd == .apply: return
    case .pending:
      throw ActivityDrop(
        .activityPending,
        "it begins at \(ISO8601.format(activities.values[index].startedAt.milliseconds)) (setting pushWhilePending)")
    case .ended: throw ActivityDrop(.activityEnded, since("it ended", activities.values[index].endedAt))
    case .dismissed:
      throw ActivityDrop(.activityDismissed, since("it was dismissed", activities.values[index].dismissedAt))
    }
  }

  private func since(_ text: String, _ time: Instant?) -> String? {
    time.map { "\(text) at \(ISO8601.format($0.milliseconds))" }
  }

  /// Timestamps are whole seconds: one of the second in which something else happened is not older. Chosen.
  private static let sameSecond = 999

  private func checkOrder(
    _ timestamp: Instant, after newest: Instant, _ update: ActivityPush, _ reaction: inout PushReaction
  ) throws(ActivityDrop) {
    guard timestamp + Self.sameSecond < newest else { return }
    let age = "timestamp is \(ActivityPush.duration(timestamp, newest)) older than the newest one"
    guard update.event == .end, settings.endWithOldTimestamp == .apply else {
      throw ActivityDrop(.timestampTooOld, update.event == .end ? "\(age) (setting endWithOldTimestamp)" : age)
    }
    reaction.findings.append(Finding(.endWithOldTimestamp, path: "aps.timestamp", detail: "Here the \(age)."))
  }

  /// The content that the push leads to.
  private func content(
    for index: Int, _ update: ActivityPush, _ contract: Contract?
  ) throws(ActivityDrop) -> Activity.Content {
    var next = activities.values[index].content
    let keptStaleDate = settings.updateWithoutStaleDate == .keep ? next.staleDate : nil
    do throws(ActivityDrop) {
      if let state = try update.state(contract, attributesSize: activities.values[index].attributesSize) {
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
    next.staleDate = try update.date("stale-date") ?? keptStaleDate
    next.relevanceScore = update.relevanceScore
    return next
  }

  /// Takes an update of priority 10 from the hourly budget, where there is one.
  private mutating func spendUpdate(
    _ index: Int, _ receiver: AppIndex, _ update: ActivityPush, _ reaction: inout PushReaction
  ) throws(ActivityDrop) {
    guard update.push.priority == 10 else { return }
    if activities[index: index].isUpdatedOften(at: update.now) {
      reaction.findings.append(Finding(.frequentUpdates, path: "aps.event"))
    }
    guard let size = settings.updateBudgetPerHour.map({ updateBudget($0, at: receiver) }) else { return }
    var budget = activities.values[index].updateBudget ?? Allowance(at: update.now)
    budget.refill(perHour: size, at: update.now)
    guard budget.spent + 1 <= size else {
      throw ActivityDrop(
        .updateBudget,
        "\(Int(size)) updates of priority 10 in an hour are used up; priority 5 is free (setting updateBudgetPerHour)")
    }
    budget.spent += 1
    activities[index: index].updateBudget = budget
  }

  /// An app with frequent updates, which its user allows, may send one each 15 seconds.
  ///
  /// An Apple engineer in https://developer.apple.com/forums/thread/756586
  private func updateBudget(_ size: Int, at receiver: AppIndex) -> Double {
    guard devices.values[receiver.device].apps[receiver.app].frequentPushesEnabled else { return Double(size) }
    let key = "NSSupportsLiveActivitiesFrequentUpdates"
    let bundleID = devices.values[receiver.device].apps[receiver.app].bundleID
    let isFrequent = apps.part(bundleID) { $0.infoPlist[key]?.bool } == true
    return Double(isFrequent ? max(size, 240) : size)
  }

  /// What is said of an activity after a push beside its alert.
  private func consequence(_ index: Int, at now: Instant) -> String {
    switch activities.values[index].state {
    case .ended: "; it stays until \(ISO8601.format((activities.values[index].dismissesAt ?? now).milliseconds))"
    case .dismissed: "; dismissed at once"
    case .stale: "; stale"
    case .active, .pending: ""
    }
  }
}

/// What a push puts in place of the content of an activity.
private struct ContentChange {
  var content: Activity.Content
  var timestamp: Instant
  var dismissal: Instant?
}

extension Activity {
  /// Updates or ends it.
  fileprivate mutating func apply(_ change: ContentChange, of update: ActivityPush) {
    lastTimestamp = max(lastTimestamp, change.timestamp)
    if state != .ended {
      let alert = ActivityPush.alert(update.aps)
      note(Shown(at: update.now, content: change.content, seq: update.push.seq, alert: alert))
    }
    switch update.event {
    case .end: end(at: update.now, change.content, dismissal: change.dismissal, "a push to end")
    default: self.update(change.content, at: update.now, "a push to update")
    }
  }

  /// Notes an update of priority 10, and tells whether four more came within a minute.
  fileprivate mutating func isUpdatedOften(at now: Instant) -> Bool {
    if let first = recentUpdates.first, first + 60_000 <= now { recentUpdates.removeAll { $0 + 60_000 <= now } }
    let isOften = recentUpdates.count >= 4
    if isOften { recentUpdates.removeFirst() }
    recentUpdates.append(now)
    return isOften
  }
}

extension Device {
  /// Whether its system has Live Activities at all.
  var hasLiveActivities: Bool { platform == .iOS || platform == .iPadOS }
}
