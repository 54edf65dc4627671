import MockAPNsCore
import Testing

@testable import MockAPNs

/// What ActivityKit throws when an app starts a Live Activity, and what the API says to bad input.
///
/// Documented: https://developer.apple.com/documentation/activitykit/activityauthorizationerror
@Suite("Live Activities that an app may not start")
struct ActivityAuthorizationTests {
  @Test("each error can be asked for, and nothing starts", .timeLimit(.minutes(10)))
  func asked() throws {
    let stage = try ActivityStage()
    for error in ActivityAuthorizationError.allCases {
      let answer = try stage.gateway.api("POST", "/activities", #"{"fail":"\#(error.rawValue)"}"#)
      #expect(answer.status == 409 && answer.json["error"] == .string(error.rawValue), "\(answer.text)")
      #expect(answer.json["type"] == "/problems/activity-not-authorized")
      #expect(answer.detail.contains(error.meaning))
    }
    #expect(ActivityAuthorizationError.allCases.count == 12)
    #expect(try stage.gateway.api("GET", "/activities").json["items"] == [])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var error: String
    var before: [ActivityStep] = []
    var start: ActivityStep = .begin()
    /// What differs where the start succeeds.
    var neighbourBefore: [ActivityStep] = []
    var neighbour: ActivityStep = .begin()

    var testDescription: String { error }
  }

  @Test("the phone, its user and the app's own code make them come up", .timeLimit(.minutes(10)), arguments: refusals)
  func natural(_ row: Refusal) throws {
    let stage = try ActivityStage("liveActivitiesPerApp: 2")
    try stage.run(row.before)
    let answer = try stage.post(row.start)
    #expect(answer.status == 409 && answer.json["error"] == .string(row.error), "\(answer.text)")
    let other = try ActivityStage("liveActivitiesPerApp: 2")
    try other.run(row.neighbourBefore)
    let neighbour = try other.post(row.neighbour)
    #expect(neighbour.status == 201, "\(neighbour.text)")
  }

  static let refusals = [
    Refusal(
      error: "denied", before: [.app(#"{"liveActivitiesEnabled":false}"#)],
      neighbourBefore: [.app(#"{"notifications":"denied"}"#)]),
    Refusal(
      error: "denied", before: [.app(#"{"consent":"denied"}"#)], neighbourBefore: [.app(#"{"consent":"undecided"}"#)]),
    Refusal(
      error: "visibility", before: [.app(#"{"foreground":false}"#)], neighbourBefore: [.app(#"{"foreground":false}"#)],
      neighbour: .begin(["intent": "true"])),
    Refusal(
      error: "unsupported", before: [.phone(#"{"osVersion":"16.0"}"#)],
      neighbourBefore: [.phone(#"{"osVersion":"16.1"}"#)]),
    Refusal(error: "unsupported", start: .begin(["device": #""watch""#])),
    Refusal(
      error: "unsupported", before: [.phone(#"{"osVersion":"18.4"}"#)], start: .beginLater,
      neighbourBefore: [.phone(#"{"osVersion":"18.4"}"#)]),
    Refusal(
      error: "unsupportedTarget", start: .begin(["bundleId": #""com.example.still""#]),
      neighbour: .begin(["bundleId": #""com.example.busy""#])),
    Refusal(
      error: "targetMaximumExceeded", before: [.begin(), .beginLater],
      neighbourBefore: [.begin(), .beginLater, .activity("end")]),
    Refusal(error: "attributesTooLarge", start: large(4076), neighbour: large(4075)),
    Refusal(
      error: "malformedActivityIdentifier", start: .begin(["id": #""a b""#]), neighbour: .begin(["id": #""a-b""#])),
    Refusal(error: "malformedActivityIdentifier", start: .begin(["id": #""""#])),
    Refusal(
      error: "malformedActivityIdentifier", start: named(101), neighbour: named(100)),
    Refusal(
      error: "reconnectNotPermitted", before: [.begin(["id": #""ride""#])], start: .begin(["id": #""ride""#]),
      neighbourBefore: [.begin(["id": #""ride""#])], neighbour: .begin(["id": #""ride2""#])),
  ]

  private static func large(_ count: Int) -> ActivityStep {
    .begin([
      "attributes": #"{"line":"\#(String(repeating: "9", count: count - 11))"}"#,
      "contentState": #"{"stop":"0123456789"}"#,
    ])
  }

  private static func named(_ count: Int) -> ActivityStep {
    .begin(["id": "\"\(String(repeating: "a", count: count))\""])
  }

  @Test(
    "what is over cannot be changed any more", .timeLimit(.minutes(10)),
    arguments: [
      ("end", #"{"contentState":{"stop":"Z"}}"#, ["update": 400, "rotate": 400, "end": 200, "dismiss": 200]),
      ("dismiss", "", ["update": 400, "rotate": 400, "end": 400, "dismiss": 400]),
    ])
  func over(_ last: String, _ body: String, _ statuses: [String: Int]) throws {
    for (action, status) in statuses {
      let stage = try ActivityStage()
      try stage.run([.begin(), .activity(last, body)])
      let body = action == "update" ? #"{"contentState":{"stop":"B"}}"# : ""
      let answer = try stage.gateway.api("POST", "/activities/\(stage.activity)/\(action)", body)
      #expect(answer.status == status, "\(answer.text)")
      if status == 400 { #expect(answer.detail.contains("\(last == "end" ? "ended" : "dismissed")")) }
    }
  }

  @Test("bad input is refused by name", .timeLimit(.minutes(10)))
  func badInput() throws {
    let stage = try ActivityStage()
    try stage.run([.begin(["id": #""ride""#])])
    for (status, method, path, body, words) in Self.badInput {
      let answer = try stage.gateway.api(method, path, body)
      #expect(answer.status == status, "\(method) \(path) \(body): \(answer.text)")
      for word in words.split(separator: ", ") { #expect(answer.detail.contains(word), "\(body): \(answer.text)") }
    }
    #expect(try stage.states == "active 12:00")
    #expect(try stage.gateway.api("GET", "/activities").json["items"]?.array?.count == 1)
  }

  static let badInput: [(Int, String, String, String, String)] = [
    (404, "GET", "/activities/rida", "", #"rida, did you mean "ride"?"#),
    (404, "POST", "/activities/rida/update", #"{"contentState":{"stop":"B"}}"#, #"did you mean "ride"?"#),
    (404, "POST", "/activities/rida/end", "", #"did you mean "ride"?"#),
    (404, "POST", "/activities/rida/dismiss", "", #"did you mean "ride"?"#),
    (404, "POST", "/activities/rida/rotate", "", #"did you mean "ride"?"#),
    (404, "POST", "/activities", start(["device": #""phon""#]), #"did you mean "phone"?"#),
    (404, "POST", "/activities", start(["bundleId": #""com.example.trams""#]), #"did you mean "com.example.tram"?"#),
    (400, "POST", "/activities", start(["device": ""]), "device"),
    (400, "POST", "/activities", start(["attributesType": ""]), "attributesType"),
    (400, "POST", "/activities", start(["attributesType": #""TramAttribute""#]), "attributesType, TramAttributes"),
    (400, "POST", "/activities", start(["attributes": #"{"line":9}"#]), "attributes.line"),
    (400, "POST", "/activities", start(["attributes": "[]"]), "attributes"),
    (400, "POST", "/activities", start(["contentState": #"{"stop":"A","minutes":"3"}"#]), "contentState.minutes"),
    (400, "POST", "/activities", start(["contentState": ""]), "contentState"),
    (400, "POST", "/activities", start(["state": "{}"]), "state, no known key"),
    (400, "POST", "/activities", start(["style": #""transitory""#]), "style, transient"),
    (400, "POST", "/activities", start(["pushType": #""channel""#]), "pushType, token"),
    (400, "POST", "/activities", start(["channel": #""dHJhbS1saW5lLTg=""#]), "channel, dHJhbS1saW5lLTk="),
    (400, "POST", "/activities", start(["channel": #""dHJhbS1saW5lLTk=""#, "pushType": #""token""#]), "channel"),
    (400, "POST", "/activities", start(["start": #""+1h""#]), "alert"),
    (400, "POST", "/activities", start(["start": #""soon""#, "alert": #""Soon""#]), "start"),
    (400, "POST", "/activities", start(["staleDate": "1772366400"]), "staleDate"),
    (400, "POST", "/activities", start(["fail": #""deny""#]), "fail, denied"),
    (400, "POST", "/activities", "[]", "object"),
    (400, "POST", "/activities/ride/update", "{}", "contentState"),
    (400, "POST", "/activities/ride/update", #"{"contentState":{"stop":1}}"#, "contentState.stop"),
    (400, "POST", "/activities/ride/update", #"{"contentState":{"stop":"B"},"stale":1}"#, "stale"),
    (400, "POST", "/activities/ride/update", large, "contentState, 4097, 4096"),
    (400, "POST", "/activities/ride/end", large, "contentState, 4097, 4096"),
    (400, "POST", "/activities/ride/end", #"{"dismissal":"later"}"#, "dismissal, immediate, default"),
    (400, "POST", "/activities/ride/end", #"{"dismissal":5}"#, "dismissal"),
    (404, "POST", "/devices/phone/apps/com.example.trams/end-activities", "", "com.example.tram"),
    (400, "POST", "/devices/phone/apps/com.example.tram/end-activities", #"{"dismissal":"now"}"#, "dismissal"),
  ]

  /// A state that is one byte too large beside `{"line":"9"}`.
  private static let large = #"{"contentState":{"stop":"\#(String(repeating: "B", count: 4074))"}}"#

  private static func start(_ members: KeyValuePairs<String, String>) -> String {
    guard case .api(_, _, let body) = ActivityStep.begin(members) else { return "" }
    return body
  }
}

extension ActivityStage {
  /// The answer to a step of the API.
  fileprivate func post(_ step: ActivityStep) throws -> APIAnswer {
    guard case .api(let method, let path, let body) = step else { throw NoCall() }
    return try gateway.api(method, path, body)
  }

  private struct NoCall: Error {}
}
