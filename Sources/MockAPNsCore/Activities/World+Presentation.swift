extension World {
  /// Where an activity is seen now, in the words of the inspection API; empty when nowhere.
  ///
  /// Of each app the most relevant one is in the Dynamic Island; one app has the compact presentation, two have the
  /// minimal one. Documented: `ApplePage.liveData`; equal scores go to the one that began first.
  package func presentation(of activity: Activity) -> [String] {
    guard activity.wasPresented, let device = devices[activity.device] else { return [] }
    switch activity.state {
    case .pending, .dismissed: return []
    case .ended: return ["lockScreen"]
    case .active, .stale:
      return ["lockScreen"]
        + device.surfaces.compactMap { surface in
          surface == .dynamicIsland ? islandPresentation(of: activity, on: device) : surface.rawValue
        }
    }
  }

  private func islandPresentation(of activity: Activity, on device: Device) -> String? {
    let leaders = device.apps.compactMap { app in
      runningActivities(AppPlace(device: device.id, bundleID: app.bundleID))
        .filter { $0.wasPresented && $0.state != .pending }.min(by: Self.isBefore)
    }.sorted(by: Self.isBefore).prefix(2)
    guard leaders.contains(where: { $0.id == activity.id }) else { return nil }
    return leaders.count == 1 ? "dynamicIsland.compact" : "dynamicIsland.minimal"
  }

  private static func isBefore(_ left: Activity, _ right: Activity) -> Bool {
    (-left.content.relevanceScore, left.startedAt, left.id) < (-right.content.relevanceScore, right.startedAt, right.id)
  }

  /// An activity as the inspection API shows it: whole, and where it is seen.
  package func shownActivity(_ id: String) -> JSON? {
    guard let activity = activities[id], var object = activity.wholeJSON.object else { return nil }
    object.append("presentedAs", .texts(presentation(of: activity)))
    return .object(object)
  }

  /// A device as the inspection API shows it: with the ids of its running activities.
  package func shownDevice(_ id: String) -> JSON? {
    guard let device = devices[id], var object = device.json.object else { return nil }
    object.fill(Self.deviceDefaults)
    let apps = device.apps.map { app in
      var object = app.json.object ?? JSONObject()
      object.fill(Self.appDefaults)
      return JSON.object(object)
    }
    object.set("apps", .array(apps))
    let running = device.apps.flatMap { runningActivities(AppPlace(device: id, bundleID: $0.bundleID)) }
    object.append("activities", .texts(running.map(\.id)))
    return .object(object)
  }

  /// What a world file leaves out, since it goes without saying.
  private static let deviceDefaults: KeyValuePairs<String, JSON> = [
    "online": true, "lowPower": false, "locked": false, "surfaces": [],
  ]
  private static let appDefaults: KeyValuePairs<String, JSON> = [
    "installed": true, "foreground": false, "forceQuit": false, "notifications": "allowed",
    "liveActivitiesEnabled": true, "frequentPushesEnabled": true, "consent": "allowed",
    "pushToTalkJoined": false, "locationPermission": "never", "complicationShown": true, "reportsCalls": true,
  ]

  /// A token as the inspection API shows it.
  package func shownToken(_ token: DeviceToken) -> JSON? {
    guard let entry = tokens[token] else { return nil }
    var object = JSONObject()
    object.append("token", .string(token.text))
    object.append("device", .string(entry.device))
    object.append("bundleId", .string(entry.bundleID))
    entry.kind.append(to: &object)
    object.append("environment", .string(entry.environment.rawValue))
    object.append("state", .string(entry.retirement?.state.rawValue ?? "active"))
    object.append("since", entry.retirement?.since)
    if let grace = entry.retirement?.graceSeconds { object.append("graceSeconds", .integer(grace)) }
    return .object(object)
  }
}

extension JSONObject {
  /// Adds what is not there.
  fileprivate mutating func fill(_ defaults: KeyValuePairs<String, JSON>) {
    for (name, value) in defaults where self[name] == nil { append(name, value) }
  }
}
