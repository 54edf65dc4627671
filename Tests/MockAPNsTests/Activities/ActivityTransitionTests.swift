import Testing

/// The states of a Live Activity: what leads from one to the next, and when.
///
/// Documented: https://developer.apple.com/documentation/activitykit/activitystate and `ApplePage.liveData`.
@Suite("Live Activities go through their states")
struct ActivityTransitionTests {
  @Test("by pushes, by what app and user do, and by time", .timeLimit(.minutes(10)), arguments: beginnings + middles)
  func running(_ life: ActivityLife) throws { try life.check() }

  @Test("to their end and off the screen", .timeLimit(.minutes(10)), arguments: ends + afterwards)
  func ending(_ life: ActivityLife) throws { try life.check() }

  @Test("when the user, the app or the phone does something else", .timeLimit(.minutes(10)), arguments: surroundings)
  func surrounded(_ life: ActivityLife) throws { try life.check() }

  /// What a reboot does is not documented, so there is no T23.
  @Test("no transition is without a row", arguments: Set(1...25).subtracting([23]).sorted())
  func complete(_ number: Int) {
    let rows = Self.beginnings + Self.middles + Self.ends + Self.afterwards + Self.surroundings
    #expect(rows.contains { $0.name.split(separator: " ").contains("T\(number)") })
  }

