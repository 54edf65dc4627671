/// Keeping Live Activities: their place in the world, their tokens and their deadlines.
extension World {
  /// Activities that one app on one device may have; the oldest dismissed is forgotten first, then the oldest ended.
  package static let activitiesPerAppLimit = 100

  /// Takes in a new activity.
  mutating func add(_ activity: Activity, _ effects: inout [Effect]) {
    activityIDs[activity.place, default: []].append(activity.id)
    forgetOldest(activity.place, &effects)
    put(activity, &effects)
  }

  /// Puts an activity back after a change.
  mutating func put(_ activity: Activity, _ effects: inout [Effect]) {
    activities[activity.id] = activity
    if let index = activities.index(of: activity.id) { changed(index, &effects) }
  }

  /// Draws the consequences of a change that was made in place.
  mutating func changed(_ index: Int, _ effects: inout [Effect]) {
    // While it runs, its token is what it was when it was given.
    if !activities.values[index].isRunning, let token = activities.values[index].updateToken {
      tokens[token] = entry(activities.values[index])
    }
    let (id, deadline) = activities.part(at: index) { ($0.id, $0.deadline) }
    deadlines.set(.activity(id), deadline)
    announce(.activity, id, &effects)
  }

  private mutating func forgetOldest(_ place: AppPlace, _ effects: inout [Effect]) {
    while let ids = activityIDs[place], ids.count > Self.activitiesPerAppLimit,
      let oldest = ids.first(where: { activities[$0]?.state == .dismissed })
        ?? ids.first(where: { activities[$0]?.state == .ended })
    {
      activityIDs[place]?.removeAll { $0 == oldest }
      forget(oldest, &effects)
    }
  }

  /// Forgets an activity with its tokens.
  mutating func forget(_ id: String, _ effects: inout [Effect]) {
    guard let activity = activities[id] else { return }
    activities[id] = nil
    if let token = activity.updateToken { tokens[token] = nil }
    for retired in activity.retiredTokens { tokens[retired.token] = nil }
    if activitiesOfRetiredTokens.remove(id) != nil { dropRetiredTokens(&effects) }
    deadlines.set(.activity(id), nil)
    announce(.activity, id, &effects)
  }

  /// Forgets retired tokens of activities that are gone, so that a snapshot names nothing that is not in it.
  private mutating func dropRetiredTokens(_ effects: inout [Effect]) {
    for retired in retiredTokens where !hasActivity(of: retired) {
      tokens[retired.token] = nil
      effects.append(.changed(EntityChange(kind: .retiredToken, id: retired.token.text, value: nil)))
    }
    retiredTokens = retiredTokens.filter(hasActivity)
  }

  /// Whether the activity that a retired token names exists; a token of another kind names none.
  func hasActivity(of retired: RetiredToken) -> Bool {
    guard case .update(let id) = retired.kind, !id.isEmpty else { return true }
    return activities[id] != nil
  }

  /// An id as ActivityKit makes them, which follows from the seed and what has happened so far.
  mutating func newActivityID() -> String {
    var generator = SeededGenerator(seed: seed &+ revision &* 0x9E37_79B9)
    while true {
      let id = PushID(from: &generator).text
      if activities[id] == nil { return id }
    }
  }

  /// Gives an activity a token of its own; the one before is superseded.
  mutating func giveToken(to activity: inout Activity, at now: Instant? = nil) {
    if let old = activity.updateToken, let now {
      let retirement = TokenEntry.Retirement(state: .superseded, since: now)
      let retired = RetiredToken(
        token: old, device: activity.device, bundleID: activity.bundleID, kind: .update(activity: activity.id),
        retirement: retirement)
      if activity.retiredTokens.count >= Activity.memory {
        tokens[activity.retiredTokens.removeFirst().token] = nil
      }
      activity.retiredTokens.append(retired)
      tokens[old] = entry(retired)
    }
    activity.tokenCount += 1
    activity.awaitsConsent = false
    let token = newToken("\(activity.id)/update\(activity.tokenCount)", .update(activity: activity.id))
    activity.updateToken = token
    tokens[token] = entry(activity)
  }

  /// A token that nobody has, as long as those of its kind.
  func newToken(_ name: String, _ kind: TokenKind) -> DeviceToken {
    var name = name
    while true {
      let token = DeviceToken(derivedFrom: seed, for: name, byteCount: kind.byteCount)
      if tokens[token] == nil { return token }
      name += "+"
    }
  }

  /// The activities of each app on each device, the oldest first.
  var derivedActivityIDs: [AppPlace: [String]] {
    var ids: [AppPlace: [String]] = [:]
    let sorted = activities.values.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    for activity in sorted { ids[activity.place, default: []].append(activity.id) }
    return ids
  }
}
