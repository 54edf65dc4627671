import MockAPNsCore
import Testing

@testable import MockAPNs

@Suite("What Live Activities need of iOS, and how a world file describes them")
struct ActivityVersionTests {
  @Test(
    "each way to start is there from its version of iOS on", .timeLimit(.minutes(10)),
    arguments: [
      ("16.0", "16.1", [:]), ("17.7", "18.0", ["style": #""transient""#]),
      ("17.7", "18.0", ["channel": #""dHJhbS1saW5lLTk=""#]),
      ("18.6", "26.0", ["start": #""+1h""#, "alert": #""Soon""#]),
    ] as [(String, String, KeyValuePairs<String, String>)])
  func versions(_ last: String, _ first: String, _ members: KeyValuePairs<String, String>) throws {
    guard case .api(let method, let path, let body) = ActivityStep.begin(members) else { return }
    let stage = try ActivityStage()
    try stage.run([.phone(#"{"osVersion":"\#(last)"}"#)])
    #expect(try stage.gateway.api(method, path, body).status / 100 == 4)
    try stage.run([.phone(#"{"osVersion":"\#(first)"}"#)])
    #expect(try stage.gateway.api(method, path, body).status == 201)
  }

  @Test("an iPad has Live Activities, a watch has none of its own", .timeLimit(.minutes(10)))
  func platforms() throws {
    let stage = try ActivityStage()
    try stage.run([
      .api(
        "POST", "/devices",
        #"{"id":"pad","platform":"iPadOS","apps":[{"bundleId":"com.example.tram","foreground":true}]}"#
      ),
      .begin(["device": #""pad""#]), .update(),
    ])
    #expect(try stage.outcomes == "updated")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var members: String
    var state: String
    var outcome: String
    /// The state at midnight.
    var later: String

    var testDescription: String { members }
  }

  @Test(
    "an activity of a world file stands where its times tell", .timeLimit(.minutes(10)),
    arguments: [
      Row(members: "", state: "active", outcome: "updated", later: "dismissed"),
      Row(members: #"startedAt: "+1h""#, state: "pending", outcome: "activity-pending", later: "ended"),
      Row(members: #"startedAt: "-1h", staleDate: "-1m""#, state: "stale", outcome: "updated", later: "dismissed"),
      Row(
        members: #"startedAt: "-1h", endedAt: "-10m""#, state: "ended", outcome: "activity-ended", later: "dismissed"),
      Row(
        members: #"startedAt: "-3h", endedAt: "-2h", dismissedAt: "-10m""#, state: "dismissed",
        outcome: "410 Unregistered", later: "dismissed"),
      Row(members: #"startedAt: "-7h""#, state: "active", outcome: "updated", later: "dismissed"),
      Row(members: #"startedAt: "-9h""#, state: "ended", outcome: "410 ExpiredToken", later: "dismissed"),
      Row(members: #"startedAt: "-13h""#, state: "dismissed", outcome: "410 ExpiredToken", later: "dismissed"),
    ])
  func worldFile(_ row: Row) throws {
    let token = "80" + String(repeating: "c3", count: 79)
    let activity =
      #"{ id: "ride", device: "phone", bundleId: "com.example.tram", attributesType: "TramAttributes", "#
      + #"contentState: { stop: "A" }, tokens: { update: "\#(token)" }, \#(row.members) }"#
    let stage = try ActivityStage(
      world: ActivityStage.world.replacing("channels: [", with: "activities: [\(activity)], channels: ["))
    let path = "/activities/ride"
    #expect(try stage.gateway.api("GET", path).json["state"] == .string(row.state))
    try stage.run([ActivityStep.update().to(.token(token))])
    #expect(try stage.outcomes == row.outcome)
    try stage.run([.at("24:00")])
    #expect(try stage.gateway.api("GET", path).json["state"] == .string(row.later))
  }
}
