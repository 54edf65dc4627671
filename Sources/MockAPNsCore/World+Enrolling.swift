/// Making what is unknown, so that the first push works: on accepted pushes only, and only where settings say so.
extension World {
  /// Devices that are made for unknown tokens; beyond it pushes are accepted and no device is made.
  package static let enrolledDeviceLimit = 100_000
  /// Apps and keys that are made for unknown topics and key ids, each.
  package static let enrolledNameLimit = 10_000

  mutating func enroll(_ judgement: Judgement, _ effects: inout [Effect]) {
    let team = judgement.connection.team
    if let key = judgement.providerToken?.keyID, let team, keys[key] == nil { enrollKey(key, of: team, &effects) }
    guard let bundleID = judgement.facts.bundleID else { return }
    if apps[bundleID] == nil { enrollApp(bundleID, of: team ?? "", &effects) }
    guard let token = judgement.token, tokens[token] == nil else { return }
    enrollDevice(for: token, judgement, &effects)
  }

  private mutating func enrollKey(_ id: String, of team: String, _ effects: inout [Effect]) {
    guard keys.count < Self.enrolledNameLimit else { return }
    keys[id] = ProviderKey(id: id, team: team)
    announce(.key, id, &effects)
  }

  private mutating func enrollApp(_ bundleID: String, of team: String, _ effects: inout [Effect]) {
    guard apps.count < Self.enrolledNameLimit else { return }
    apps[bundleID] = App(bundleID: bundleID, team: team, isEnrolled: true)
    announce(.app, bundleID, &effects)
  }

  /// Gives the token a device of its own, with the app of the topic on it.
  private mutating func enrollDevice(for token: DeviceToken, _ judgement: Judgement, _ effects: inout [Effect]) {
    guard devices.count < Self.enrolledDeviceLimit, let bundleID = judgement.facts.bundleID else { return }
    let short = "enrolled-\(token.text.prefix(12))"
    let id = devices[short] == nil ? short : "enrolled-\(token.text)"
    let kind = Self.kind(of: token, judgement)
    var app = InstalledApp(bundleID: bundleID)
    app.tokens[kind] = token
    let platform = apps[bundleID]?.platform ?? .iOS
    devices[id] = Device(
      id: id, name: "Enrolled device", platform: platform, osVersion: "18.4", environment: judgement.environment,
      apps: [app], isEnrolled: true)
    tokens[token] = TokenEntry(device: id, bundleID: bundleID, kind: kind, environment: judgement.environment)
    announce(.device, id, &effects)
  }

  /// Under the Live Activity suffix a start is sent to a push-to-start token, anything else to an update token.
  private static func kind(of token: DeviceToken, _ judgement: Judgement) -> TokenKind {
    if let kind = TokenKind(topicSuffix: judgement.topicSuffix) { return kind }
    let aps = judgement.payload?["aps"]
    if aps?["event"]?.string == "start" { return .pushToStart(attributesType: aps?["attributes-type"]?.string ?? "") }
    return .update(activity: "adopted-\(token.text.prefix(12))")
  }

  /// Tells that a part of the world changed, so that it is stored.
  mutating func announce(_ kind: EntityChange.Kind, _ id: String, _ effects: inout [Effect]) {
    revision += 1
    effects.append(.changed(EntityChange(kind: kind, id: id, value: entity(kind, id))))
  }
}
