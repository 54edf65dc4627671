/// Why a Live Activity push does nothing on its device.
struct ActivityDrop: Error {
  var reason: OutcomeReason
  var detail: String?
  var activity: String?
  var contract = Outcome.ContractCheck.notApplicable

  init(
    _ reason: OutcomeReason, _ detail: String? = nil, activity: String? = nil,
    contract: Outcome.ContractCheck = .notApplicable
  ) {
    self.reason = reason
    self.detail = detail
    self.activity = activity
    self.contract = contract
  }
}

/// What `event` may be. Documented: `ApplePage.liveActivities`.
enum ActivityEvent: String, CaseIterable { case start, update, end }

/// A Live Activity push with what it is judged by: its keys, its clock and the settings.
struct ActivityPush {
  let push: DevicePush
  let aps: JSONObject
  let event: ActivityEvent
  let settings: Settings
  let now: Instant

  /// How far ahead a timestamp may lie. An Apple engineer in https://developer.apple.com/forums/thread/776165
  static let furthestTimestamp = 8 * 3_600_000

  init(_ push: DevicePush, _ settings: Settings, at now: Instant) throws(ActivityDrop) {
    aps = try Self.aps(of: push)
    event = try Self.event(aps)
    self.push = push
    self.settings = settings
    self.now = now
  }

  private static func event(_ aps: JSONObject) throws(ActivityDrop) -> ActivityEvent {
    guard let value = aps["event"] else { throw ActivityDrop(.eventMissing, "aps has no event" + eventHint(aps)) }
    guard let event = value.string.flatMap(ActivityEvent.init(rawValue:)) else {
      throw ActivityDrop(.eventUnknown, "event is \(value.text()); it must be start, update or end")
    }
    return event
  }

  /// `events` is what old documentation of Apple said. Observed: gh:parse-community/node-apn#133
  private static func eventHint(_ aps: JSONObject) -> String {
    NearMiss.closest(to: "event", among: aps.members.map(\.name)).map { "; it has \($0)" } ?? ""
  }

  private static func aps(of push: DevicePush) throws(ActivityDrop) -> JSONObject {
    switch push.payload {
    case .notJSON: throw ActivityDrop(.payloadNotJSON)
    case .notObject(let type): throw ActivityDrop(.payloadNotObject, "it is a JSON \(type)")
    case .object(let payload):
      guard let value = payload["aps"] else { throw ActivityDrop(.apsMissing) }
      guard let aps = value.object else { throw ActivityDrop(.apsMissing, "aps is of type \(value.typeName)") }
      return aps
    }
  }

  /// `timestamp` by the world's clock; the time of arrival where it is missing and the setting says so.
  func timestamp() throws(ActivityDrop) -> Instant {
    guard let seconds = aps["timestamp"]?.double else {
      if settings.missingTimestamp == .apply { return now }
      let found = aps["timestamp"].map { "timestamp is \($0.text()), no number" } ?? "timestamp is absent"
      throw ActivityDrop(.timestampMissing, "\(found) (setting missingTimestamp)")
    }
    let time = push.time(seconds)
    if time > now + Self.furthestTimestamp {
      let hint = seconds >= 1e11 ? "; it looks like milliseconds" : ""
      throw ActivityDrop(.timestampTooFar, "timestamp lies \(Self.duration(now, time)) ahead, which is too far\(hint)")
    }
    return time
  }

  /// A date of `aps` by the world's clock; nil when it is absent, or of a wrong type where the setting lets it pass.
  func date(_ name: String) throws(ActivityDrop) -> Instant? {
    guard let value = aps[name], !value.isNull else { return nil }
    if let seconds = value.double { return push.time(seconds) }
    if settings.wrongTypeDate == .apply { return nil }
    throw ActivityDrop(.dateWrongType, "\(name) is \(value.text()), no number (setting wrongTypeDate)")
  }

  var relevanceScore: Double { aps["relevance-score"]?.double ?? 0 }

  /// What alerts; nil without an alert. An empty one counts: what iOS does with it is undefined.
  static func alert(_ aps: JSONObject) -> JSON? {
    guard let alert = aps["alert"], alert.string != nil || alert.object != nil else { return nil }
    return alert
  }

  /// What an alert says.
  static func words(_ alert: JSON) -> String {
    if let text = alert.string { return text }
    func text(_ name: String) -> String { alert[name]?.string ?? alert[name]?["loc-key"]?.string ?? "" }
    let (title, body) = (text("title"), text("body"))
    return title.isEmpty || body.isEmpty ? title + body : title + ": " + body
  }

  /// A span of time as a reader likes it.
  static func duration(_ from: Instant, _ to: Instant) -> String {
    let seconds = (to.milliseconds - from.milliseconds).magnitude / 1000
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) days"
    }
  }
}
