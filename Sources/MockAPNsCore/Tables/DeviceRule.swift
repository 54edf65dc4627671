/// What simulated devices go by beside the reasons of `OutcomeReason`: one row for each rule, with how it is known.
package struct DeviceRule: Sendable {
  package var id: String
  /// The rule in one sentence.
  package var rule: String
  package var basis: Basis

  private init(_ id: String, _ rule: String, _ basis: Basis) {
    self.id = id
    self.rule = rule
    self.basis = basis
  }

  /// The table: storing, notifications, tokens, then Live Activities.
  package static let table = storing + notifications + tokens + activities

  private static let storing = [
    DeviceRule(
      "one-stored-push", "While a device is offline, APNs keeps one push for each app; a newer one takes its place.",
      .documented(ApplePage.sending)),
    DeviceRule("thirty-days", "A push is kept for 30 days at most.", .documented(ApplePage.sending)),
    DeviceRule(
      "low-power",
      "While a device saves power, pushes of priority 5 and 1 wait, one for each app, or for its opening.",
      .inferred("\(ApplePage.sending): such pushes take the power of the device into account")),
    DeviceRule(
      "priority-1-alert", "An alert of priority 1 goes to the list without waking the device.",
      .inferred("\(ApplePage.sending): priority 1 prevents awakening the device")),
    DeviceRule(
      "priority-1-background", "A background push of priority 1 waits until its app is opened.",
      .chosen("nobody has said what becomes of it")),
    DeviceRule(
      "token-grace", "A token that is no longer good answers 200 for a while, then 410.",
      .observed("gh:sideshow/apns2#77 and #159; Apple keeps the times to itself, so they are settings")),
  ]

  private static let notifications = [
    DeviceRule(
      "collapse", "A notification replaces the shown one of the same collapse id.", .documented(ApplePage.sending)),
    DeviceRule(
      "aps-null", "A null among the keys of aps or of its alert makes the device drop an ordinary push.",
      .inferred("gh:andrei-m-code/net-core-push-notifications#71: an aps slightly off is never delivered")),
    DeviceRule(
      "missing-push-type", "Without apns-push-type the payload tells what the push is; watchOS drops it.",
      .inferred("\(ApplePage.sending) says it of watchOS; the rest follows from clients that work")),
    DeviceRule(
      "voip-force-quit", "A call rings also after the app was force-quit.",
      .inferred("\(ApplePage.voip) says that the app is launched, and names no exception")),
    DeviceRule(
      "no-budgets", "The daily and hourly numbers of background, widget and complication pushes are not counted.",
      .chosen("a limit of this gateway")),
  ]

  private static let tokens = [
    DeviceRule(
      "token-length", "Device tokens have 64 digits; those of Live Activities 160 and begin with 80.",
      .observed("gh:istornz/flutter_live_activities#146, gh:jerryliurui/Live-Activities-Demo-NBA-Score#1")),
    DeviceRule(
      "start-token-renewed", "Turning Live Activities off and on gives new push-to-start tokens.",
      .observed("gh:home-assistant/iOS#5812")),
    DeviceRule(
      "reinstalled", "An app that is installed anew has new tokens, and its old ones lead nowhere.",
      .observed("curl trace of 2021")),
    DeviceRule(
      "dead-activity-token", "The token of an ended activity is Unregistered; after eight hours it is ExpiredToken.",
      .chosen("Apple says that the token ends with the activity, not how APNs tells it")),
    DeviceRule(
      "consent-token", "An activity that was started by push has no update token until its user allows it.",
      .observed("https://developer.apple.com/forums/thread/801072")),
    DeviceRule(
      "consent-denied", "A user who does not allow Live Activities has none: all end, and no new ones begin.",
      .chosen("nobody has reported what follows")),
  ]

  private static let activities = [
    DeviceRule("eight-hours", "The system ends an activity after eight hours.", .documented(ApplePage.liveData)),
    DeviceRule(
      "four-hours", "An ended activity stays on the Lock Screen for four hours at most, and without a date as long.",
      .documented("\(ApplePage.liveData); Apple also says up to four hours")),
    DeviceRule(
      "born-stale", "An activity that is stale from the start is never presented.",
      .observed("gh:nalu-development/nalu#222")),
    DeviceRule(
      "fresh-again", "An update makes a stale activity active again, unless its own stale-date is over.",
      .inferred("\(ApplePage.liveActivities): each update can advance the stale date")),
    DeviceRule(
      "whole-content", "An update replaces the content as a whole, relevance and stale date included.",
      .inferred("\(ApplePage.liveActivities) says it of the state; of the date see setting updateWithoutStaleDate")),
    DeviceRule(
      "same-second", "A timestamp of the second in which something else happened is not old.",
      .chosen("timestamps are whole seconds; Apple says that older ones are ignored")),
    DeviceRule(
      "adopted-timestamp", "An activity that was made for an unknown token takes timestamps of the last eight hours.",
      .chosen("what it has received before is not known")),
    DeviceRule(
      "combined-size", "State and attributes may have 4,096 bytes as JSON together.",
      .inferred("\(ApplePage.liveData) says 4 KB and not what is counted")),
    DeviceRule(
      "start-budget", "Push-to-start has a budget, and attempts over it cost as well.",
      .observed("gh:EKKOLearnAI/hermes-studio#3111; size and refill are chosen, see the settings")),
    DeviceRule(
      "start-other-type", "A push-to-start token starts activities of its own attributes type only.",
      .inferred("\(ApplePage.liveActivities): there is one token for each type")),
    DeviceRule(
      "frequent-budget", "An app with frequent updates, which its user allows, may send 240 of priority 10 in an hour.",
      .observed("an Apple engineer in https://developer.apple.com/forums/thread/756586: every 15 seconds is fine")),
    DeviceRule(
      "gone-with-update", "A new build of an app, or its removal, takes its activities away without a word.",
      .observed("gh:home-assistant/iOS#4830")),
    DeviceRule(
      "force-quit", "Live Activities live on when their app is force-quit.",
      .observed("gh:software-mansion-labs/expo-live-activity#116")),
    DeviceRule(
      "scheduled-start", "A scheduled activity counts its eight hours from the time at which it begins.",
      .chosen("Apple does not say it")),
    DeviceRule(
      "island", "Of each app the most relevant activity is in the Dynamic Island, of two apps at most.",
      .inferred(
        "\(ApplePage.liveData) says that the score decides, then age; the number of apps follows from its pictures")),
  ]
}
