/// Devices, their apps, tokens and activities.
extension WorldLoader {
  mutating func loadDevice(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let id = try fields.text("id") ?? "device-\(world.devices.count + 1)"
    guard world.devices[id] == nil else { throw WorldFault(path.appending("id"), "is given twice: \(id)") }
    var device = Device(
      id: id, name: try fields.text("name") ?? id, platform: try fields.choice("platform", default: .iOS),
      osVersion: try fields.text("osVersion") ?? "18.4",
      environment: try fields.choice("environment", default: defaultEnvironment))
    guard OSVersion(device.osVersion) != nil else {
      throw WorldFault(path.appending("osVersion"), "is \"\(device.osVersion)\"; a version is like \"18.4\"")
    }
    device.isOnline = try fields.flag("online", default: true)
    device.isLowPower = try fields.flag("lowPower", default: false)
    device.surfaces = try fields.texts("surfaces") ?? []
    device.isEnrolled = try fields.flag("enrolled", default: false)
    for entry in try fields.elements("apps") {
      let app = try loadInstalledApp(entry.value, on: device, at: entry.path)
      guard !device.apps.contains(where: { $0.bundleID == app.bundleID }) else {
        throw WorldFault(entry.path, "is given twice: \(app.bundleID) is on this device already")
      }
      device.apps.append(app)
    }
    try fields.finish()
    world.devices[id] = device
  }

  private mutating func loadInstalledApp(
    _ value: JSON, on device: Device, at path: JSONPath
  ) throws(WorldFault) -> InstalledApp {
    var fields = try Fields(value, at: path)
    var installed = InstalledApp(bundleID: try fields.requiredText("bundleId"))
    _ = try app(installed.bundleID, at: path.appending("bundleId"))
    installed.isInstalled = try fields.flag("installed", default: true)
    installed.uninstalledAt = try fields.time("uninstalledAt", now: now)
    if !installed.isInstalled, installed.uninstalledAt == nil { installed.uninstalledAt = now }
    installed.isForeground = try fields.flag("foreground", default: false)
    installed.isForceQuit = try fields.flag("forceQuit", default: false)
    installed.notifications = try fields.choice("notifications", default: .allowed)
    installed.liveActivitiesEnabled = try fields.flag("liveActivitiesEnabled", default: true)
    installed.frequentPushesEnabled = try fields.flag("frequentPushesEnabled", default: true)
    installed.consent = try fields.choice("consent", default: .allowed)
    installed.pushToTalkJoined = try fields.flag("pushToTalkJoined", default: false)
    installed.locationPermission = try fields.choice("locationPermission", default: .never)
    try loadTokens(fields.value("tokens"), of: &installed, on: device, at: path.appending("tokens"))
    try fields.finish()
    return installed
  }

  private mutating func loadTokens(
    _ value: JSON?, of app: inout InstalledApp, on device: Device, at path: JSONPath
  ) throws(WorldFault) {
    var fields = try Fields(value ?? .object(JSONObject()), at: path)
    for kind in TokenKind.plain {
      guard let text = try fields.text(kind.name) else { continue }
      try give(kind, token(text, at: path.appending(kind.name)), to: &app, on: device)
    }
    for member in try fields.members("pushToStart") {
      guard let text = member.value.string else {
        throw WorldFault(member.path, "must be a text, not \(member.value.typeName)")
      }
      if !device.isEnrolled { try checkAttributesType(member.name, of: app.bundleID, at: member.path) }
      try give(.pushToStart(attributesType: member.name), token(text, at: member.path), to: &app, on: device)
    }
    try fields.finish()
    if app.tokens[.device] == nil, !device.isEnrolled {
      give(.device, DeviceToken(derivedFrom: seed, for: "\(device.id)/\(app.bundleID)/device"), to: &app, on: device)
    }
  }

  private mutating func give(_ kind: TokenKind, _ token: DeviceToken, to app: inout InstalledApp, on device: Device) {
    app.tokens[kind] = token
    world.tokens[token] = World.entry(kind, of: app, on: device)
  }

  mutating func loadRetiredToken(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let token = try token(fields.requiredText("token"), at: path.appending("token"))
    let device = try device(fields.requiredText("device"), at: path.appending("device"))
    let bundleID = try fields.requiredText("bundleId")
    _ = try app(bundleID, at: path.appending("bundleId"))
    let kind = try kind(&fields, of: bundleID)
    let retirement = try retirement(&fields)
    try fields.finish()
    retire(
      RetiredToken(token: token, device: device.id, bundleID: bundleID, kind: kind, retirement: retirement))
  }

