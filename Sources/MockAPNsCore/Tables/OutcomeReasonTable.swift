extension OutcomeReason {
  /// The row of this reason.
  package var row: OutcomeReasonRow {
    switch self {
    case .offline, .collapsed, .notStored, .lowPower: storage
    case .appNotInstalled, .notificationsOff, .nothingToShow, .payloadNotJSON, .payloadNotObject, .apsMissing,
      .pushTypeMismatch, .pushTypeMissing, .contentAvailableOff, .forceQuit, .nullInPayload:
      notification
    case .noCallReported, .noLocationPermission, .channelNotJoined, .complicationNotShown, .urlArgsMissing,
      .mdmPayloadNotBare:
      special
    case .eventMissing, .eventUnknown, .timestampMissing, .timestampTooOld, .timestampTooFar, .dateWrongType,
      .stateMissing, .decodeFailed, .contractFailed, .nullInState, .over4KBCombined:
      content
    case .attributesMissing, .attributesTypeUnknown, .alertMissingOnStart, .startOnChannel, .channelNeedsIOS18,
      .channelUnknown, .pushToStartBudget, .tooManyActivities:
      starting
    case .tokenKindMismatch, .tokenSuperseded, .activityPending, .activityEnded, .activityDismissed, .activityGone,
      .liveActivitiesOff, .updateBudget, .osTooOld:
      state
    }
  }

  private func row(_ meaning: String, _ basis: Basis) -> OutcomeReasonRow {
    OutcomeReasonRow(meaning: meaning, basis: basis)
  }

  private var storage: OutcomeReasonRow {
    switch self {
    case .offline: row("The device is not online.", .documented(ApplePage.sending))
    case .collapsed: row("A newer push with the same collapse id took its place.", .documented(ApplePage.sending))
    case .notStored:
      row("apns-expiration is 0 and the device was offline, so APNs tried once.", .documented(ApplePage.sending))
    default:
      row("The device saves power, or the push is of a priority that may not wake it.", .documented(ApplePage.sending))
    }
  }

  private var notification: OutcomeReasonRow {
    switch self {
    case .appNotInstalled: row("The app is no longer on the device.", .documented(ApplePage.responses))
    case .notificationsOff: row("The user does not allow notifications of the app.", .documented(ApplePage.metrics))
    case .nothingToShow:
      row("The payload has no alert, sound, badge or content-available.", .documented(ApplePage.payload))
    case .payloadNotJSON:
      row("The payload is not JSON.", .chosen("nobody has reported what a device does with such a payload"))
    case .payloadNotObject:
      row("The payload is JSON, but no object.", .chosen("nobody has reported what a device does with such a payload"))
    case .apsMissing: row("The payload has no aps.", .observed("gh:node-apn/node-apn#344"))
    case .pushTypeMismatch:
      row(
        "apns-push-type does not reflect the payload; Apple says it may be delayed or dropped.",
        .documented(ApplePage.sending))
    case .pushTypeMissing: row("watchOS 6 and later needs apns-push-type.", .documented(ApplePage.sending))
    case .contentAvailableOff: row("A background push needs content-available 1.", .documented(ApplePage.background))
    case .forceQuit:
      row("The user force-quit the app, so it is not woken until it is opened.", .documented(ApplePage.background))
    default:
      row(
        "There is null where a text or a number must be.",
        .observed("gh:andrei-m-code/net-core-push-notifications#71: an aps slightly off is never delivered"))
    }
  }

  private var special: OutcomeReasonRow {
    switch self {
    case .noCallReported:
      row("The app did not report a call, so the system ended it and launches it no more.", .documented(ApplePage.voip))
    case .noLocationPermission: row("Location pushes need the permission Always.", .documented(ApplePage.location))
    case .channelNotJoined: row("The app has not joined a Push to Talk channel.", .documented(ApplePage.pushToTalk))
    case .complicationNotShown: row("The complication is not on the current face.", .documented(ApplePage.complication))
    case .urlArgsMissing:
      row(
        "A Safari push needs url-args, as many as its website says.",
        .observed("gh:RobotsAndPencils/buford, payload/browser.go"))
    default:
      row(
        "An MDM payload holds mdm and nothing else.",
        .observed("Go http2debug log of 2016; gh:RobotsAndPencils/buford, payload/mdm.go"))
    }
  }

  private var content: OutcomeReasonRow {
    switch self {
    case .eventMissing:
      row(
        "The push says no event; the device logs that it contains no event type.",
        .observed("gh:parse-community/node-apn#133"))
    case .eventUnknown: row("The event is none of start, update and end.", .inferred(ApplePage.payload))
    case .timestampMissing:
      row(
        "timestamp is absent or no number.", .chosen("setting missingTimestamp; no report of what happens without it"))
    case .timestampTooOld:
      row("timestamp is older than that of an update before.", .documented(ApplePage.activityUpdate))
    case .timestampTooFar:
      row(
        "timestamp lies more than 8 hours ahead.",
        .observed("an Apple engineer in https://developer.apple.com/forums/thread/776165"))
    case .dateWrongType:
      row("stale-date or dismissal-date is no number.", .chosen("setting wrongTypeDate; nobody has reported it"))
    case .stateMissing: row("An update has no content-state.", .inferred(ApplePage.liveActivities))
    case .decodeFailed:
      row("The content does not decode as the type that the app declares.", .documented(ApplePage.liveActivities))
    case .contractFailed: row("The contract helper crashed or hung.", .chosen("a limit of this gateway"))
    case .nullInState:
      row(
        "There is null in the state or the attributes (setting nullInState).",
        .observed("one report: https://developer.apple.com/forums/thread/777566"))
    default:
      row("State and attributes have more than 4 KB together.", .documented(ApplePage.liveData))
    }
  }

  private var starting: OutcomeReasonRow {
    switch self {
    case .attributesMissing:
      row("A start has no attributes or no attributes-type.", .documented(ApplePage.liveActivities))
    case .attributesTypeUnknown:
      row(
        "The app has no such attributes type.", .inferred("\(ApplePage.liveActivities): the name is that of the struct")
      )
    case .alertMissingOnStart:
      row("A start needs an alert.", .documented(ApplePage.liveActivities))
    case .startOnChannel: row("A channel can update and end, not start.", .documented(ApplePage.liveActivities))
    case .channelNeedsIOS18: row("input-push-channel needs iOS 18.", .documented(ApplePage.liveActivities))
    case .channelUnknown:
      row("input-push-channel names no channel of the app.", .inferred("documented for the call in the app"))
    case .pushToStartBudget:
      row(
        "The device's budget of push-to-start is used up.",
        .observed("an Apple engineer in https://developer.apple.com/forums/thread/799505; the numbers are chosen"))
    default:
      row(
        "The app has as many Live Activities as it may.", .documented("\(ApplePage.liveData); the number is folklore"))
    }
  }

  private var state: OutcomeReasonRow {
    switch self {
    case .tokenKindMismatch:
      row("The event does not fit the kind of token.", .documented(ApplePage.liveActivities))
    case .tokenSuperseded:
      row("The token was replaced by a newer one.", .documented(ApplePage.liveActivities))
    case .activityPending:
      row("The activity has not begun yet.", .chosen("setting pushWhilePending; nobody has reported it"))
    case .activityEnded:
      row("The activity has ended, and pushes after that are ignored.", .documented(ApplePage.liveActivities))
    case .activityDismissed:
      row("The activity was dismissed.", .observed("gh:glendonC/mobile-surfaces, data/traps.json"))
    case .activityGone:
      row("The activity went with an update or a removal of the app.", .observed("gh:home-assistant/iOS#4830"))
    case .liveActivitiesOff: row("The user turned Live Activities off.", .documented(ApplePage.liveData))
    case .updateBudget:
      row(
        "The hourly budget of priority 10 is used up.",
        .documented("\(ApplePage.liveActivities); the number is not published (setting updateBudgetPerHour)"))
    default: row("The system is too old for this push.", .documented(ApplePage.liveActivities))
    }
  }
}
