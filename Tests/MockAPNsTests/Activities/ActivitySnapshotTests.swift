import MockAPNsCore
import Testing

@Suite("Live Activities in snapshots, and how many are remembered")
struct ActivitySnapshotTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var state: String
    var steps: [ActivityStep]
    /// What follows after the snapshot was restored.
    var after: [ActivityStep]
    var states: String
    var outcomes: String

    var testDescription: String { state }
  }

  @Test("a snapshot keeps an activity in every state, and its life goes on", .timeLimit(.minutes(10)), arguments: rows)
  func everyState(_ row: Row) throws {
    let stage = try ActivityStage()
    try stage.run(row.steps)
    #expect(try stage.shown["state"] == .string(row.state))
    let (shown, snapshot) = (try stage.shown, try stage.gateway.api("GET", "/snapshot").text)
    #expect(try stage.gateway.api("POST", "/reset").status == 200)
    #expect(try stage.gateway.api("GET", "/activities/\(stage.activity)").status == 404)
    let answer = try stage.gateway.api("POST", "/snapshot", snapshot)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try stage.shown == shown)
    #expect(try stage.gateway.api("GET", "/snapshot").text == snapshot)
    try stage.run(row.after)
    #expect(try stage.states == row.states)
    let pushes = row.after.filter { if case .push = $0 { true } else { false } }
    #expect(try stage.outcomes(ofLast: pushes.count) == row.outcomes)
  }

  static let rows = [
    Row(
      state: "pending", steps: [.beginLater, .at("12:30")], after: [.update(), .at("13:00"), .update(), .at("36:00")],
      states: "pending 12:00, active 13:00, ended 21:00, dismissed 25:00", outcomes: "activity-pending, updated"),
    Row(
      state: "active",
      steps: [
        .begin(["staleDate": #""+1h""#, "relevanceScore": "7.5", "style": #""transient""#]), .at("12:30"),
        .activity("rotate"), .activity("update", #"{"contentState":{"stop":"C"},"staleDate":"+1h","alert":"Hi"}"#),
      ], after: [.update().to(.firstToken), .update(["timestamp": "@12:29"]), .at("14:00")],
      states: "active 12:00, stale 13:30", outcomes: "token-superseded, timestamp-too-old"),
    Row(
      state: "active", steps: [.app(#"{"consent":"undecided"}"#), .start()],
      after: [.app(#"{"consent":"allowed"}"#), .update()], states: "active 12:00", outcomes: "updated"),
    Row(
      state: "stale", steps: [.start(["stale-date": "@12:10"]), .at("12:30")], after: [.update()],
      states: "active 12:00, stale 12:10, active 12:30", outcomes: "updated"),
    Row(
      state: "stale", steps: [.start(["stale-date": "@11:00"])], after: [.at("20:00")],
      states: "stale 12:00, ended 20:00", outcomes: ""),
    Row(
      state: "ended", steps: [.start(), .at("12:30"), .end(["dismissal-date": "@14:00"])],
      after: [.update(), .at("13:45"), .update(), .at("14:00")], states: "active 12:00, ended 12:30, dismissed 14:00",
      outcomes: "activity-ended, 410 Unregistered"),
    Row(
      state: "ended", steps: [.start(), .at("20:00")], after: [.at("21:00"), .update(), .at("24:00")],
      states: "active 12:00, ended 20:00, dismissed 24:00", outcomes: "410 ExpiredToken"),
    Row(
      state: "dismissed", steps: [.start(), .at("12:30"), .activity("dismiss")], after: [.update()],
      states: "active 12:00, dismissed 12:30", outcomes: "activity-dismissed"),
    Row(
      state: "dismissed", steps: [.start(), .app(#"{"update":true}"#)], after: [.update()],
      states: "active 12:00, dismissed 12:00", outcomes: "activity-gone"),
  ]

  @Test("a clock that runs ahead goes on from the snapshot, and what is due happens", .timeLimit(.minutes(10)))
  func turnedClock() throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .at("19:00"), .api("PUT", "/clock", #"{"mode":"real"}"#)])
    let snapshot = try stage.gateway.api("GET", "/snapshot").text
    try stage.run([.api("POST", "/clock/advance", #"{"by":"24h"}"#)])
    #expect(try stage.shown["state"] == "dismissed")
    try stage.run([.api("POST", "/snapshot", snapshot)])
    #expect(try stage.shown["state"] == "active")
    try stage.run([.api("POST", "/clock/advance", #"{"to":"2026-03-01T23:59:00Z"}"#)])
    #expect(try stage.states == "active 12:00, ended 20:00")
  }

  @Test(
    "an app on a phone is remembered with a hundred activities; the oldest dismissed goes first",
    .timeLimit(.minutes(10)))
  func many() throws {
    let stage = try ActivityStage()
    try stage.run([.begin(["id": #""kept""#])])
    for number in 0..<World.activitiesPerAppLimit {
      try stage.run([.begin(["id": "\"n\(number)\""]), .activity("dismiss")])
    }
    func count(_ query: String) throws -> Int? {
      try stage.gateway.api("GET", "/activities?limit=1000\(query)").json["items"]?.array?.count
    }
    #expect(try count("") == World.activitiesPerAppLimit)
    #expect(try count("&state=dismissed") == World.activitiesPerAppLimit - 1)
    #expect(try stage.gateway.api("GET", "/activities/n0").status == 404)
    #expect(try stage.gateway.api("GET", "/activities/n1").status == 200)
    #expect(try stage.gateway.api("GET", "/activities/kept").status == 200)
  }

  @Test("where none is dismissed the oldest ended goes", .timeLimit(.minutes(10)))
  func manyEnded() throws {
    let stage = try ActivityStage()
    for number in 0...World.activitiesPerAppLimit {
      try stage.run([.begin(["id": "\"n\(number)\""]), .activity("end")])
    }
    #expect(try stage.gateway.api("GET", "/activities/n0").status == 404)
    #expect(try stage.gateway.api("GET", "/activities/n1").json["state"] == "ended")
  }

  @Test("an activity remembers its last hundred contents", .timeLimit(.minutes(10)))
  func memory() throws {
    let stage = try ActivityStage()
    try stage.run([.begin()])
    let updates = (1...Activity.memory).map { ActivityStep.activity("update", #"{"contentState":{"stop":"\#($0)"}}"#) }
    try stage.run(updates)
    let contents = try #require(try stage.shown["contents"]?.array)
    #expect(contents.count == Activity.memory)
    #expect(contents.first?["contentState"]?["stop"] == "1")
    #expect(contents.last?["contentState"]?["stop"] == "100")
  }

  @Test("tokens that were rotated away are remembered a hundred times", .timeLimit(.minutes(10)))
  func rotations() throws {
    let stage = try ActivityStage()
    try stage.run([.begin()] + Array(repeating: .activity("rotate"), count: Activity.memory))
    let tokens = try #require(try stage.shown["retiredTokens"]?.array)
    #expect(tokens.count == Activity.memory)
    try stage.run([.update().to(.firstToken), .activity("rotate"), .update().to(.firstToken)])
    #expect(try stage.outcomes == "token-superseded, 400 BadDeviceToken")
  }
}
