import MockAPNsCore
import Testing

/// Documented: `ApplePage.liveData`.
@Suite("What a Live Activity shows, where, and how loudly")
struct ActivityPresentationTests {
  @Test("each content replaces the one before as a whole", .timeLimit(.minutes(10)))
  func whole() throws {
    let stage = try ActivityStage()
    try stage.run([
      .start(["content-state": #"{"stop":"A","minutes":3}"#, "relevance-score": "50", "stale-date": "@13:00"]),
      .update(["content-state": #"{"stop":"B"}"#]),
    ])
    let shown = try stage.shown
    #expect(shown["contentState"] == ["stop": "B"])
    #expect(shown["relevanceScore"] == nil && shown["staleDate"] == nil)
    #expect(shown["attributes"] == ["line": "9"])
  }

  @Test("what it showed is told with the delivery that brought it and what its alert said", .timeLimit(.minutes(10)))
  func history() throws {
    let stage = try ActivityStage()
    try stage.run([
      .start(), .update(), .update(["alert": #"{"title":{"loc-key":"DUE","loc-args":["9"]},"body":"Soon"}"#]),
      .activity("update", #"{"contentState":{"stop":"C"},"alert":"Now"}"#), .end(["alert": #""Bye""#]),
    ])
    let contents = try #require(try stage.shown["contents"]?.array)
    let first = try #require(contents.first?["seq"]?.integer)
    #expect(contents.map { $0["seq"]?.integer } == [first, first + 1, first + 2, nil, first + 3])
    #expect(contents.map { $0["alert"]?.string } == ["Tram", nil, "DUE: Soon", "Now", "Bye"])
    #expect(contents.map { $0["contentState"]?["stop"]?.string } == ["A", "B", "B", "C", "Z"])
    let causes = try stage.shown["changes"]?.array?.compactMap { $0["cause"]?.string }
    #expect(causes == ["a push to start", "a push to end"])
  }

  @Test("the most relevant one of an app is in the Dynamic Island", .timeLimit(.minutes(10)))
  func relevance() throws {
    let stage = try ActivityStage()
    try stage.run([.begin(["id": #""first""#]), .begin(["id": #""second""#])])
    #expect(try stage.presentation("first") == "lockScreen dynamicIsland.compact smartStack")
    #expect(try stage.presentation("second") == "lockScreen smartStack")
    try stage.run([.update(["relevance-score": "100"])])
    #expect(try stage.presentation("first") == "lockScreen smartStack")
    #expect(try stage.presentation("second") == "lockScreen dynamicIsland.compact smartStack")
    try stage.run([.update(["relevance-score": #""100""#])])
    #expect(try stage.presentation("first") == "lockScreen dynamicIsland.compact smartStack")
  }

  @Test("two apps share the island, a third is not in it", .timeLimit(.minutes(10)))
  func apps() throws {
    let stage = try ActivityStage()
    try stage.run([.begin(["id": #""tram""#]), .begin(["id": #""busy""#, "bundleId": #""com.example.busy""#])])
    #expect(try stage.presentation("tram") == "lockScreen dynamicIsland.minimal smartStack")
    #expect(try stage.presentation("busy") == "lockScreen dynamicIsland.minimal smartStack")
    try stage.run([.at("12:01"), .begin(["id": #""late""#, "bundleId": #""com.example.late""#])])
    #expect(try stage.presentation("late") == "lockScreen smartStack")
    try stage.run([.activity("end"), .api("POST", "/activities/busy/end")])
    #expect(try stage.presentation("tram") == "lockScreen dynamicIsland.compact smartStack")
    #expect(try stage.presentation("busy") == "lockScreen")
  }

  @Test("a phone without surfaces has the Lock Screen", .timeLimit(.minutes(10)))
  func surfaces() throws {
    let stage = try ActivityStage()
    try stage.run([.begin(), .phone(#"{"surfaces":[]}"#)])
    #expect(try stage.presentedAs == "lockScreen")
    try stage.run([.phone(#"{"surfaces":["carPlay","mac"]}"#)])
    #expect(try stage.presentedAs == "lockScreen carPlay mac")
  }

  @Test("on signing out the app ends all of its own, and no other app's", .timeLimit(.minutes(10)))
  func signOut() throws {
    let stage = try ActivityStage()
    try stage.run([
      .begin(["id": #""busy""#, "bundleId": #""com.example.busy""#]), .begin(["id": #""a""#]), .start(), .beginLater,
      .begin(["id": #""done""#]), .activity("end"), .begin(["id": #""b""#]),
    ])
    let path = "/devices/phone/apps/com.example.tram/end-activities"
    let answer = try stage.gateway.api("POST", path, #"{"dismissal":"immediate"}"#).json
    #expect(answer["ended"]?.array?.count == 4)
    #expect(try stage.gateway.api("GET", "/activities?state=dismissed").json["items"]?.array?.count == 4)
    #expect(try stage.state("busy") == "active")
    #expect(try stage.state("done") == "ended")
    #expect(try stage.gateway.api("POST", path).json["ended"] == [])
  }

  @Test("a terminal failure is shown and taken away at once", .timeLimit(.minutes(10)))
  func failure() throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .activity("end", #"{"contentState":{"stop":"Failed"},"dismissal":"immediate"}"#)])
    #expect(try stage.stop == "Failed")
    #expect(try stage.states == "active 12:00, ended 12:00, dismissed 12:00")
  }

  @Test("frequent updates need the app's Info.plist and the user's switch", .timeLimit(.minutes(10)))
  func frequent() throws {
    let stage = try ActivityStage("updateBudgetPerHour: 1")
    try stage.run([.begin(["bundleId": #""com.example.busy""#])])
    let update = ActivityStep.update().with("apns-topic", "com.example.busy.push-type.liveactivity")
    try stage.run([update, update, update])
    try stage.run([
      .api("PATCH", "/devices/phone/apps/com.example.busy", #"{"frequentPushesEnabled":false}"#), update,
    ])
    #expect(try stage.outcomes == "updated, updated, updated, update-budget")
  }
}

extension ActivityStage {
  fileprivate func presentation(_ id: String) throws -> String {
    let surfaces = try gateway.api("GET", "/activities/\(id)").json["presentedAs"]?.array
    return (surfaces ?? []).compactMap(\.string).joined(separator: " ")
  }

  fileprivate func state(_ id: String) throws -> String? {
    try gateway.api("GET", "/activities/\(id)").json["state"]?.string
  }
}
