import MockAPNsCore
import Testing

/// The choices where Apple is silent, each with all of its words or with two numbers.
@Suite("Settings decide what Live Activities do where Apple is silent")
struct ActivitySettingTests {
  @Test("each value does what it says", .timeLimit(.minutes(10)), arguments: words + dates + numbers)
  func value(_ life: ActivityLife) throws { try life.check() }

  @Test(
    "each setting of Live Activities stands there with two values",
    arguments: [
      "endWithOldTimestamp", "missingTimestamp", "endWithBadState", "wrongTypeDate", "pushWhilePending",
      "updateWithoutStaleDate", "secondEnd", "nullInState", "liveActivitiesPerApp", "pushToStartBudget",
      "pushToStartRefillPerHour", "updateBudgetPerHour",
    ])
  func complete(_ name: String) throws {
    #expect(Settings.row(name) != nil)
    let settings = Set((Self.words + Self.dates + Self.numbers).map(\.settings))
    #expect(settings.filter { $0.contains(name + ":") }.count >= 2)
  }

  @Test("a setting changes while an activity runs and acts from the next push", .timeLimit(.minutes(10)))
  func atOnce() throws {
    let stage = try ActivityStage()
    try stage.run([
      .start(), .update(["timestamp": ""]), .api("PATCH", "/settings", #"{"missingTimestamp":"apply"}"#),
      .update(["timestamp": ""]),
    ])
    #expect(try stage.outcomes == "started, timestamp-missing, updated")
  }

  static let words = [
    ActivityLife(
      "an end with an old timestamp counts", [.start(), .end(["timestamp": "@11:00"])], "active 12:00, ended 12:00",
      "started, ended", stop: "Z", settings: #"endWithOldTimestamp: "apply""#),
    ActivityLife(
      "or does not", [.start(), .end(["timestamp": "@11:00"])], "active 12:00", "started, timestamp-too-old", stop: "A",
      settings: #"endWithOldTimestamp: "drop""#),
    ActivityLife(
      "without a timestamp a push is ignored", [.start(), .update(["timestamp": ""])], "active 12:00",
      "started, timestamp-missing", settings: #"missingTimestamp: "drop""#),
    ActivityLife(
      "or counts as of its arrival",
      [.start(), .at("12:10"), .update(["timestamp": ""]), .update(["timestamp": "@12:09"])],
      "active 12:00", "started, updated, timestamp-too-old", settings: #"missingTimestamp: "apply""#),
    ActivityLife(
      "an end with a state that does not decode is ignored", [.start(), .end(["content-state": #"{"stop":1}"#])],
      "active 12:00", "started, decode-failed", settings: #"endWithBadState: "drop""#),
    ActivityLife(
      "or ends and shows the state before", [.start(), .update(), .end(["content-state": #"{"stop":1}"#])],
      "active 12:00, ended 12:00", "started, updated, ended", stop: "B", settings: #"endWithBadState: "apply""#),
    ActivityLife(
      "an update with such a state is ignored all the same", [.start(), .update(["content-state": #"{"stop":1}"#])],
      "active 12:00", "started, decode-failed", stop: "A", settings: #"endWithBadState: "apply""#),
    ActivityLife(
      "an update before it begins is ignored", [.beginLater, .update(), .at("13:00")], "pending 12:00, active 13:00",
      "activity-pending", stop: "A", settings: #"pushWhilePending: "drop""#),
    ActivityLife(
      "or replaces what it will show", [.beginLater, .update(), .at("13:00")], "pending 12:00, active 13:00", "updated",
      stop: "B", settings: #"pushWhilePending: "apply""#),
    ActivityLife(
      "an end before it begins cancels it", [.beginLater, .end(), .at("13:00")], "pending 12:00, ended 12:00", "ended",
      presentedAs: "", settings: #"pushWhilePending: "apply""#),
    ActivityLife(
      "a second end is ignored", [.start(), .end(), .at("12:10"), .end(["dismissal-date": "@12:20"]), .at("12:30")],
      "active 12:00, ended 12:00", "started, ended, activity-ended", settings: #"secondEnd: "ignore""#),
    ActivityLife(
      "or moves the dismissal and nothing else",
      [
        .start(), .end(), .at("12:10"), .end(["dismissal-date": "@12:20", "content-state": #"{"stop":"Y"}"#]),
        .at("12:30"),
      ], "active 12:00, ended 12:00, dismissed 12:20", "started, ended, ended", stop: "Z",
      settings: #"secondEnd: "apply""#),
    ActivityLife(
      "null in the state is taken", [.start(), .update(["content-state": #"{"stop":"B","minutes":null}"#])],
      "active 12:00", "started, updated", stop: "B", settings: #"nullInState: "apply""#),
    ActivityLife(
      "or not", [.start(), .update(["content-state": #"{"stop":"B","minutes":null}"#])], "active 12:00",
      "started, null-in-state", stop: "A", settings: #"nullInState: "drop""#),
  ]

  static let dates = [
    ActivityLife(
      "a date in quotes makes a push void", [.start(), .end(["dismissal-date": #""soon""#])], "active 12:00",
      "started, date-wrong-type", settings: #"wrongTypeDate: "drop""#),
    ActivityLife(
      "or counts as none", [.start(), .end(["dismissal-date": #""soon""#]), .at("36:00")],
      "active 12:00, ended 12:00, dismissed 16:00", "started, ended", settings: #"wrongTypeDate: "apply""#),
    ActivityLife(
      "an update without a stale date clears it", [.start(["stale-date": "@12:30"]), .update(), .at("13:00")],
      "active 12:00", "started, updated", settings: #"updateWithoutStaleDate: "clear""#),
    ActivityLife(
      "or keeps it", [.start(["stale-date": "@12:30"]), .update(), .at("13:00")], "active 12:00, stale 12:30",
      "started, updated", settings: #"updateWithoutStaleDate: "keep""#),
    ActivityLife(
      "which then leaves a stale one stale", [.start(["stale-date": "@12:30"]), .at("13:00"), .update()],
      "active 12:00, stale 12:30", "started, updated", stop: "B", settings: #"updateWithoutStaleDate: "keep""#),
  ]

  static let numbers = [
    ActivityLife(
      "one activity is the most", [.start(), .start()], "active 12:00", "started, too-many-activities",
      settings: "liveActivitiesPerApp: 1"),
    ActivityLife(
      "or two are", [.start(), .start(), .start()], "active 12:00", "started, started, too-many-activities",
      settings: "liveActivitiesPerApp: 2"),
    ActivityLife(
      "five are the most by default", Array(repeating: .start(), count: 6), "active 12:00",
      "started, started, started, started, started, too-many-activities"),
    ActivityLife(
      "no start is allowed", [.begin(), .start()], "active 12:00", "push-to-start-budget",
      settings: "pushToStartBudget: 0"),
    ActivityLife(
      "or two are, and those of the app do not count", [.begin(), .start(), .start(), .start()], "active 12:00",
      "started, started, push-to-start-budget", settings: "pushToStartBudget: 2"),
    ActivityLife(
      "a refused start costs as well",
      [.start(), .start(), .start(), .at("13:00"), .start(), .at("16:00"), .start()], "active 16:00",
      "started, push-to-start-budget, push-to-start-budget, push-to-start-budget, started",
      settings: "pushToStartBudget: 1, pushToStartRefillPerHour: 1"),
    ActivityLife(
      "spent starts come back by two an hour", [.start(), .start(), .start(), .at("13:00"), .start()], "active 13:00",
      "started, started, push-to-start-budget, started",
      settings: "pushToStartBudget: 2, pushToStartRefillPerHour: 2"),
    ActivityLife(
      "or never", [.start(), .at("36:00"), .start()], "active 12:00, ended 20:00, dismissed 24:00",
      "started, push-to-start-budget", settings: "pushToStartBudget: 1, pushToStartRefillPerHour: 0"),
    ActivityLife(
      "updates have no budget", [.start(), .update(), .update(), .update()], "active 12:00",
      "started, updated, updated, updated", settings: "updateBudgetPerHour: null"),
    ActivityLife(
      "or one an hour, and an end is free", [.start(), .update(), .update(), .at("13:00"), .update(), .end()],
      "active 12:00, ended 13:00", "started, updated, update-budget, updated, ended",
      settings: "updateBudgetPerHour: 1"),
  ]
}
