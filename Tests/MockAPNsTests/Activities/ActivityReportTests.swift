import MockAPNsCore
import Testing

/// What developers met on real devices, as a payload and what this gateway tells of it.
@Suite("Reports of real trouble with Live Activities show here")
struct ActivityReportTests {
  struct Report: Sendable, CustomTestStringConvertible {
    var source: String
    var steps: [ActivityStep]
    /// What becomes of the last push.
    var outcome: String
    /// A finding that the last push has; empty for none at all, nil where the row does not care.
    var finding: String?
    /// What the detail of the outcome names.
    var naming = ""

    var testDescription: String { "\(source): \(outcome)" }
  }

  @Test("the record of the last push tells it", .timeLimit(.minutes(10)), arguments: starts + updates)
  func told(_ report: Report) throws {
    let stage = try ActivityStage("liveActivitiesPerApp: 20")
    try stage.run(report.steps)
    #expect(try stage.outcomes.split(separator: ", ").last.map(String.init) == report.outcome)
    let (findings, detail) = (try stage.findings, try stage.detail)
    if let finding = report.finding {
      #expect(finding.isEmpty ? findings.isEmpty : findings.contains(finding), "\(findings)")
    }
    #expect(report.naming.isEmpty || detail.contains(report.naming), "\(detail)")
  }

