/// Live Activities of a world file or a snapshot.
extension WorldLoader {
  mutating func loadActivity(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let device = try device(fields.requiredText("device"), at: path.appending("device"))
    let bundleID = try fields.requiredText("bundleId")
    _ = try app(bundleID, at: path.appending("bundleId"))
    let id = try fields.text("id") ?? unusedName("activity", world.activities.keys)
    guard !id.isEmpty else { throw WorldFault(path.appending("id"), "is empty") }
    guard world.activities[id] == nil else { throw WorldFault(path.appending("id"), "is given twice: \(id)") }
    var activity = Activity(
      id: id, device: device.id, bundleID: bundleID, attributesType: try fields.requiredText("attributesType"),
      startedAt: try fields.time("startedAt", now: now) ?? now)
    try readContent(&fields, of: &activity)
    try readLife(&fields, of: &activity)
    // One that is over may be of a build that is no more.
    if !activity.attributesType.isEmpty, activity.isRunning {
      let installed = device.app(bundleID) ?? InstalledApp(bundleID: bundleID)
      try checkAttributesType(activity.attributesType, of: installed, at: path.appending("attributesType"))
    }
    try readTraces(&fields, of: &activity)
    activity.channel = try fields.text("channel")
    if let channel = activity.channel {
      try checkChannel(channel, of: bundleID, at: path.appending("channel"))
    }
    try loadTokens(&fields, of: &activity, on: device)
    try fields.finish()
    world.activities[id] = activity
  }

  private func readContent(_ fields: inout Fields, of activity: inout Activity) throws(WorldFault) {
    if let attributes = try fields.object("attributes") { activity.attributes = .object(attributes) }
    if let state = try fields.object("contentState") { activity.content.state = .object(state) }
    activity.content.staleDate = try fields.time("staleDate", now: now)
    activity.content.relevanceScore = try fields.number("relevanceScore") ?? 0
    activity.style = try fields.choice("style", default: .standard)
    activity.origin = try fields.choice("origin", default: .app)
  }

  /// Where it stands: as the file says, else as its times tell.
  private func readLife(_ fields: inout Fields, of activity: inout Activity) throws(WorldFault) {
    activity.endedAt = try fields.time("endedAt", now: now)
    activity.dismissedAt = try fields.time("dismissedAt", now: now)
    activity.dismissesAt = try fields.time("dismissesAt", now: now)
    activity.lastTimestamp = try fields.time("lastTimestamp", now: now) ?? activity.startedAt
    activity.wasPresented = try fields.flag("presented", default: true)
    activity.isSystemEnded = try fields.flag("systemEnded", default: false)
    activity.isGone = try fields.flag("gone", default: false)
    if let state: Activity.State = try fields.optionalChoice("state") {
      activity.state = state
    } else {
      try deriveState(of: &activity, at: fields.path)
    }
  }

  private func deriveState(of activity: inout Activity, at path: JSONPath) throws(WorldFault) {
    if let end = activity.endedAt, end > now {
      throw WorldFault(path.appending("endedAt"), "lies ahead; it says when the activity ended")
    }
    if let dismissed = activity.dismissedAt, dismissed <= now {
      activity.state = .dismissed
    } else if let end = activity.endedAt ?? activity.dismissedAt.map({ min($0, now) }) {
      activity.state = .ended
      activity.endedAt = end
      activity.dismissesAt = activity.dismissesAt ?? activity.dismissedAt ?? end + Activity.longestLinger
      activity.dismissedAt = nil
    } else if activity.startedAt > now {
      activity.state = .pending
      activity.wasPresented = false
    } else {
      activity.state = activity.content.isStale(at: now) ? .stale : .active
    }
  }

  /// What has happened to it; a snapshot tells it.
  private func readTraces(_ fields: inout Fields, of activity: inout Activity) throws(WorldFault) {
    activity.awaitsConsent = try fields.flag("awaitsConsent", default: false)
    activity.updateBudget = try Allowance(&fields, "updateBudget", now: now)
    activity.tokenCount = try fields.count("tokenCount") ?? 0
    for (index, text) in (try fields.texts("recentUpdates") ?? []).prefix(8).enumerated() {
      guard let time = ISO8601.parse(text) else {
        throw WorldFault(fields.path.appending("recentUpdates").appending(index), "is \"\(text)\", no time")
      }
      activity.recentUpdates.append(Instant(milliseconds: time))
    }
    var changes: [Activity.Change] = []
    for entry in try fields.elements("changes").suffix(Activity.memory) {
      var fields = try Fields(entry.value, at: entry.path)
      changes.append(
        Activity.Change(
          at: try fields.time("at", now: now) ?? now, state: try fields.choice("state", default: .active),
          cause: try fields.text("cause") ?? ""))
      try fields.finish()
    }
    var shown: [Activity.Shown] = []
    for entry in try fields.elements("contents").suffix(Activity.memory) {
      shown.append(try readShown(entry.value, at: entry.path))
    }
    activity.remember(changes: changes, shown: shown)
  }

  private func readShown(_ value: JSON, at path: JSONPath) throws(WorldFault) -> Activity.Shown {
    var fields = try Fields(value, at: path)
    let content = Activity.Content(
      state: .object(try fields.object("contentState") ?? JSONObject()),
      staleDate: try fields.time("staleDate", now: now), relevanceScore: try fields.number("relevanceScore") ?? 0)
    let shown = Activity.Shown(
      at: try fields.time("at", now: now) ?? now, content: content,
      seq: try fields.count("seq").map { UInt64($0) }, alert: try fields.text("alert").map(JSON.string))
    try fields.finish()
    return shown
  }

  private func checkChannel(_ id: String, of bundleID: String, at path: JSONPath) throws(WorldFault) {
    guard let channel = world.channels[id] else {
      throw WorldFault(path, "names no channel: \(id)" + NearMiss.hint(id, among: Array(world.channels.keys)))
    }
    guard channel.bundleID == bundleID else {
      throw WorldFault(path, "names channel \(id), which is of \(channel.bundleID), not of \(bundleID)")
    }
  }

  private mutating func loadTokens(
    _ fields: inout Fields, of activity: inout Activity, on device: Device
  ) throws(WorldFault) {
    let kind = TokenKind.update(activity: activity.id)
    let place = fields.path.appending("tokens")
    let tokens = fields.value("tokens")
    if let tokens {
      var names = try Fields(tokens, at: place)
      if let text = try names.text("update") {
        activity.updateToken = try token(text, at: place.appending("update"))
      }
      try names.finish()
    }
    if let token = activity.updateToken { world.tokens[token] = world.entry(activity) }
    if tokens == nil, activity.channel == nil, !activity.awaitsConsent { missingActivityTokens.append(activity.id) }
    for entry in try fields.elements("retiredTokens") {
      var fields = try Fields(entry.value, at: entry.path)
      let token = try token(fields.requiredText("token"), at: entry.path.appending("token"))
      let retired = RetiredToken(
        token: token, device: device.id, bundleID: activity.bundleID, kind: kind, retirement: try retirement(&fields))
      try fields.finish()
      activity.retiredTokens.append(retired)
      world.tokens[token] = world.entry(retired)
    }
  }

  /// Makes the update tokens that nobody gave.
  mutating func makeMissingActivityTokens() {
    for id in missingActivityTokens {
      guard var activity = world.activities[id] else { continue }
      world.giveToken(to: &activity)
      world.activities[id] = activity
      if let token = activity.updateToken { world.tokens[token] = world.entry(activity) }
    }
    missingActivityTokens = []
  }
}