  static let beginnings = [
    ActivityLife(
      "T1 the app starts it", [.begin()], "active 12:00", presentedAs: "lockScreen dynamicIsland.compact smartStack"),
    ActivityLife(
      "T1 an intent starts it while the app is in the background",
      [.app(#"{"foreground":false}"#), .begin(["intent": "true"])], "active 12:00"),
    ActivityLife("T2 the app schedules it", [.beginLater, .at("12:59:59")], "pending 12:00", presentedAs: ""),
    ActivityLife(
      "T3 it begins at its time, without the app in front",
      [.beginLater, .app(#"{"foreground":false}"#), .at("13:00")], "pending 12:00, active 13:00",
      presentedAs: "lockScreen dynamicIsland.compact smartStack"),
    ActivityLife(
      "T3 eight hours and four more count from its time", [.beginLater, .at("25:00")],
      "pending 12:00, active 13:00, ended 21:00, dismissed 25:00"),
    ActivityLife(
      "T3 and T6 its stale date is over when it begins, so nobody sees it",
      [.begin(["start": #""+1h""#, "alert": #""Soon""#, "staleDate": #""+30m""#]), .at("13:00")],
      "pending 12:00, stale 13:00", presentedAs: ""),
    ActivityLife("T4 a push starts it", [.start()], "active 12:00", "started", stop: "A"),
    ActivityLife(
      "T4 a push starts it though the app was force-quit", [.app(#"{"forceQuit":true}"#), .start()], "active 12:00",
      "started"),
    ActivityLife("T5 a start without an alert starts nothing", [.start(["alert": ""])], "", "alert-missing-on-start"),
    ActivityLife(
      "T6 a push starts it with a stale date of the past, so nobody sees it", [.start(["stale-date": "@11:30"])],
      "stale 12:00", "started", presentedAs: ""),
    ActivityLife(
      "T6 a stale date of this moment is over", [.start(["stale-date": "@12:00"])], "stale 12:00", "started",
      presentedAs: ""),
    ActivityLife(
      "T6 a stale date one second ahead is not", [.start(["stale-date": "@12:00:01"])], "active 12:00", "started",
      presentedAs: "lockScreen dynamicIsland.compact smartStack"),
    ActivityLife(
      "T6 the app starts it with a stale date of the past", [.begin(["staleDate": #""-1h""#])], "stale 12:00",
      presentedAs: ""),
  ]

  static let middles = [
    ActivityLife(
      "T7 the stale date passes, and it stays in sight", [.start(["stale-date": "@12:30"]), .at("12:30")],
      "active 12:00, stale 12:30", "started", presentedAs: "lockScreen dynamicIsland.compact smartStack"),
    ActivityLife(
      "T7 not before it", [.start(["stale-date": "@12:30"]), .at("12:29:59.999")], "active 12:00", "started"),
    ActivityLife(
      "T8 an update with a later stale date wakes it up",
      [.start(["stale-date": "@12:30"]), .at("12:40"), .update(["stale-date": "@12:50"]), .at("12:55")],
      "active 12:00, stale 12:30, active 12:40, stale 12:50", "started, updated", stop: "B"),
    ActivityLife(
      "T8 an update of the app does, too",
      [.start(["stale-date": "@12:30"]), .at("12:40"), .activity("update", #"{"contentState":{"stop":"C"}}"#)],
      "active 12:00, stale 12:30, active 12:40", "started", stop: "C"),
    ActivityLife(
      "T9 an update with a stale date of the past makes it stale, its content replaced",
      [.start(), .update(["stale-date": "@11:59"])], "active 12:00, stale 12:00", "started, updated", stop: "B"),
    ActivityLife(
      "T9 a stale one stays stale, its content replaced",
      [.start(["stale-date": "@12:30"]), .at("12:40"), .update(["stale-date": "@12:35"])],
      "active 12:00, stale 12:30", "started, updated", stop: "B"),
    ActivityLife(
      "T10 an update without a stale date takes the one before away",
      [.start(["stale-date": "@12:30"]), .update(), .at("13:00")], "active 12:00", "started, updated"),
    ActivityLife(
      "T10 an update moves the stale date",
      [.start(["stale-date": "@12:30"]), .update(["stale-date": "@12:10"]), .at("13:00")],
      "active 12:00, stale 12:10", "started, updated"),
  ]

  static let ends = [
    ActivityLife(
      "T11 a push ends it; it leaves the Dynamic Island and stays on the Lock Screen",
      [.start(), .at("12:10"), .end()],
      "active 12:00, ended 12:10", "started, ended", stop: "Z", presentedAs: "lockScreen"),
    ActivityLife(
      "T11 a stale one ends alike", [.start(["stale-date": "@12:05"]), .at("12:10"), .end()],
      "active 12:00, stale 12:05, ended 12:10", "started, ended", stop: "Z"),
    ActivityLife(
      "T11 an end without a state keeps the one before",
      [.start(), .update(), .end(["content-state": ActivityStep.absent])],
      "active 12:00, ended 12:00", "started, updated, ended", stop: "B"),
    ActivityLife(
      "T11 the app ends it, with a last state", [.start(), .activity("end", #"{"contentState":{"stop":"Y"}}"#)],
      "active 12:00, ended 12:00", "started", stop: "Y", presentedAs: "lockScreen"),
    ActivityLife(
      "T12 a dismissal date of the past takes it away at once",
      [.start(), .at("12:10"), .end(["dismissal-date": "@12:00"])],
      "active 12:00, ended 12:10, dismissed 12:10", "started, ended", presentedAs: ""),
    ActivityLife(
      "T12 the app ends it at once", [.begin(), .activity("end", #"{"dismissal":"immediate"}"#)],
      "active 12:00, ended 12:00, dismissed 12:00", presentedAs: ""),
    ActivityLife(
      "T13 four hours after its end it is gone", [.start(), .at("12:10"), .end(), .at("16:10")],
      "active 12:00, ended 12:10, dismissed 16:10", "started, ended", presentedAs: ""),
    ActivityLife(
      "T13 and not before", [.start(), .at("12:10"), .end(), .at("16:09:59.999")], "active 12:00, ended 12:10",
      "started, ended", presentedAs: "lockScreen"),
    ActivityLife(
      "T13 at the date that the app gave", [.begin(), .activity("end", #"{"dismissal":"+1h"}"#), .at("36:00")],
      "active 12:00, ended 12:00, dismissed 13:00"),
    ActivityLife(
      "T14 the system ends it after eight hours", [.start(), .at("20:00")], "active 12:00, ended 20:00", "started",
      presentedAs: "lockScreen"),
    ActivityLife("T14 and not before", [.start(), .at("19:59:59.999")], "active 12:00", "started"),
    ActivityLife(
      "T14 updates do not prolong it", [.start(), .at("19:50"), .update(), .at("20:10")], "active 12:00, ended 20:00",
      "started, updated"),
    ActivityLife(
      "T14 a stale one, too", [.start(["stale-date": "@19:00"]), .at("20:00")],
      "active 12:00, stale 19:00, ended 20:00", "started"),
    ActivityLife(
      "T15 after twelve hours it is gone", [.start(), .at("24:00")], "active 12:00, ended 20:00, dismissed 24:00",
      "started", presentedAs: ""),
    ActivityLife("T15 and not before", [.start(), .at("23:59:59.999")], "active 12:00, ended 20:00", "started"),
    ActivityLife(
      "T13 an end at the last minute counts from there", [.start(), .at("19:59"), .end(), .at("36:00")],
      "active 12:00, ended 19:59, dismissed 23:59", "started, ended"),
  ]

  static let afterwards = [
    ActivityLife(
      "T16 a second push to end changes nothing",
      [.start(), .end(), .at("12:10"), .end(["dismissal-date": "@12:10"]), .at("36:00")],
      "active 12:00, ended 12:00, dismissed 16:00", "started, ended, activity-ended", stop: "Z"),
    ActivityLife(
      "T16 the app may still take an ended one away",
      [.start(), .end(), .at("12:10"), .activity("end", #"{"dismissal":"immediate"}"#)],
      "active 12:00, ended 12:00, dismissed 12:10", "started, ended"),
    ActivityLife(
      "T16 the app cannot keep an ended one longer than four hours",
      [.start(), .end(), .at("12:10"), .activity("end", #"{"dismissal":"+5h"}"#), .at("36:00")],
      "active 12:00, ended 12:00, dismissed 16:00", "started, ended"),
    ActivityLife(
      "T17 an update after the end is ignored", [.start(), .end(), .update()], "active 12:00, ended 12:00",
      "started, ended, activity-ended", stop: "Z"),
    ActivityLife(
      "T17 also after the end by the system", [.start(), .at("20:00"), .update()], "active 12:00, ended 20:00",
      "started, activity-ended", stop: "A"),
    ActivityLife(
      "T18 nothing reaches a dismissed one",
      [.start(), .activity("dismiss"), .update(), .end()], "active 12:00, dismissed 12:00",
      "started, activity-dismissed, activity-dismissed", stop: "A"),
  ]

  static let surroundings = [
    ActivityLife(
      "T19 the user swipes an active one away", [.start(), .at("12:01"), .activity("dismiss")],
      "active 12:00, dismissed 12:01", "started", presentedAs: ""),
    ActivityLife(
      "T19 a stale one", [.start(["stale-date": "@12:01"]), .at("12:02"), .activity("dismiss")],
      "active 12:00, stale 12:01, dismissed 12:02", "started"),
    ActivityLife(
      "T19 an ended one", [.start(), .end(), .at("12:02"), .activity("dismiss")],
      "active 12:00, ended 12:00, dismissed 12:02", "started, ended"),
    ActivityLife(
      "T20 the user turns Live Activities off for the app",
      [.start(), .at("12:01"), .app(#"{"liveActivitiesEnabled":false}"#)], "active 12:00, dismissed 12:01", "started"),
    ActivityLife(
      "T20 the user turns them off for the phone, an ended one is still there",
      [.start(), .end(), .at("12:01"), .phone(#"{"liveActivitiesEnabled":false}"#), .update()],
      "active 12:00, ended 12:00, dismissed 12:01", "started, ended, live-activities-off"),
    ActivityLife(
      "T20 frequent updates alone leave it", [.start(), .app(#"{"frequentPushesEnabled":false}"#)], "active 12:00",
      "started"),
    ActivityLife(
      "T20 the user refuses the first one",
      [.app(#"{"consent":"undecided"}"#), .start(), .app(#"{"consent":"denied"}"#)],
      "active 12:00, dismissed 12:00", "started"),
    ActivityLife(
      "T21 the app is force-quit, and pushes still count",
      [.start(), .app(#"{"forceQuit":true}"#), .update(), .at("12:10"), .end()], "active 12:00, ended 12:10",
      "started, updated, ended", stop: "Z"),
    ActivityLife(
      "T22 the app is updated", [.start(), .at("12:01"), .app(#"{"update":true}"#), .update()],
      "active 12:00, dismissed 12:01", "started, activity-gone", stop: "A"),
    ActivityLife(
      "T22 the app is removed and installed anew",
      [
        .start(), .at("12:01"), .api("DELETE", "/devices/phone/apps/com.example.tram"), .update(),
        .api("POST", "/devices/phone/apps", #"{"bundleId":"com.example.tram"}"#), .update(),
      ], "active 12:00, dismissed 12:01", "started, app-not-installed, activity-gone"),
    ActivityLife(
      "T24 a push before it begins is ignored", [.beginLater, .update(), .end(), .at("13:00")],
      "pending 12:00, active 13:00", "activity-pending, activity-pending", stop: "A"),
    ActivityLife(
      "T24 the app cancels it, and it is never seen", [.beginLater, .at("12:10"), .activity("end"), .at("12:11")],
      "pending 12:00, ended 12:10", presentedAs: ""),
    ActivityLife(
      "T25 a transient one ends when the phone is locked",
      [.begin(["style": #""transient""#]), .at("12:01"), .phone(#"{"locked":true}"#)], "active 12:00, ended 12:01"),
    ActivityLife(
      "T25 a transient one ends when the user leaves the app",
      [.begin(["style": #""transient""#]), .at("12:01"), .app(#"{"foreground":false}"#)], "active 12:00, ended 12:01"),
    ActivityLife(
      "T25 a standard one does not",
      [.begin(["style": #""standard""#]), .phone(#"{"locked":true}"#), .app(#"{"foreground":false}"#)], "active 12:00"),
  ]
}