  static let starts = [
    Report(
      source: "forums 777566, fields of the state among the attributes",
      steps: [.start(["attributes": #"{"stop":"A"}"#])], outcome: "decode-failed",
      finding: "attributes-look-like-state", naming: "line"),
    Report(
      source: "forums 777566, null for an optional property",
      steps: [.start(["content-state": #"{"stop":"A","minutes":null}"#])],
      outcome: "started", finding: "null-in-state"),
    Report(
      source: "forums 799505, the eleventh start", steps: Array(repeating: .start(), count: 11),
      outcome: "push-to-start-budget"),
    Report(source: "the tenth start", steps: Array(repeating: .start(), count: 10), outcome: "started"),
    Report(
      source: "hermes-studio#3111, a budget of -5",
      steps: Array(repeating: .start(), count: 15) + [.at("17:59"), .start()],
      outcome: "push-to-start-budget"),
    Report(
      source: "mobile-surfaces#148, a start without alert", steps: [.start(["alert": ""])],
      outcome: "alert-missing-on-start", naming: "no update token"),
    Report(
      source: "forums 799195, an empty alert", steps: [.start(["alert": #"{"title":"","body":""}"#])],
      outcome: "started",
      finding: "alert-empty"),
    Report(
      source: "APNSwift#232, an alert without anything", steps: [.start(["alert": "{}"])], outcome: "started",
      finding: "alert-empty"),
    Report(
      source: "a sound alone is an alert", steps: [.start(["alert": #"{"sound":"default"}"#])], outcome: "started",
      finding: ""),
    Report(
      source: "forums 801072, no token before the user allows", steps: [.app(#"{"consent":"undecided"}"#), .start()],
      outcome: "started", finding: "consent-undecided-no-token"),
    Report(
      source: "flutter_live_activities#174, a start for each status", steps: [.start(), .start()], outcome: "started",
      finding: "duplicate-start"),
    Report(
      source: "home-assistant/iOS#5860, a start after a dismissal", steps: [.start(), .activity("dismiss"), .start()],
      outcome: "started", finding: ""),
    Report(
      source: "LoopFollow#625, a start while the phone is offline",
      steps: [.phone(#"{"online":false}"#), .start().with("apns-expiration", "0")], outcome: "lost"),
    Report(
      source: "the same with time to wait",
      steps: [.phone(#"{"online":false}"#), .start().with("apns-expiration", "@13:00"), .phone(#"{"online":true}"#)],
      outcome: "stored then started"),
    Report(
      source: "nalu#222, created but invisible", steps: [.start(["stale-date": "@11:30"])], outcome: "started",
      finding: "stale-in-past", naming: "never presented"),
    Report(
      source: "APNSwift#228, a dismissal date in a start", steps: [.start(["dismissal-date": "@12:10"])],
      outcome: "started",
      finding: "dismissal-on-non-end"),
    Report(
      source: "both input keys",
      steps: [.start(["input-push-token": "1", "input-push-channel": #""dHJhbS1saW5lLTk=""#])], outcome: "started",
      finding: "both-input-keys"),
  ]

  static let updates = [
    Report(
      source: "forums 776165, the sample timestamp", steps: [.start(), .update(["timestamp": "1685952000"])],
      outcome: "timestamp-too-old"),
    Report(
      source: "forums 776165, the same in an end", steps: [.start(), .end(["timestamp": "1685952000"])],
      outcome: "ended",
      finding: "end-with-old-timestamp"),
    Report(
      source: "capacitor-live-activity#11, an update to the token for starting", steps: [.update().to(.start)],
      outcome: "token-kind-mismatch"),
    Report(
      source: "home-assistant/iOS#4948, a fraction for an Int",
      steps: [.start(), .update(["content-state": #"{"stop":"B","minutes":20.4}"#])], outcome: "decode-failed",
      naming: "aps.content-state.minutes"),
    Report(
      source: "home-assistant/iOS#4677, seconds since 1970 for a Date",
      steps: [.start(), .update(["content-state": #"{"stop":"B","arrival":1760000000}"#])], outcome: "updated",
      finding: "date-epoch-suspect"),
    Report(
      source: "seconds since 2001 for a Date",
      steps: [.start(), .update(["content-state": #"{"stop":"B","arrival":794055600}"#])], outcome: "updated",
      finding: ""),
    Report(
      source: "flutter_live_activities#118, keys with a prefix",
      steps: [.start(), .update(["content-state": #"{"UUID_stop":"B"}"#])], outcome: "decode-failed",
      naming: "UUID_stop"),
    Report(
      source: "node-apn#133, events for event", steps: [.start(), .update(["event": "", "events": #""update""#])],
      outcome: "event-missing", finding: "events-typo"),
    Report(
      source: "capacitor-live-activity#7, a dismissal date in milliseconds",
      steps: [.start(), .end(["dismissal-date": "1772367000000"])], outcome: "ended", finding: "dismissal-ms",
      naming: "2026-03-01T16:00:00.000Z"),
    Report(
      source: "a dismissal date of tomorrow", steps: [.start(), .end(["dismissal-date": "@36:00"])], outcome: "ended",
      finding: "dismissal-over-4h"),
    Report(
      source: "forums 797554, an update every three seconds",
      steps: [.start()] + (1...5).flatMap { [ActivityStep.at("12:00:\(10 + $0 * 3)"), .update()] }, outcome: "updated",
      finding: "frequent-updates"),
    Report(
      source: "an update every quarter of a minute",
      steps: [.start()] + ["15", "30", "45"].flatMap { [ActivityStep.at("12:00:\($0)"), .update()] }
        + [.at("12:01:15"), .update()], outcome: "updated", finding: ""),
    Report(
      source: "home-assistant/iOS#4909, an alert in every update",
      steps: [.start(), .update(["alert": #"{"title":"Tram","body":"45 %"}"#])], outcome: "updated", finding: "",
      naming: #"alerted with "Tram: 45 %""#),
    Report(
      source: "an update without alert", steps: [.start(), .update()], outcome: "updated", finding: "", naming: "silent"
    ),
    Report(
      source: "OneSignal/react-native-onesignal#1800, a sound beside the alert",
      steps: [.start(), .update(["sound": #""default""#])], outcome: "updated", finding: "sound-outside-alert"),
    Report(
      source: "home-assistant/iOS#4830, pushes after an update of the app",
      steps: [.start(), .app(#"{"update":true}"#), .update()], outcome: "activity-gone"),
    Report(
      source: "a state encoded twice", steps: [.start(), .update(["content-state": #""{\"stop\":\"B\"}""#])],
      outcome: "decode-failed", finding: "state-double-encoded"),
    Report(
      source: "an end without a last state", steps: [.start(), .end(["content-state": ""])], outcome: "ended",
      finding: "end-without-final-state"),
    Report(
      source: "a timestamp in milliseconds", steps: [.start(), .update(["timestamp": "1772366400000"])],
      outcome: "timestamp-too-far", finding: "timestamp-ms"),
    Report(
      source: "a stale date in milliseconds", steps: [.start(), .update(["stale-date": "1772366400000"])],
      outcome: "updated", finding: "stale-ms"),
    Report(
      source: "priority 5 while the phone saves power",
      steps: [
        .start(), .phone(#"{"lowPower":true}"#), .update().with("apns-priority", "5"), .phone(#"{"lowPower":false}"#),
      ], outcome: "held then updated", finding: ""),
    Report(
      source: "priority 10 while the phone saves power",
      steps: [.start(), .phone(#"{"lowPower":true}"#), .update()], outcome: "updated", finding: ""),
    Report(
      source: "nothing wrong", steps: [.start(["relevance-score": "75"]), .update(["stale-date": "@13:00"])],
      outcome: "updated", finding: ""),
  ]
}
