/// Each piece of the world as a world file writes it: everything that differs from the default, times absolute.
extension ProviderKey {
  var json: JSON {
    var object = JSONObject()
    object.append("team", .string(team))
    object.append("publicKey", publicKeyPEM.map(JSON.string) ?? .null)
    object.append("environments", environments != Environment.allCases, .words(environments))
    object.append("topics", !topics.isEmpty, .texts(topics))
    object.append("relatedKey", relatedKey)
    object.append("revoked", isRevoked, .bool(true))
    object.append("activeFrom", activeFrom)
    return .object(object)
  }
}

extension App {
  var json: JSON {
    var object = JSONObject()
    object.append("team", .string(team))
    object.append("kind", kind != .app, .string(kind.rawValue))
    object.append("platform", platform != .iOS, .string(platform.rawValue))
    object.append("broadcast", hasBroadcast, .bool(true))
    object.append("enrolled", isEnrolled, .bool(true))
    if let types { object.append("attributesTypes", .object(types.json)) }
    object.append("infoPlist", !infoPlist.isEmpty, .object(infoPlist))
    if let backend { object.append("backend", .object(backend)) }
    return .object(object)
  }
}

extension ProviderCertificate {
  var json: JSON {
    var object = JSONObject()
    object.append("uid", .string(userID))
    object.append("topics", !topics.isEmpty, .texts(topics))
    object.append("environments", .words(environments))
    return .object(object)
  }
}

extension Device {
  var json: JSON {
    var object = JSONObject()
    object.append("id", .string(id))
    object.append("name", .string(name))
    object.append("platform", .string(platform.rawValue))
    object.append("osVersion", .string(osVersion))
    object.append("environment", .string(environment.rawValue))
    object.append("online", !isOnline, .bool(false))
    object.append("lowPower", isLowPower, .bool(true))
    object.append("locked", isLocked, .bool(true))
    object.append("surfaces", !surfaces.isEmpty, .words(surfaces))
    object.append("enrolled", isEnrolled, .bool(true))
    object.append("apps", .array(apps.map { $0.json(namingEveryToken: !isEnrolled) }))
    return .object(object)
  }
}

extension InstalledApp {
  var json: JSON { json(namingEveryToken: false) }

  /// - Parameter isNaming: whether a device token that it does not have is told as null, so that none is made.
  func json(namingEveryToken isNaming: Bool) -> JSON {
    var object = JSONObject()
    object.append("bundleId", .string(bundleID))
    object.append("installed", !isInstalled, .bool(false))
    object.append("uninstalledAt", uninstalledAt)
    object.append("foreground", isForeground, .bool(true))
    object.append("forceQuit", isForceQuit, .bool(true))
    object.append("notifications", notifications != .allowed, .string(notifications.rawValue))
    object.append("liveActivitiesEnabled", !liveActivitiesEnabled, .bool(false))
    object.append("frequentPushesEnabled", !frequentPushesEnabled, .bool(false))
    object.append("consent", consent != .allowed, .string(consent.rawValue))
    object.append("pushToTalkJoined", pushToTalkJoined, .bool(true))
    object.append("locationPermission", locationPermission != .never, .string(locationPermission.rawValue))
    object.append("complicationShown", !complicationShown, .bool(false))
    object.append("reportsCalls", !reportsCalls, .bool(false))
    if let ownTypes { object.append("attributesTypes", .object(ownTypes.json)) }
    object.append("tokens", tokensJSON(namingEveryToken: isNaming))
    appendTraces(to: &object)
    return .object(object)
  }

  private func appendTraces(to object: inout JSONObject) {
    if let badge { object.append("badge", .integer(badge)) }
    object.append(
      "shown", !shown.isEmpty,
      .array(shown.map { ["collapseId": .string($0.collapseID), "seq": .integer($0.seq)] }))
    if let startBudget { object.append("startBudget", startBudget.json) }
    if let waiting { object.append("waiting", waiting.json) }
  }

  private func tokensJSON(namingEveryToken isNaming: Bool) -> JSON {
    var object = JSONObject()
    object.append(TokenKind.device.name, isNaming && tokens[.device] == nil, .null)
    for kind in TokenKind.plain { object.append(kind.name, tokens[kind]?.text) }
    var starts: [(String, String)] = []
    for (kind, token) in tokens {
      if case .pushToStart(let type) = kind { starts.append((type, token.text)) }
    }
    let members = starts.sorted { $0.0 < $1.0 }.map { JSONObject.Member(name: $0.0, value: .string($0.1)) }
    object.append("pushToStart", !members.isEmpty, .object(JSONObject(members)))
    return .object(object)
  }
}

extension RetiredToken {
  var json: JSON {
    var object = JSONObject()
    object.append("token", .string(token.text))
    object.append("device", .string(device))
    object.append("bundleId", .string(bundleID))
    kind.append(to: &object)
    append(to: &object)
    return .object(object)
  }

  /// The end of the token's life.
  func append(to object: inout JSONObject) {
    object.append("state", .string(retirement.state.rawValue))
    object.append("since", retirement.since)
    object.append("graceSeconds", retirement.graceSeconds != nil, .integer(retirement.graceSeconds ?? 0))
  }
}

extension RetiredToken {
  /// As it stands under its activity, which says the rest.
  var entry: JSON {
    var object = JSONObject()
    object.append("token", .string(token.text))
    append(to: &object)
    return .object(object)
  }
}

extension WorldClock {
  var json: JSON {
    var object = JSONObject()
    object.append("mode", .string(frozenAt == nil ? ClockMode.real.rawValue : ClockMode.frozen.rawValue))
    object.append("offset", offset != 0, .string(DurationText.format(offset)))
    object.append("now", frozenAt)
    return .object(object)
  }
}

extension ChannelDescription {
  var json: JSON {
    [
      "id": .string(id), "bundleId": .string(bundleID), "environment": .string(environment.rawValue),
      "messageStoragePolicy": .integer(messageStoragePolicy),
    ]
  }
}

extension JSONObject {
  mutating func append(_ name: String, _ isNeeded: Bool, _ value: @autoclosure () -> JSON) {
    if isNeeded { append(name, value()) }
  }

  mutating func append(_ name: String, _ text: String?) {
    if let text { append(name, .string(text)) }
  }

  mutating func append(_ name: String, _ instant: Instant?) {
    if let instant { append(name, .string(ISO8601.format(instant.milliseconds))) }
  }
}

extension JSON {
  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  static func words<Value: RawRepresentable>(_ values: [Value]) -> JSON where Value.RawValue == String {
    .texts(values.map(\.rawValue))
  }
}
