/// Making what is unknown, so that the first push works: on accepted pushes only, and only where settings say so.
extension World {
  /// Devices that are made for unknown tokens; beyond it pushes are accepted and no device is made.
  package static let enrolledDeviceLimit = 100_000
  /// Apps and keys that are made for unknown topics and key ids, each.
  package static let enrolledNameLimit = 10_000

  mutating func enroll(_ judgement: inout Judgement, _ effects: inout [Effect]) {
    let team = judgement.connection.team
    if judgement.key == nil, let key = judgement.providerToken?.keyID, let team, !keys.has(key) {
      enrollKey(key, of: team, &effects)
    }
    guard let bundleID = judgement.facts.bundleID else { return }
    if judgement.app == nil { enrollApp(bundleID, of: team ?? "", &effects) }
    guard judgement.isTokenUnknown, let token = judgement.token, apps.has(bundleID) else { return }
    if !enrollDevice(for: token, judgement, &effects) { judgement.note(.worldFull, path: ":path") }
  }

  /// Whether a running Live Activity will be made for an unknown token.
  func adopts(_ judgement: Judgement) -> Bool {
    judgement.isTokenUnknown && judgement.token != nil && Self.kind(judgement) == nil
  }

  private mutating func enrollKey(_ id: String, of team: String, _ effects: inout [Effect]) {
    guard keys.count < Self.enrolledNameLimit else { return }
    keys[id] = ProviderKey(id: id, team: team, generation: nextKeyGeneration())
    announce(.key, id, &effects)
  }

  private mutating func enrollApp(_ bundleID: String, of team: String, _ effects: inout [Effect]) {
    guard apps.count < Self.enrolledNameLimit else { return }
    apps[bundleID] = App(bundleID: bundleID, team: team, isEnrolled: true)
    announce(.app, bundleID, &effects)
  }

  /// Gives the token a device of its own, with the app of the topic on it.
  ///
  /// False when the world has as many as it may.
  private mutating func enrollDevice(
    for token: DeviceToken, _ judgement: Judgement, _ effects: inout [Effect]
  ) -> Bool {
    guard devices.count < Self.enrolledDeviceLimit, let bundleID = judgement.facts.bundleID else { return false }
    let short = "enrolled-\(token.text.prefix(12))"
    let id = devices[short] == nil ? short : "enrolled-\(token.text)"
    let kind = Self.kind(judgement)
    var app = InstalledApp(bundleID: bundleID)
    if let kind { app.tokens[kind] = token }
    let platform = apps[bundleID]?.platform ?? .iOS
    let device = Device(
      id: id, name: "Enrolled device", platform: platform, osVersion: "18.4", environment: judgement.environment,
      apps: [app], isEnrolled: true)
    devices[id] = device
    announce(.device, id, &effects)
    if let kind {
      tokens[token] = Self.entry(kind, of: app, on: device)
    } else {
      adopt(token, of: bundleID, on: id, judgement.worldNow, &effects)
    }
    return true
  }

  /// Makes the activity that an unknown update token belongs to; its attributes and its past are not known.
  ///
  /// Chosen: a timestamp older than an activity can be is still too old.
  private mutating func adopt(
    _ token: DeviceToken, of bundleID: String, on device: String, _ now: Instant, _ effects: inout [Effect]
  ) {
    let short = "adopted-\(token.text.prefix(12))"
    let id = activities[short] == nil ? short : "adopted-\(token.text)"
    var activity = Activity(id: id, device: device, bundleID: bundleID, attributesType: "", startedAt: now)
    activity.lastTimestamp = now + -Activity.longestRun
    activity.updateToken = token
    activity.begin(at: now, "a push to an unknown token")
    tokens[token] = entry(activity)
    add(activity, &effects)
  }

  /// What an unknown token is for; nil for a running Live Activity.
  ///
  /// Under its suffix a start is sent to a push-to-start token, anything else to the token of an activity.
  private static func kind(_ judgement: Judgement) -> TokenKind? {
    if let kind = TokenKind(topicSuffix: judgement.topicSuffix) { return kind }
    let aps = judgement.payload?["aps"]
    guard aps?["event"]?.string == "start" else { return nil }
    return .pushToStart(attributesType: aps?["attributes-type"]?.string ?? "")
  }

  /// Tells that a part of the world changed, so that it is stored.
  mutating func announce(_ kind: EntityChange.Kind, _ id: String, _ effects: inout [Effect]) {
    revision += 1
    effects.append(.changed(tellsContents ? change(kind, id) : EntityChange(kind: kind, id: id, value: nil)))
  }

  /// A part as it is now; what is large is left for its keeper to write down.
  private func change(_ kind: EntityChange.Kind, _ id: String) -> EntityChange {
    switch kind {
    case .device: if let device = devices[id] { return EntityChange(device) }
    case .activity: if let activity = activities[id] { return EntityChange(activity) }
    default: break
    }
    return EntityChange(kind: kind, id: id, value: entity(kind, id))
  }
}
