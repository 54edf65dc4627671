/// Devices, their apps and tokens.
extension WorldLoader {
  mutating func loadDevice(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let id = try fields.text("id") ?? unusedName("device", world.devices.keys)
    guard !id.isEmpty else { throw WorldFault(path.appending("id"), "is empty") }
    guard world.devices[id] == nil else { throw WorldFault(path.appending("id"), "is given twice: \(id)") }
    guard world.devices.count < World.deviceLimit else {
      throw WorldFault(path, "is one device too many; a world has \(World.deviceLimit) at most")
    }
    var device = Device(
      id: id, name: id, platform: try fields.choice("platform", default: .iOS), osVersion: "18.4",
      environment: try fields.choice("environment", default: defaultEnvironment))
    device.isEnrolled = try fields.flag("enrolled", default: false)
    try device.read(&fields)
    for entry in try fields.elements("apps") {
      guard device.apps.count < World.appsPerDeviceLimit else {
        throw WorldFault(entry.path, "is one app too many; a device has \(World.appsPerDeviceLimit) at most")
      }
      let app = try loadInstalledApp(entry.value, on: device, at: entry.path)
      guard device.app(app.bundleID) == nil else {
        throw WorldFault(entry.path, "is given twice: \(app.bundleID) is on this device already")
      }
      device.apps.append(app)
    }
    try fields.finish()
    world.devices[id] = device
  }

  /// A name with a number behind it that nothing else has.
  func unusedName(_ kind: String, _ names: some Collection<String>) -> String {
    var number = names.count + 1
    let known = Set(names)
    while known.contains("\(kind)-\(number)") { number += 1 }
    return "\(kind)-\(number)"
  }

  /// An app with what its user allows, its tokens and what pushes left behind.
  mutating func loadInstalledApp(
    _ value: JSON, on device: Device, at path: JSONPath
  ) throws(WorldFault) -> InstalledApp {
    var fields = try Fields(value, at: path)
    var installed = InstalledApp(bundleID: try fields.requiredText("bundleId"))
    _ = try app(installed.bundleID, at: path.appending("bundleId"))
    installed.isInstalled = try fields.flag("installed", default: true)
    installed.uninstalledAt = try fields.time("uninstalledAt", now: now)
    if installed.isInstalled, installed.uninstalledAt != nil {
      throw WorldFault(path.appending("uninstalledAt"), "goes with installed: false only")
    }
    if !installed.isInstalled, installed.uninstalledAt == nil { installed.uninstalledAt = now }
    try installed.read(&fields)
    try installed.readTraces(&fields, now: now)
    try loadTokens(fields.value("tokens"), of: &installed, on: device, at: path.appending("tokens"))
    try fields.finish()
    return installed
  }

  private mutating func loadTokens(
    _ value: JSON?, of app: inout InstalledApp, on device: Device, at path: JSONPath
  ) throws(WorldFault) {
    var fields = try Fields(value ?? .object(JSONObject()), at: path)
    let hasNone = fields.object[TokenKind.device.name]?.isNull == true
    if hasNone { _ = fields.value(TokenKind.device.name) }
    for kind in TokenKind.plain where kind != .device || !hasNone {
      guard let text = try fields.text(kind.name) else { continue }
      try give(kind, token(text, at: path.appending(kind.name)), to: &app, on: device)
    }
    for member in try fields.members("pushToStart") {
      guard let text = member.value.string else {
        throw WorldFault(member.path, "must be a text, not \(member.value.typeName)")
      }
      guard app.tokens.count < World.tokensPerAppLimit else {
        throw WorldFault(member.path, "is one token too many; an app has \(World.tokensPerAppLimit) at most")
      }
      if !device.isEnrolled { try checkAttributesType(member.name, of: app, at: member.path) }
      try give(.pushToStart(attributesType: member.name), token(text, at: member.path), to: &app, on: device)
    }
    try fields.finish()
    if !device.isEnrolled, !hasNone { missingTokens.append((device.id, app.bundleID)) }
  }

  /// Makes the tokens that nobody gave, when all those that somebody gave are known.
  mutating func makeMissingTokens() {
    for (device, bundleID) in missingTokens {
      let place = AppPlace(device: device, bundleID: bundleID)
      guard let app = world.devices[device]?.app(bundleID), app.tokens[.device] == nil else { continue }
      world.give(.device, world.newToken("\(device)/\(bundleID)/device", .device), to: place)
    }
    missingTokens = []
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
    let kind = try kind(&fields)
    let retirement = try retirement(&fields)
    try fields.finish()
    world.retire(
      RetiredToken(token: token, device: device.id, bundleID: bundleID, kind: kind, retirement: retirement))
  }

  /// A kind of token; the activity of it must exist, but a type may be one that only an older build had.
  private func kind(_ fields: inout Fields) throws(WorldFault) -> TokenKind {
    let kind = try TokenKind(&fields)
    if case .update(let activity) = kind, !activity.isEmpty, world.activities[activity] == nil {
      throw WorldFault(
        fields.path.appending("activity"),
        "names no activity: \(activity)" + NearMiss.hint(activity, among: Array(world.activities.keys)))
    }
    return kind
  }

  func retirement(_ fields: inout Fields) throws(WorldFault) -> TokenEntry.Retirement {
    TokenEntry.Retirement(
      state: try fields.choice("state", default: .superseded), since: try fields.time("since", now: now) ?? now,
      graceSeconds: try fields.count("graceSeconds"))
  }

  /// An app that declares its attributes types has no others.
  func checkAttributesType(_ name: String, of app: InstalledApp, at path: JSONPath) throws(WorldFault) {
    guard let types = world.types(of: app), types.json[name] == nil else { return }
    throw WorldFault(
      path,
      "names no attributes type of \(app.bundleID): \(name)"
        + NearMiss.hint(name, among: types.json.members.map(\.name)))
  }
}
