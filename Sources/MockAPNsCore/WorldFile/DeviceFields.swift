/// What a world file and a change through the API say of a device: the same keys, each optional.
extension Device {
  mutating func read(_ fields: inout Fields) throws(WorldFault) {
    name = try fields.text("name") ?? name
    osVersion = try fields.text("osVersion") ?? osVersion
    guard OSVersion(osVersion) != nil else {
      throw WorldFault(fields.path.appending("osVersion"), "is \"\(osVersion)\"; a version is like \"18.4\"")
    }
    isOnline = try fields.flag("online", default: isOnline)
    isLowPower = try fields.flag("lowPower", default: isLowPower)
    isLocked = try fields.flag("locked", default: isLocked)
    surfaces = try fields.choices("surfaces", default: surfaces)
  }
}

extension InstalledApp {
  /// What its user and its own code decide.
  mutating func read(_ fields: inout Fields) throws(WorldFault) {
    isForeground = try fields.flag("foreground", default: isForeground)
    isForceQuit = try fields.flag("forceQuit", default: isForceQuit)
    if fields.object["foreground"]?.bool == true, fields.object["forceQuit"]?.bool == true {
      throw WorldFault(fields.path.appending("forceQuit"), "excludes foreground; an app that was quit is not in front")
    }
    notifications = try fields.choice("notifications", default: notifications)
    try readLiveActivitySwitches(&fields)
    pushToTalkJoined = try fields.flag("pushToTalkJoined", default: pushToTalkJoined)
    locationPermission = try fields.choice("locationPermission", default: locationPermission)
    complicationShown = try fields.flag("complicationShown", default: complicationShown)
    reportsCalls = try fields.flag("reportsCalls", default: reportsCalls)
    guard let value = fields.value("attributesTypes") else { return }
    let path = fields.path.appending("attributesTypes")
    guard !value.isNull else { return ownTypes = nil }
    guard let types = value.object else { throw WorldFault(path, "must be an object, not \(value.typeName)") }
    ownTypes = try ActivityTypes(types, at: path)
  }

  /// The switches that a device can also set for all of its apps.
  mutating func readLiveActivitySwitches(_ fields: inout Fields) throws(WorldFault) {
    liveActivitiesEnabled = try fields.flag("liveActivitiesEnabled", default: liveActivitiesEnabled)
    frequentPushesEnabled = try fields.flag("frequentPushesEnabled", default: frequentPushesEnabled)
    consent = try fields.choice("consent", default: consent)
  }

  /// What pushes have left behind; a snapshot tells it.
  mutating func readTraces(_ fields: inout Fields, now: Instant) throws(WorldFault) {
    if let badge = fields.value("badge") {
      guard let number = badge.integer else {
        throw WorldFault(fields.path.appending("badge"), "must be a whole number, not \(badge.typeName)")
      }
      self.badge = number
    }
    for entry in try fields.elements("shown").prefix(Self.shownLimit) {
      var fields = try Fields(entry.value, at: entry.path)
      let seq = try fields.seq()
      shown.append(ShownNotification(collapseID: try fields.requiredText("collapseId"), seq: seq))
      try fields.finish()
    }
    startBudget = try Allowance(&fields, "startBudget", now: now)
    waiting = try WaitingPush(&fields, now: now)
  }
}

extension Allowance {
  /// nil when there is none under that name.
  init?(_ fields: inout Fields, _ name: String, now: Instant) throws(WorldFault) {
    guard let value = fields.value(name) else { return nil }
    var fields = try Fields(value, at: fields.path.appending(name))
    self.init(at: try fields.time("at", now: now) ?? now)
    spent = max(0, try fields.number("spent") ?? 0)
    try fields.finish()
  }

  var json: JSON {
    ["spent": JSONNumber(spent).map(JSON.number) ?? 0, "at": .string(ISO8601.format(at.milliseconds))]
  }
}

extension WaitingPush {
  /// Reads `waiting`; nil when nothing waits.
  init?(_ parent: inout Fields, now: Instant) throws(WorldFault) {
    guard let value = parent.value("waiting") else { return nil }
    var fields = try Fields(value, at: parent.path.appending("waiting"))
    let payload = try Self.payload(&fields)
    let token = try WorldLoader.anyToken(fields.requiredText("token"), at: fields.path.appending("token"))
    push = DevicePush(
      seq: try fields.seq(), token: token, kind: try TokenKind(&fields),
      type: try fields.optionalChoice("pushType"), priority: try fields.count("priority") ?? 10,
      collapseID: try fields.text("collapseId"), payload: payload, size: try fields.count("size") ?? 0,
      receivedAt: try fields.time("receivedAt", now: now) ?? now, waitsUntil: try fields.time("waitsUntil", now: now),
      shift: try fields.integer("shiftMilliseconds") ?? 0)
    obstacle = try fields.choice("obstacle", default: .offline)
    try fields.finish()
  }

  private static func payload(_ fields: inout Fields) throws(WorldFault) -> DevicePush.Payload {
    let object = try fields.object("payload")
    let type = try fields.text("payloadType")
    return object.map(DevicePush.Payload.object) ?? type.map(DevicePush.Payload.notObject) ?? .notJSON
  }

  var json: JSON {
    var object = JSONObject()
    object.append("obstacle", .string(obstacle.rawValue))
    object.append("seq", .integer(push.seq))
    object.append("token", .string(push.token.text))
    push.kind.append(to: &object)
    object.append("pushType", push.type?.rawValue)
    object.append("priority", .integer(push.priority))
    object.append("collapseId", push.collapseID)
    switch push.payload {
    case .object(let payload): object.append("payload", .object(payload))
    case .notObject(let type): object.append("payloadType", .string(type))
    case .notJSON: break
    }
    object.append("size", .integer(push.size))
    object.append("receivedAt", push.receivedAt)
    object.append("waitsUntil", push.waitsUntil)
    object.append("shiftMilliseconds", push.shift != 0, .integer(push.shift))
    return .object(object)
  }
}

extension Fields {
  /// The number of a delivery; 0, which none has, where it is absent.
  fileprivate mutating func seq() throws(WorldFault) -> UInt64 {
    let number = try integer("seq") ?? 0
    guard let seq = UInt64(exactly: number) else {
      throw WorldFault(path.appending("seq"), "is \(number); a delivery has a number from 1 on")
    }
    return seq
  }
}

extension TokenKind {
  /// Reads `kind` with `attributesType` or `activity`; a device token without it.
  init(_ fields: inout Fields) throws(WorldFault) {
    let name = try fields.text("kind") ?? TokenKind.device.name
    let (type, activity) = (try fields.text("attributesType") ?? "", try fields.text("activity") ?? "")
    let known = TokenKind.plain + [.pushToStart(attributesType: type), .update(activity: activity)]
    guard let kind = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name)
      throw WorldFault(
        fields.path.appending("kind"),
        "is \"\(name)\", which is none of \(names.joined(separator: ", "))" + NearMiss.hint(name, among: names))
    }
    self = kind
  }

  func append(to object: inout JSONObject) {
    object.append("kind", .string(name))
    if case .pushToStart(let type) = self { object.append("attributesType", .string(type)) }
    if case .update(let activity) = self { object.append("activity", !activity.isEmpty, .string(activity)) }
  }
}
