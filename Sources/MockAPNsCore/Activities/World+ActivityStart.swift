/// Starting a Live Activity as an app does.
extension World {
  mutating func start(_ value: JSON, at now: Instant, _ effects: inout [Effect]) throws(WorldFault) {
    var fields = try Fields(value, at: JSONPath())
    if let fail: ActivityAuthorizationError = try fields.optionalChoice("fail") { throw WorldFault(fail) }
    let place = AppPlace(device: try fields.requiredText("device"), bundleID: try fields.requiredText("bundleId"))
    let (device, app) = (try device(place.device), try app(place))
    let isIntent = try fields.flag("intent", default: false)
    let start = try fields.time("start", now: now)
    try checkAuthorisation(device, app, isVisible: isIntent || app.isForeground, isScheduled: start != nil)
    var activity = try newActivity(&fields, place, app, startedAt: max(start ?? now, now), at: now)
    let alert = try fields.text("alert")
    if start != nil, alert == nil { throw WorldFault(JSONPath(), "has no alert, which a scheduled start needs") }
    let needsToken = try readPushType(&fields, &activity, device)
    try fields.finish()
    guard runningActivities(place).count < settings.liveActivitiesPerApp else {
      throw WorldFault(.targetMaximumExceeded)
    }
    activity.begin(at: now, start == nil ? "the app" : "the app, for later")
    activity.note(Activity.Shown(at: now, content: activity.content, alert: alert.map(JSON.string)))
    if needsToken { giveToken(to: &activity) }
    add(activity, &effects)
  }

  private func checkAuthorisation(
    _ device: Device, _ app: InstalledApp, isVisible: Bool, isScheduled: Bool
  ) throws(WorldFault) {
    guard app.isInstalled else { throw WorldFault(JSONPath(), "\(app.bundleID) is not installed on \(device.id)") }
    let least = isScheduled ? OSVersion(major: 26, minor: 0) : OSVersion(major: 16, minor: 1)
    guard device.hasLiveActivities, let version = OSVersion(device.osVersion), version >= least else {
      throw WorldFault(.unsupported)
    }
    if apps[app.bundleID]?.infoPlist["NSSupportsLiveActivities"]?.bool == false { throw WorldFault(.unsupportedTarget) }
    guard app.liveActivitiesEnabled, app.consent != .denied else { throw WorldFault(.denied) }
    guard isVisible else { throw WorldFault(.visibility) }
  }

  /// The activity that the fields describe, checked against what the app declares.
  private mutating func newActivity(
    _ fields: inout Fields, _ place: AppPlace, _ app: InstalledApp, startedAt: Instant, at now: Instant
  ) throws(WorldFault) -> Activity {
    let id = try fields.text("id")
    if let id { try checkID(id) }
    let type = try fields.requiredText("attributesType")
    try WorldLoader(extending: self, at: now).checkAttributesType(
      type, of: app, at: JSONPath().appending("attributesType"))
    var activity = Activity(
      id: id ?? newActivityID(), device: place.device, bundleID: place.bundleID, attributesType: type,
      startedAt: startedAt)
    activity.attributes = .object(try fields.object("attributes") ?? JSONObject())
    if let fault = contract(type, app)?.checkAttributes(activity.attributes) {
      throw WorldFault(JSONPath([.key("attributes")] + fault.path.elements), fault.clause)
    }
    guard let content = try content(&fields, of: activity, at: now) else {
      throw WorldFault(JSONPath(), "has no contentState")
    }
    activity.content = content
    guard activity.attributesSize + content.state.bytes().count <= ActivityPush.combinedLimit else {
      throw WorldFault(.attributesTooLarge)
    }
    activity.style = try style(&fields, place)
    activity.lastTimestamp = now
    return activity
  }

  /// Documented: https://developer.apple.com/documentation/activitykit/activitystyle, of iOS 18.
  private func style(_ fields: inout Fields, _ place: AppPlace) throws(WorldFault) -> Activity.Style {
    let style: Activity.Style = try fields.choice("style", default: .standard)
    let version = try device(place.device).osVersion
    if style != .standard, OSVersion(version).map({ $0 < OSVersion(major: 18, minor: 0) }) ?? true {
      throw WorldFault(JSONPath().appending("style"), "needs iOS 18; the device has \(version)")
    }
    return style
  }

  /// An id stands in paths and is shown, so it is kept short and plain.
  private func checkID(_ id: String) throws(WorldFault) {
    let isPlain = id.utf8.allSatisfy { byte in
      byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "-_.".utf8.contains(byte)
    }
    guard isPlain, !id.isEmpty, id.utf8.count <= 100 else { throw WorldFault(.malformedActivityIdentifier) }
    if activities[id] != nil { throw WorldFault(.reconnectNotPermitted) }
  }

  /// `token`, which is the default, `none`, or the channel that is named.
  ///
  /// Documented: https://developer.apple.com/documentation/activitykit/pushtype
  private func readPushType(
    _ fields: inout Fields, _ activity: inout Activity, _ device: Device
  ) throws(WorldFault) -> Bool {
    enum Kind: String, CaseIterable { case token, none }
    activity.channel = try fields.text("channel")
    let kind: Kind? = try fields.optionalChoice("pushType")
    guard let channel = activity.channel else { return kind != Kind.none }
    let path = JSONPath().appending("channel")
    if kind != nil { throw WorldFault(path, "excludes pushType; an activity has one of them") }
    guard let known = channels[channel], known.bundleID == activity.bundleID, known.environment == device.environment
    else {
      let ids = channels.values.filter { $0.bundleID == activity.bundleID }.map(\.id)
      throw WorldFault(
        path, "names no channel of \(activity.bundleID): \(channel)" + NearMiss.hint(channel, among: ids))
    }
    guard let version = OSVersion(device.osVersion), version >= OSVersion(major: 18, minor: 0) else {
      throw WorldFault(path, "needs iOS 18; the device has \(device.osVersion)")
    }
    return false
  }
}
