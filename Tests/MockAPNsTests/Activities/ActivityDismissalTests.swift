import MockAPNsCore
import Testing

/// When an ended Live Activity leaves the Lock Screen, and which of two pushes is the newer one.
@Suite("Dismissal dates and timestamps")
struct ActivityDismissalTests {
  /// Documented: https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy/after(_:)
  /// and `ApplePage.liveActivities`.
  @Test(
    "an end tells when it leaves the Lock Screen, four hours at most", .timeLimit(.minutes(10)),
    arguments: [
      ("no date", "", "16:00"), ("a date", "@12:10", "12:10"), ("Apple's sample of 2022", "1663177260", "12:00"),
      ("this moment", "@12:00", "12:00"), ("a second later", "@12:00:01", "12:00:01"), ("next day", "@36:00", "16:00"),
      ("just four hours", "@16:00", "16:00"), ("milliseconds", "1772367000000", "16:00"),
      ("null", "null", "16:00"), ("the year 1", "-62135596800", "12:00"), ("a huge number", "1e300", "16:00"),
    ])
  func dismissal(_ name: String, _ date: String, _ gone: String) throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .end(["dismissal-date": date]), .at("36:00")])
    #expect(try stage.states == "active 12:00, ended 12:00, dismissed \(gone)")
  }

  @Test("a dismissal date in a start or an update does nothing", .timeLimit(.minutes(10)))
  func elsewhere() throws {
    let stage = try ActivityStage()
    try stage.run([.start(["dismissal-date": "@12:01"]), .update(["dismissal-date": "@12:02"]), .at("13:00")])
    #expect(try stage.states == "active 12:00")
    #expect(try stage.findings == ["dismissal-on-non-end"])
  }

  @Test("an end that is not understood leaves it running, and the record says so", .timeLimit(.minutes(10)))
  func notUnderstood() throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .end(["content-state": #"{"stop":null}"#])])
    #expect(try stage.outcomes == "started, decode-failed")
    #expect(try stage.states == "active 12:00")
    #expect(try stage.last["outcomes"]?.array?.first?["contract"] == "checked")
  }

  /// Documented for what is older: `ApplePage.activityUpdate`. Observed for `end`:
  /// https://developer.apple.com/forums/thread/776165
  @Test(
    "the newest timestamp counts, whoever gave it", .timeLimit(.minutes(10)),
    arguments: [
      ActivityLife(
        "an older update is ignored", [.start(), .update(["timestamp": "@12:05"]), .update(["timestamp": "@12:04"])],
        "active 12:00", "started, updated, timestamp-too-old"),
      ActivityLife(
        "an equal one is not", [.start(), .update(["timestamp": "@12:05"]), .update(["timestamp": "@12:05"])],
        "active 12:00", "started, updated, updated"),
      ActivityLife(
        "the start counts", [.start(["timestamp": "@12:05"]), .update(["timestamp": "@12:04"])], "active 12:00",
        "started, timestamp-too-old"),
      ActivityLife(
        "the moment of the start counts when its timestamp is older",
        [.start(["timestamp": "@11:00"]), .update(["timestamp": "@11:30"])], "active 12:00",
        "started, timestamp-too-old"),
      ActivityLife(
        "the app's update counts",
        [
          .begin(), .at("12:10"), .activity("update", #"{"contentState":{"stop":"C"}}"#),
          .update(["timestamp": "@12:09"]), .update(["timestamp": "@12:10"]),
        ], "active 12:00", "timestamp-too-old, updated"),
      ActivityLife(
        "Apple's sample timestamp stops an update but not an end, content included",
        [.start(), .update(["timestamp": "1685952000"]), .end(["timestamp": "1685952000"])],
        "active 12:00, ended 12:00", "started, timestamp-too-old, ended", stop: "Z"),
      ActivityLife(
        "an end from too far ahead is ignored like an update", [.start(), .end(["timestamp": "@20:00:01"])],
        "active 12:00", "started, timestamp-too-far"),
      ActivityLife(
        "a push from eight hours ahead shuts out those of now",
        [.start(), .update(["timestamp": "@20:00"]), .update()],
        "active 12:00", "started, updated, timestamp-too-old"),
      ActivityLife(
        "a dropped push does not count",
        [.start(), .update(["timestamp": "@12:30", "content-state": "{}"]), .update()],
        "active 12:00", "started, decode-failed, updated"),
      ActivityLife(
        "parts of a second count no more than the second",
        [.start(), .at("12:00:10.900"), .update(["timestamp": "@now"]), .update(["timestamp": "@12:00:10"])],
        "active 12:00", "started, updated, updated"),
    ])
  func order(_ life: ActivityLife) throws { try life.check() }

  @Test("an end with an old timestamp has a finding, one in time has none", .timeLimit(.minutes(10)))
  func oldEnd() throws {
    let stage = try ActivityStage()
    try stage.run([.start(), .end(["timestamp": "@11:59"])])
    #expect(try stage.findings == ["end-with-old-timestamp"])
    try stage.run([.start(), .end()])
    #expect(try stage.findings == [])
  }
}
