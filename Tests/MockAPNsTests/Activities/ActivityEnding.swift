import MockAPNsCore
import Testing

/// A row: pushes of which the last is dropped for the reason, and the neighbour whose last push does something.
struct ActivityEnding: Sendable, CustomTestStringConvertible {
  var reason: OutcomeReason
  var steps: [ActivityStep]
  /// What the detail of the outcome names: the key or the setting.
  var naming: String
  var neighbour: [ActivityStep]
  /// What becomes of the neighbour's last push.
  var ends: String
  var settings: String

  init(
    _ reason: OutcomeReason, _ steps: [ActivityStep], naming: String, _ neighbour: [ActivityStep], _ ends: String,
    settings: String = ""
  ) {
    self.reason = reason
    self.steps = steps
    self.naming = naming
    self.neighbour = neighbour
    self.ends = ends
    self.settings = settings
  }

  var testDescription: String { "\(reason.rawValue), naming \(naming)" }
}

/// The tables of reasons for which a device ignores a Live Activity push.
extension ActivityEnding {
  static let all = payloads + events + contents + starts + channels + states + limits

  static let payloads = [
    ActivityEnding(
      .payloadNotJSON, [.start(), .update().saying("{")], naming: "", [.start(), .update()], "updated"),
    ActivityEnding(
      .payloadNotObject, [.start(), .update().saying("[1]")], naming: "array", [.start(), .update()], "updated"),
    ActivityEnding(
      .apsMissing, [.start(), .update().saying(#"{"event":"update"}"#)], naming: "", [.start(), .update()], "updated"),
    ActivityEnding(
      .apsMissing, [.start().saying(#"{"aps":"start"}"#)], naming: "string", [.start()], "started"),
  ]

  static let events = [
    ActivityEnding(
      .eventMissing, [.start(), .update(["event": "", "events": #""update""#])], naming: "it has events",
      [.start(), .update()],
      "updated"),
    ActivityEnding(
      .eventUnknown, [.start(), .update(["event": #""stop""#])], naming: "event", [.start(), .end()], "ended"),
    ActivityEnding(
      .eventUnknown, [.start(), .update(["event": "1"])], naming: "event", [.start(), .update()], "updated"),
    ActivityEnding(
      .timestampMissing, [.start(), .update(["timestamp": ""])], naming: "setting missingTimestamp",
      [.start(), .update()], "updated"),
    ActivityEnding(
      .timestampMissing, [.start(), .update(["timestamp": #""@now""#])], naming: "setting missingTimestamp",
      [.start(), .update()], "updated"),
    ActivityEnding(
      .timestampMissing, [.start(["timestamp": "null"])], naming: "setting missingTimestamp", [.start()], "started"),
    ActivityEnding(
      .timestampTooOld, [.start(), .update(["timestamp": "@11:59:59"])], naming: "timestamp",
      [.start(), .update(["timestamp": "@12:00"])], "updated"),
    ActivityEnding(
      .timestampTooFar, [.start(), .update(["timestamp": "@20:00:01"])], naming: "timestamp",
      [.start(), .update(["timestamp": "@20:00"])], "updated"),
    ActivityEnding(
      .timestampTooFar, [.start(["timestamp": "1772366400000"])], naming: "milliseconds",
      [.start(["timestamp": "1772366400"])], "started"),
    ActivityEnding(
      .dateWrongType, [.start(), .update(["stale-date": #""@12:30""#])], naming: "setting wrongTypeDate",
      [.start(), .update(["stale-date": "@12:30"])], "updated"),
    ActivityEnding(
      .dateWrongType, [.start(), .end(["dismissal-date": "true"])], naming: "dismissal-date",
      [.start(), .end(["dismissal-date": "null"])], "ended"),
    ActivityEnding(
      .dateWrongType, [.start(["stale-date": "{}"])], naming: "stale-date", [.start(["dismissal-date": "{}"])],
      "started"),
  ]

  static let contents = [
    ActivityEnding(
      .stateMissing, [.start(), .update(["content-state": ""])], naming: "content-state", [.start(), .update()],
      "updated"),
    ActivityEnding(
      .stateMissing, [.start(["content-state": ""])], naming: "content-state",
      [.start(), .end(["content-state": ""])], "ended"),
    ActivityEnding(
      .decodeFailed, [.start(), .update(["content-state": #"{"stop":3}"#])], naming: "aps.content-state.stop",
      [.start(), .update(["content-state": #"{"stop":"3"}"#])], "updated"),
    ActivityEnding(
      .decodeFailed, [.start(), .update(["content-state": #"{"Stop":"B"}"#])], naming: "Stop",
      [.start(), .update(["content-state": #"{"stop":"B","zone":2}"#])], "updated"),
    ActivityEnding(
      .decodeFailed, [.start(), .update(["content-state": #""{\"stop\":\"B\"}""#])], naming: "aps.content-state",
      [.start(), .update()], "updated"),
    ActivityEnding(
      .decodeFailed, [.start(["attributes": #"{"line":9}"#])], naming: "aps.attributes.line", [.start()], "started"),
    ActivityEnding(
      .decodeFailed, [.start(), .end(["content-state": #"{"minutes":1.5,"stop":"B"}"#])],
      naming: "setting endWithBadState", [.start(), .end(["content-state": #"{"minutes":1.0,"stop":"B"}"#])], "ended"),
    ActivityEnding(
      .nullInState, [.start(), .update(["content-state": #"{"stop":"B","minutes":null}"#])],
      naming: "setting nullInState", [.start(), .update(["content-state": #"{"stop":"B","minutes":1}"#])], "updated",
      settings: #"nullInState: "drop""#),
    ActivityEnding(
      .nullInState, [.start(["attributes": #"{"line":"9","old":null}"#])], naming: "aps.attributes.old", [.start()],
      "started", settings: #"nullInState: "drop""#),
    ActivityEnding(
      .over4KBCombined, [long(attributes: 2000), longer(state: 2075)], naming: "4097 bytes",
      [long(attributes: 2000), longer(state: 2074)], "updated"),
  ]

  private static func long(attributes count: Int) -> ActivityStep {
    .start(["attributes": #"{"line":"\#(String(repeating: "9", count: count))"}"#])
  }

  private static func longer(state count: Int) -> ActivityStep {
    .update(["content-state": #"{"stop":"\#(String(repeating: "B", count: count))"}"#])
  }

  static let starts = [
    ActivityEnding(.attributesMissing, [.start(["attributes": ""])], naming: "attributes", [.start()], "started"),
    ActivityEnding(
      .attributesMissing, [.start(["attributes-type": ""])], naming: "attributes-type", [.start()], "started"),
    ActivityEnding(
      .attributesMissing, [.start(["attributes-type": "9"])], naming: "attributes-type", [.start()], "started"),
    ActivityEnding(
      .attributesTypeUnknown, [.start(["attributes-type": #""TramAttribute""#])],
      naming: #"did you mean "TramAttributes"?"#, [.start()], "started"),
    ActivityEnding(.alertMissingOnStart, [.start(["alert": ""])], naming: "alert", [.start()], "started"),
    ActivityEnding(
      .alertMissingOnStart, [.start(["alert": "true"])], naming: "alert", [.start(["alert": #""Tram""#])], "started"),
    ActivityEnding(
      .tokenKindMismatch, [.start(), .update().to(.start)], naming: "update", [.start(), .update()], "updated"),
    ActivityEnding(
      .tokenKindMismatch, [.start(), .start().to(.activity)], naming: "start", [.start(), .start()], "started"),
    ActivityEnding(
      .tokenKindMismatch, [.start(["attributes-type": #""FerryAttributes""#])], naming: "TramAttributes",
      [.start(["attributes-type": #""TramAttributes""#])], "started"),
  ]

  static let channels = [
    ActivityEnding(
      .channelNeedsIOS18, [.phone(#"{"osVersion":"17.7"}"#), .start(["input-push-channel": #""dHJhbS1saW5lLTk=""#])],
      naming: "17.7", [.phone(#"{"osVersion":"18.0"}"#), .start(["input-push-channel": #""dHJhbS1saW5lLTk=""#])],
      "started"),
    ActivityEnding(
      .channelUnknown, [.start(["input-push-channel": #""dHJhbS1saW5lLTg=""#])], naming: "dHJhbS1saW5lLTg=",
      [.start(["input-push-channel": #""dHJhbS1saW5lLTk=""#])], "started"),
    ActivityEnding(
      .channelUnknown, [.start(["input-push-channel": #""dHJhbS1zdG9yZQ==""#])], naming: "sandbox",
      [.start(["input-push-channel": "null"])], "started"),
  ]

  static let states = [
    ActivityEnding(
      .tokenSuperseded, [.start(), .activity("rotate"), .update().to(.firstToken)], naming: "since 2026-03-01T12:00",
      [.start(), .activity("rotate"), .update()], "updated"),
    ActivityEnding(
      .activityPending, [.beginLater, .update()], naming: "setting pushWhilePending",
      [.beginLater, .at("13:00"), .update()], "updated"),
    ActivityEnding(
      .activityEnded, [.start(), .end(), .update()], naming: "2026-03-01T12:00:00.000Z", [.start(), .update()],
      "updated"),
    ActivityEnding(
      .activityDismissed, [.start(), .activity("dismiss"), .end()], naming: "2026-03-01T12:00:00.000Z",
      [.start(), .end()], "ended"),
    ActivityEnding(
      .activityGone, [.start(), .app(#"{"update":true}"#), .update()], naming: "updated or removed at 2026",
      [.app(#"{"update":true}"#), .start(), .update()], "updated"),
    ActivityEnding(
      .liveActivitiesOff, [.app(#"{"liveActivitiesEnabled":false}"#), .start()], naming: "liveActivitiesEnabled",
      [.app(#"{"frequentPushesEnabled":false}"#), .start()], "started"),
    ActivityEnding(
      .liveActivitiesOff, [.app(#"{"consent":"denied"}"#), .start()], naming: "consent",
      [.app(#"{"consent":"undecided"}"#), .start()], "started"),
    ActivityEnding(
      .osTooOld, [.phone(#"{"osVersion":"17.1"}"#), .start()], naming: "iOS 17.2",
      [.phone(#"{"osVersion":"17.2"}"#), .start()], "started"),
    ActivityEnding(
      .osTooOld, [.begin(), .phone(#"{"osVersion":"16.0"}"#), .update()], naming: "iOS 16.1",
      [.begin(), .phone(#"{"osVersion":"16.1"}"#), .update()], "updated"),
  ]

  static let limits = [
    ActivityEnding(
      .pushToStartBudget, [.start(), .start()], naming: "settings pushToStartBudget, pushToStartRefillPerHour",
      [.start(), .at("13:00"), .start()], "started", settings: "pushToStartBudget: 1"),
    ActivityEnding(
      .updateBudget, [.start(), .update(), .update()], naming: "setting updateBudgetPerHour",
      [.start(), .update(), .update().with("apns-priority", "5")], "updated", settings: "updateBudgetPerHour: 1"),
    ActivityEnding(
      .tooManyActivities, [.start(), .start()], naming: "setting liveActivitiesPerApp",
      [.start(), .end(), .start()], "started", settings: "liveActivitiesPerApp: 1"),
  ]
}
