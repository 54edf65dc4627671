/// Looks through the payload of an accepted push for what its sender will not get.
///
/// Nothing here is refused: APNs does not look into a payload, devices do. Sources stand in the tables of findings and
/// of `aps` keys.
extension Judgement {
  mutating func reviewPayload(_ world: World) {
    guard let payload, facts.bundleID != nil else { return }
    if let app, world.apps.values[app].kind == .wallet {
      if payload.object?.isEmpty == false { note(.alertToPass, path: "aps") }
      return
    }
    guard let aps = payload["aps"] else {
      reviewMissingAps(payload)
      return
    }
    guard let keys = aps.object else {
      note(.wrongType, path: "aps", "It must be an object, not \(aps.typeName).")
      return
    }
    reviewKeys(keys, .aps, at: Self.apsPath)
    if let alert = keys["alert"]?.object { reviewKeys(alert, .alert, at: Self.alertPath) }
    if topicSuffix == PushType.liveactivity.row.topicSuffix {
      if app.map({ world.apps.values[$0].types == nil }) ?? true { note(.contractNotDeclared) }
      reviewLiveActivity(keys)
      reviewDatesInState(keys, world)
    } else {
      reviewPresentation(keys)
    }
  }

  private static let apsPath = JSONPath([.key("aps")])
  private static let alertPath = JSONPath([.key("aps"), .key("alert")])

  /// A push without `aps` shows nothing, but for MDM; somebody may have wrapped it.
  private mutating func reviewMissingAps(_ payload: JSON) {
    guard payload["mdm"] == nil, let place = Self.nestedAps(in: payload, at: JSONPath(), depth: 0) else { return }
    note(.nearMiss, path: place.description, "The payload has no aps at its top, but one at \(place).")
  }

  /// The path of the first object named `aps` below the top.
  private static func nestedAps(in value: JSON, at path: JSONPath, depth: Int) -> JSONPath? {
    guard depth < 6, let object = value.object else { return nil }
    for member in object.members {
      let place = path.appending(member.name)
      if member.name == "aps", member.value.object != nil { return place }
      if let found = nestedAps(in: member.value, at: place, depth: depth + 1) { return found }
    }
    return nil
  }

  /// Every key by its row: its type, or what was probably meant.
  private mutating func reviewKeys(_ object: JSONObject, _ keys: ApsKeys, at path: JSONPath) {
    // Looking for what was meant takes time, so that stops too once nothing more can be noted.
    for member in object.members where findings.count < Self.findingLimit {
      guard let row = keys.row(of: member.name) else {
        reviewUnknown(member.name, keys, at: path.appending(member.name).description)
        continue
      }
      guard !keys.admits(member.value, row) else { continue }
      let place = path.appending(member.name).description
      let wanted = keys.table[row].forms.map(\.wanted).joined(separator: " or ")
      let shown = member.value.string.map { "\"\(Self.shown($0.utf8))\"" } ?? member.value.typeName
      note(.wrongType, path: place, "It must be \(wanted); it is \(shown).")
    }
  }

  private mutating func reviewUnknown(_ name: String, _ keys: ApsKeys, at place: String) {
    if name == "events", keys.names.contains("event") {
      note(.eventsTypo, path: place)
      return
    }
    let hyphenated = String(name.map { $0 == "_" ? "-" : $0 })
    let meant = keys.names.first { $0 == hyphenated } ?? NearMiss.closest(to: name, among: keys.names)
    if let meant {
      note(.nearMiss, path: place, "Apple's key is \(meant), not \(name).")
    } else {
      note(.unknownApsKey, path: place)
    }
  }

  /// What an ordinary push says of its kind against what it carries.
  private mutating func reviewPresentation(_ aps: JSONObject) {
    let shown = ["alert", "badge", "sound"].first { aps[$0] != nil }
    switch (facts.pushType, shown) {
    case (.background, let shown?):
      note(.backgroundWithAlert, path: "aps.\(shown)")
    case (.alert, nil) where aps["content-available"] != nil:
      note(.alertTypeForBackground, path: "aps.content-available")
    default: break
    }
  }
}

/// A table of keys, taken apart for looking names up.
private struct ApsKeys {
  static let aps = ApsKeys(table: ApsKey.table)
  static let alert = ApsKeys(table: ApsKey.alertTable)

  let table: [ApsKey]
  let names: [String]

  init(table: [ApsKey]) {
    self.table = table
    names = table.map(\.name)
  }

  func row(of name: String) -> Int? {
    names.firstIndex { $0.hasBits(of: name) } ?? names.firstIndex { $0.isSpelled(name) }
  }

  func admits(_ value: JSON, _ row: Int) -> Bool {
    table[row].forms.contains { $0.admits(value) }
  }
}
