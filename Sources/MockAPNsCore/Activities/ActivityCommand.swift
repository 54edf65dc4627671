/// What an app or its user does to Live Activities; values are in the form that a world file has.
package enum ActivityCommand: Sendable {
  /// The app starts one, now or at a time to come.
  case start(JSON)
  case update(String, JSON)
  case end(String, JSON)
  /// The user swipes it away.
  case dismiss(String, JSON = .object(JSONObject()))
  /// Gives it another update token.
  case rotate(String, JSON = .object(JSONObject()))
  /// The app ends all of its own, as on signing out.
  case endAll(AppPlace, JSON)
}

extension World {
  mutating func carryOut(_ command: ActivityCommand, at now: Instant) throws(WorldFault) -> [Effect] {
    var effects: [Effect] = []
    switch command {
    case .start(let value): try start(value, at: now, &effects)
    case .update(let id, let value): try update(id, value, at: now, &effects)
    case .end(let id, let value): try end(id, value, at: now, &effects)
    case .dismiss(let id, let value):
      try Fields(value, at: JSONPath()).finish()
      try dismiss(id, at: now, &effects)
    case .rotate(let id, let value):
      try Fields(value, at: JSONPath()).finish()
      try rotate(id, at: now, &effects)
    case .endAll(let place, let value): try endAll(place, value, at: now, &effects)
    }
    return effects
  }

  /// The activity of an id; the fault names the near miss.
  func activity(_ id: String) throws(WorldFault) -> Activity {
    if let activity = activities[id] { return activity }
    throw WorldFault(
      JSONPath(), "there is no activity \(id)" + NearMiss.hint(id, among: Array(activities.keys)), isMissing: true)
  }

  /// An activity that has not ended yet.
  private func runningActivity(_ id: String) throws(WorldFault) -> Activity {
    let activity = try activity(id)
    guard activity.isRunning else { throw WorldFault(JSONPath(), "activity \(id) is \(activity.state.rawValue)") }
    return activity
  }

  private mutating func update(
    _ id: String, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    var activity = try runningActivity(id)
    var fields = try Fields(value, at: JSONPath())
    guard let content = try content(&fields, of: activity, at: now) else {
      throw WorldFault(JSONPath(), "has no contentState")
    }
    try checkSize(content, of: activity)
    let alert = try fields.text("alert")
    try fields.finish()
    activity.lastTimestamp = max(activity.lastTimestamp, now)
    activity.update(content, at: now, "the app")
    activity.note(Activity.Shown(at: now, content: content, alert: alert.map(JSON.string)))
    put(activity, &effects)
  }

  private mutating func end(
    _ id: String, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    var activity = try activity(id)
    guard activity.state != .dismissed else { throw WorldFault(JSONPath(), "activity \(id) is dismissed") }
    var fields = try Fields(value, at: JSONPath())
    let content = try content(&fields, of: activity, at: now)
    if let content { try checkSize(content, of: activity) }
    let dismissal = try dismissal(&fields, at: now)
    try fields.finish()
    finish(&activity, content, dismissal, at: now)
    put(activity, &effects)
  }

  /// Ends by the app, which may also shorten the time of an ended one. Observed: gh:istornz/flutter_live_activities#180
  private mutating func finish(
    _ activity: inout Activity, _ content: Activity.Content?, _ dismissal: Instant?, at now: Instant
  ) {
    if let content, activity.isRunning {
      activity.note(Activity.Shown(at: now, content: content))
    }
    activity.lastTimestamp = max(activity.lastTimestamp, now)
    activity.end(at: now, content, dismissal: dismissal, "the app")
  }

  /// `immediate`, `default`, or a time.
  private func dismissal(_ fields: inout Fields, at now: Instant) throws(WorldFault) -> Instant? {
    switch fields.object["dismissal"]?.string {
    case "immediate":
      _ = fields.value("dismissal")
      return now
    case "default":
      _ = fields.value("dismissal")
      return nil
    default:
      do throws(WorldFault) {
        return try fields.time("dismissal", now: now)
      } catch {
        throw WorldFault(error.path, error.message + "; or it is \"immediate\" or \"default\"")
      }
    }
  }

  /// A content as the app gives it: whole, in the shape that it declares; nil without `contentState`.
  func content(
    _ fields: inout Fields, of activity: Activity, at now: Instant
  ) throws(WorldFault) -> Activity.Content? {
    let staleDate = try fields.time("staleDate", now: now)
    let score = try fields.number("relevanceScore") ?? 0
    guard let state = try fields.object("contentState") else { return nil }
    let path = fields.path.appending("contentState")
    let app = devices[activity.device]?.app(activity.bundleID) ?? InstalledApp(bundleID: activity.bundleID)
    if let fault = contract(activity.attributesType, app)?.checkContentState(.object(state)) {
      throw WorldFault(JSONPath(path.elements + fault.path.elements), fault.clause)
    }
    return Activity.Content(state: .object(state), staleDate: staleDate, relevanceScore: score)
  }

  /// Documented: `ApplePage.liveData`; what is counted is chosen, as for pushes.
  private func checkSize(_ content: Activity.Content, of activity: Activity) throws(WorldFault) {
    let size = activity.attributesSize + content.state.bytes().count
    guard size > ActivityPush.combinedLimit else { return }
    throw WorldFault(
      JSONPath().appending("contentState"),
      "has \(size) bytes together with the attributes; \(ActivityPush.combinedLimit) are allowed")
  }

  private mutating func dismiss(_ id: String, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    var activity = try activity(id)
    guard activity.state != .dismissed else { throw WorldFault(JSONPath(), "activity \(id) is dismissed already") }
    activity.vanish(at: now, "the user")
    put(activity, &effects)
  }

  private mutating func rotate(_ id: String, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    var activity = try runningActivity(id)
    guard activity.channel == nil else {
      throw WorldFault(JSONPath(), "activity \(id) listens to a channel and has no token")
    }
    giveToken(to: &activity, at: now)
    put(activity, &effects)
  }

  private mutating func endAll(
    _ place: AppPlace, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    _ = try app(place)
    var fields = try Fields(value, at: JSONPath())
    let dismissal = try dismissal(&fields, at: now)
    try fields.finish()
    for var activity in runningActivities(place) {
      finish(&activity, nil, dismissal, at: now)
      put(activity, &effects)
    }
  }
}

// MARK: - What follows from something else

extension World {
  /// Takes away all that are shown.
  mutating func dismissAll(
    _ place: AppPlace, _ cause: String, isGone: Bool = false, at now: Instant, _ effects: inout [Effect]
  ) {
    for id in activityIDs[place] ?? [] {
      guard var activity = activities[id], activity.state != .dismissed else { continue }
      activity.isGone = isGone
      activity.vanish(at: now, cause)
      put(activity, &effects)
    }
  }

  /// Activities of the transient style end when the user turns to something else.
  mutating func endTransient(_ place: AppPlace, _ cause: String, at now: Instant, _ effects: inout [Effect]) {
    for var activity in runningActivities(place) where activity.style == .transient && activity.state != .pending {
      activity.end(at: now, dismissal: nil, cause)
      put(activity, &effects)
    }
  }

  /// Hands out the tokens that were kept back until the user allowed it.
  mutating func giveAwaitedTokens(_ place: AppPlace, _ effects: inout [Effect]) {
    for var activity in runningActivities(place) where activity.awaitsConsent {
      giveToken(to: &activity)
      put(activity, &effects)
    }
  }
}
