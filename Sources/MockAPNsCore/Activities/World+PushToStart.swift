/// Starting a Live Activity by push.
extension World {
  mutating func start(
    _ update: ActivityPush, _ tokenType: String, _ place: AppPlace, _ index: AppIndex,
    _ reaction: inout PushReaction
  ) throws(ActivityDrop) -> Outcome {
    let device = devices.values[index.device]
    let app = device.apps[index.app]
    let timestamp = try update.timestamp()
    guard let alert = ActivityPush.alert(update.aps) else {
      throw ActivityDrop(
        .alertMissingOnStart, "alert is absent or no alert, so nothing is shown and no update token is ever given")
    }
    let type = try attributesType(update, tokenType, app)
    let contract = contract(type, app)
    let attributes = try update.attributes(contract)
    let attributesSize = attributes.bytes().count
    guard let state = try update.state(contract, attributesSize: attributesSize) else {
      throw ActivityDrop(.stateMissing, "a start needs content-state")
    }
    let staleDate = try update.date("stale-date")
    let channel = try channel(update, device, app)
    try spendStart(place, at: update.now, &reaction.effects)
    try checkRoom(place)
    var activity = Activity(
      id: newActivityID(), device: place.device, bundleID: place.bundleID, attributesType: type,
      startedAt: update.now)
    activity.origin = .push
    activity.attributes = attributes
    activity.content = Activity.Content(
      state: state, staleDate: staleDate, relevanceScore: update.relevanceScore)
    activity.lastTimestamp = max(update.now, timestamp)
    activity.channel = channel
    if isRunning(type, attributes, place) { reaction.findings.append(Finding(.duplicateStart, path: "aps.attributes")) }
    if app.consent == .undecided, channel == nil {
      activity.awaitsConsent = true
      reaction.findings.append(Finding(.consentUndecidedNoToken))
    }
    begin(&activity, update, alert, &reaction)
    let detail =
      activity.wasPresented
      ? "alerted with \"\(ActivityPush.words(alert))\""
      : "stale-date lies in the past, so it is stale from the start and never presented"
    return Outcome(
      device: activity.device, activity: activity.id, at: update.now, .activityStarted,
      contract: ActivityPush.check(contract), detail)
  }

  private mutating func begin(
    _ activity: inout Activity, _ update: ActivityPush, _ alert: JSON, _ reaction: inout PushReaction
  ) {
    activity.begin(at: update.now, "a push to start")
    activity.note(
      Activity.Shown(at: update.now, content: activity.content, seq: update.push.seq, alert: alert))
    if activity.channel == nil, !activity.awaitsConsent { giveToken(to: &activity) }
    add(activity, &reaction.effects)
  }

  /// The attributes type of a start, when the token is for it and the app has it.
  private func attributesType(
    _ update: ActivityPush, _ tokenType: String, _ app: InstalledApp
  ) throws(ActivityDrop) -> String {
    guard let value = update.aps["attributes-type"] else {
      throw ActivityDrop(.attributesMissing, "attributes-type is absent")
    }
    guard let type = value.string, !type.isEmpty else {
      throw ActivityDrop(.attributesMissing, "attributes-type is \(value.text()), no text")
    }
    if let types = types(of: app), types.contracts[type] == nil {
      let names = types.json.members.map(\.name)
      throw ActivityDrop(
        .attributesTypeUnknown,
        "the app has no \(type), but \(names.joined(separator: ", "))"
          + NearMiss.hint(type, among: names))
    }
    guard tokenType.isEmpty || tokenType == type else {
      throw ActivityDrop(.tokenKindMismatch, "the token starts \(tokenType), not \(type)")
    }
    return type
  }

  /// The channel that a start names.
  private func channel(_ update: ActivityPush, _ device: Device, _ app: InstalledApp) throws(ActivityDrop) -> String? {
    guard let value = update.aps["input-push-channel"], !value.isNull else { return nil }
    guard let version = OSVersion(device.osVersion), version >= OSVersion(major: 18, minor: 0) else {
      throw ActivityDrop(
        .channelNeedsIOS18, "input-push-channel is there and the device has \(device.platform) \(device.osVersion)")
    }
    guard let id = value.string, let channel = channels[id], channel.bundleID == app.bundleID,
      channel.environment == device.environment
    else {
      throw ActivityDrop(.channelUnknown, "\(value.text()) is no channel of \(app.bundleID) in \(device.environment)")
    }
    return id
  }

  /// Takes one start from the budget; over it every further attempt costs as well.
  ///
  /// Observed: gh:EKKOLearnAI/hermes-studio#3111 (a budget of -5); the size and the refill are chosen.
  private mutating func spendStart(
    _ place: AppPlace, at now: Instant, _ effects: inout [Effect]
  ) throws(ActivityDrop) {
    let (size, rate) = (Double(settings.pushToStartBudget), Double(settings.pushToStartRefillPerHour))
    let isOver = withApp(place) { app in
      var budget = app.startBudget ?? Allowance(at: now)
      budget.refill(perHour: rate, at: now)
      let isOver = budget.spent + 1 > size
      budget.spent = min(budget.spent + 1, size + Self.deepestDebt)
      app.startBudget = budget
      return isOver
    }
    announce(.device, place.device, &effects)
    if isOver == true {
      throw ActivityDrop(
        .pushToStartBudget,
        "\(settings.pushToStartBudget) starts are used up; \(settings.pushToStartRefillPerHour) come back in an hour "
          + "(settings pushToStartBudget, pushToStartRefillPerHour)")
    }
  }

  /// Attempts over the budget that count. Chosen, so that a device recovers within days.
  private static let deepestDebt = 50.0

  private func checkRoom(_ place: AppPlace) throws(ActivityDrop) {
    guard runningActivities(place).count >= settings.liveActivitiesPerApp else { return }
    throw ActivityDrop(
      .tooManyActivities, "the app has \(settings.liveActivitiesPerApp) already (setting liveActivitiesPerApp)")
  }

  private func isRunning(_ type: String, _ attributes: JSON, _ place: AppPlace) -> Bool {
    runningActivities(place).contains { $0.attributesType == type && $0.attributes.hasSameMembers(as: attributes) }
  }

  /// The activities of an app that take up a place.
  func runningActivities(_ place: AppPlace) -> [Activity] {
    (activityIDs[place] ?? []).compactMap { activities[$0] }.filter(\.isRunning)
  }
}

extension JSON {
  /// Whether both decode alike: the order of an object's members does not matter, nor what is repeated in it.
  fileprivate func hasSameMembers(as other: JSON) -> Bool {
    guard case .object(let left) = withoutRepetitions, case .object(let right) = other.withoutRepetitions else {
      return self == other
    }
    return left.members.count == right.members.count
      && left.members.allSatisfy { member in right[member.name]?.hasSameMembers(as: member.value) == true }
  }
}