  private func kind(_ fields: inout Fields, of bundleID: String) throws(WorldFault) -> TokenKind {
    let name = try fields.text("kind") ?? TokenKind.device.name
    let activity = try fields.text("activity")
    if let activity, world.activities[activity] == nil {
      throw WorldFault(
        fields.path.appending("activity"),
        "names no activity: \(activity)" + NearMiss.hint(activity, among: Array(world.activities.keys)))
    }
    let attributesType = try fields.text("attributesType")
    if let attributesType, !attributesType.isEmpty {
      try checkAttributesType(attributesType, of: bundleID, at: fields.path.appending("attributesType"))
    }
    if let plain = TokenKind.plain.first(where: { $0.name == name }) { return plain }
    if name == "pushToStart" { return .pushToStart(attributesType: attributesType ?? "") }
    if name == "update" { return .update(activity: activity ?? "") }
    let names = TokenKind.plain.map(\.name) + ["pushToStart", "update"]
    throw WorldFault(fields.path.appending("kind"), "is \"\(name)\", which is none of \(names.joined(separator: ", "))")
  }

  private func retirement(_ fields: inout Fields) throws(WorldFault) -> TokenEntry.Retirement {
    TokenEntry.Retirement(
      state: try fields.choice("state", default: .superseded), since: try fields.time("since", now: now) ?? now,
      graceSeconds: try fields.count("graceSeconds"))
  }

  private mutating func retire(_ retired: RetiredToken) {
    world.retiredTokens.append(retired)
    world.tokens[retired.token] = world.entry(retired)
  }

  mutating func loadActivity(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let device = try device(fields.requiredText("device"), at: path.appending("device"))
    let bundleID = try fields.requiredText("bundleId")
    _ = try app(bundleID, at: path.appending("bundleId"))
    let id = try fields.text("id") ?? "activity-\(world.activities.count + 1)"
    guard world.activities[id] == nil else { throw WorldFault(path.appending("id"), "is given twice: \(id)") }
    var activity = ActivityDescription(
      id: id, device: device.id, bundleID: bundleID, attributesType: try fields.requiredText("attributesType"),
      startedAt: now)
    if !activity.attributesType.isEmpty {
      try checkAttributesType(activity.attributesType, of: bundleID, at: path.appending("attributesType"))
    }
    if let attributes = try fields.object("attributes") { activity.attributes = .object(attributes) }
    if let state = try fields.object("contentState") { activity.contentState = .object(state) }
    activity.startedAt = try fields.time("startedAt", now: now) ?? now
    activity.endedAt = try fields.time("endedAt", now: now)
    activity.dismissedAt = try fields.time("dismissedAt", now: now)
    activity.channel = try fields.text("channel")
    if let channel = activity.channel, world.channels[channel] == nil {
      throw WorldFault(path.appending("channel"), "names no channel: \(channel)")
    }
    try loadActivityTokens(&fields, of: &activity, on: device)
    try fields.finish()
    world.activities[id] = activity
  }

  /// An app that declares its attributes types has no others.
  private func checkAttributesType(_ name: String, of bundleID: String, at path: JSONPath) throws(WorldFault) {
    guard let types = world.apps[bundleID]?.carried["attributesTypes"]?.object, types[name] == nil else { return }
    throw WorldFault(
      path, "names no attributes type of \(bundleID): \(name)" + NearMiss.hint(name, among: types.members.map(\.name)))
  }

  private mutating func loadActivityTokens(
    _ fields: inout Fields, of activity: inout ActivityDescription, on device: Device
  ) throws(WorldFault) {
    let kind = TokenKind.update(activity: activity.id)
    let place = fields.path.appending("tokens")
    if let tokens = fields.value("tokens") {
      var names = try Fields(tokens, at: place)
      if let text = try names.text("update") {
        activity.updateToken = try token(text, at: place.appending("update"))
      }
      try names.finish()
    }
    if activity.updateToken == nil, activity.channel == nil {
      activity.updateToken = DeviceToken(derivedFrom: seed, for: "\(activity.id)/update")
    }
    if let token = activity.updateToken { world.tokens[token] = world.entry(activity) }
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
}
