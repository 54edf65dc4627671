import MockAPNsCore
import Testing

/// Documented: `ApplePage.liveActivities`. That a token dies with its activity is what an Apple engineer says in
/// https://developer.apple.com/forums/thread/825710; which answer tells it, and when, is chosen.
@Suite("Tokens of Live Activities")
struct ActivityTokenTests {
  @Test("an update token is long and begins with 80, whoever started the activity", .timeLimit(.minutes(10)))
  func form() throws {
    let stage = try ActivityStage()
    var tokens: Set<String> = []
    for step in [ActivityStep.start(), .begin(), .activity("rotate")] {
      try stage.run([step])
      let token = try #require(try stage.token)
      #expect(token.count == 160 && token.hasPrefix("80"))
      tokens.insert(token)
    }
    #expect(tokens.count == 3)
  }

  @Test("an activity without push, or with a channel, has none", .timeLimit(.minutes(10)))
  func none() throws {
    let stage = try ActivityStage()
    for member in ["pushType", "channel"] {
      try stage.run([.begin([member: member == "channel" ? #""dHJhbS1saW5lLTk=""# : #""none""#])])
      #expect(try stage.token == nil)
    }
    #expect(try stage.gateway.api("POST", "/activities/\(stage.activity)/rotate").status == 400)
  }

  @Test(
    "the token of an activity that a push started waits for the user's consent", .timeLimit(.minutes(10)),
    arguments: ["allowed", "alwaysAllowed"])
  func consent(_ answer: String) throws {
    let stage = try ActivityStage()
    try stage.run([.app(#"{"consent":"undecided"}"#), .start()])
    #expect(try stage.token == nil)
    try stage.run([.app(#"{"consent":"\#(answer)"}"#)])
    #expect(try stage.token?.count == 160)
    try stage.run([.update()])
    #expect(try stage.outcomes == "started, updated")
  }

  @Test("the app gets the token of its own activity without asking", .timeLimit(.minutes(10)))
  func consentOfApp() throws {
    let stage = try ActivityStage()
    try stage.run([.app(#"{"consent":"undecided"}"#), .begin(), .update()])
    #expect(try stage.outcomes == "updated")
  }

  @Test("a refusal takes the activity away, and no token comes later", .timeLimit(.minutes(10)))
  func refused() throws {
    let stage = try ActivityStage()
    try stage.run([.app(#"{"consent":"undecided"}"#), .start(), .app(#"{"consent":"denied"}"#)])
    try stage.run([.app(#"{"consent":"allowed"}"#)])
    #expect(try stage.token == nil)
    #expect(try stage.states == "active 12:00, dismissed 12:00")
  }

  @Test("a rotated token is replaced: 200 and dropped for an hour, then 410", .timeLimit(.minutes(10)))
  func rotated() throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .at("12:30"), .activity("rotate"), .update(), .update().to(.firstToken)])
    try stage.run([.at("13:29:59.999"), .update().to(.firstToken), .at("13:30"), .update().to(.firstToken), .update()])
    #expect(
      try stage.outcomes
        == "started, updated, token-superseded, token-superseded, 410 Unregistered, updated")
  }

  @Test("410 tells since when the token is dead", .timeLimit(.minutes(10)))
  func timestamp() throws {
    let stage = try ActivityStage("retiredTokenGraceSeconds: 0")
    try stage.run([.start(), .at("12:30"), .end(), .at("13:00"), .update()])
    #expect(try stage.outcomes == "started, ended, 410 Unregistered")
    #expect(try stage.last["verdict"]?["timestamp"]?.integer == DayTime.milliseconds("12:30"))
  }

  @Test(
    "the token dies with its activity", .timeLimit(.minutes(10)),
    arguments: [
      (
        "ended by a push", [.end(), .at("12:59"), .update(), .at("13:00"), .update()],
        "ended, activity-ended, 410 Unregistered"
      ),
      (
        "ended by the app", [.activity("end"), .at("12:59"), .update(), .at("13:00"), .update()],
        "activity-ended, 410 Unregistered"
      ),
      (
        "swiped away", [.activity("dismiss"), .at("12:59"), .update(), .at("13:00"), .update()],
        "activity-dismissed, 410 Unregistered"
      ),
      (
        "gone with an update", [.app(#"{"update":true}"#), .at("12:59"), .update(), .at("13:00"), .update()],
        "activity-gone, 410 Unregistered"
      ),
      ("ended by the system", [.at("20:59"), .update(), .at("21:00"), .update()], "activity-ended, 410 ExpiredToken"),
      ("ended by the system and dismissed", [.at("24:00"), .update()], "410 ExpiredToken"),
      (
        "ended by the system and swiped away",
        [.at("20:01"), .activity("dismiss"), .update(), .at("21:00"), .update()], "activity-dismissed, 410 ExpiredToken"
      ),
    ] as [(String, [ActivityStep], String)])
  func dead(_ name: String, _ steps: [ActivityStep], _ outcomes: String) throws {
    let stage = try ActivityStage()
    try stage.run([.begin()] + steps)
    #expect(try stage.outcomes == outcomes)
  }

  @Test("a token for starting is rotated by the app's command; a start needs the new one", .timeLimit(.minutes(10)))
  func pushToStart() throws {
    let stage = try ActivityStage()
    let path = "/devices/phone/apps/com.example.tram/rotate"
    let answer = try stage.gateway.api("POST", path, #"{"kind":"pushToStart","attributesType":"TramAttributes"}"#).json
    let token = try #require(answer["token"]?.string)
    #expect(answer["superseded"] == .string(ActivityStage.startToken))
    #expect(token.count == 160 && token.hasPrefix("80"))
    try stage.run([.start(), .start().to(.token(token)), .at("13:00"), .start()])
    #expect(try stage.outcomes == "token-superseded, started, 410 Unregistered")
    let unknown = try stage.gateway.api("POST", path, #"{"kind":"pushToStart","attributesType":"TramAttribute"}"#)
    #expect(unknown.status == 400 && unknown.detail.contains("TramAttributes"))
    #expect(try stage.gateway.api("POST", path, #"{"kind":"update"}"#).status == 400)
  }

  @Test("each attributes type has a token of its own for starting", .timeLimit(.minutes(10)))
  func types() throws {
    let stage = try ActivityStage()
    let path = "/devices/phone/apps/com.example.tram/rotate"
    let answer = try stage.gateway.api("POST", path, #"{"kind":"pushToStart","attributesType":"FerryAttributes"}"#).json
    let token = try #require(answer["token"]?.string)
    let members: KeyValuePairs = [
      "attributes-type": #""FerryAttributes""#, "attributes": #"{"pier":"4"}"#, "content-state": #"{"gate":2}"#,
    ]
    try stage.run([.start(members).to(.token(token)), .start().to(.token(token)), .start(members)])
    #expect(try stage.outcomes == "started, token-kind-mismatch, token-kind-mismatch")
  }

  @Test("turning Live Activities off and on renews the token for starting", .timeLimit(.minutes(10)))
  func renewed() throws {
    let stage = try ActivityStage()
    try stage.run([
      .app(#"{"liveActivitiesEnabled":false}"#), .start(), .app(#"{"liveActivitiesEnabled":true}"#), .start(),
    ])
    #expect(try stage.outcomes == "live-activities-off, token-superseded")
    let app = try #require(try stage.gateway.api("GET", "/devices/phone").json["apps"]?.array?.first)
    let token = try #require(app["tokens"]?["pushToStart"]?["TramAttributes"]?.string)
    try stage.run([.start().to(.token(token))])
    #expect(try stage.outcomes == "live-activities-off, token-superseded, started")
  }
}
