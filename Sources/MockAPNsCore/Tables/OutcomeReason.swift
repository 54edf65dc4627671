/// Why a push was not delivered, spelled as in a record.
package enum OutcomeReason: String, Sendable, CaseIterable {
  case offline, collapsed
  case notStored = "not-stored"
  case lowPower = "low-power"
  case appNotInstalled = "app-not-installed"
  case notificationsOff = "notifications-off"
  case nothingToShow = "nothing-to-show"
  case payloadNotJSON = "payload-not-json"
  case payloadNotObject = "payload-not-object"
  case apsMissing = "aps-missing"
  case pushTypeMismatch = "push-type-mismatch"
  case pushTypeMissing = "push-type-missing"
  case contentAvailableOff = "content-available-off"
  case forceQuit = "force-quit"
  case noCallReported = "no-call-reported"
  case noLocationPermission = "no-location-permission"
  case channelNotJoined = "channel-not-joined"
  case complicationNotShown = "complication-not-shown"
  case urlArgsMissing = "url-args-missing"
  case mdmPayloadNotBare = "mdm-payload-not-bare"
  case nullInPayload = "null-in-payload"
  case eventMissing = "event-missing"
  case eventUnknown = "event-unknown"
  case timestampMissing = "timestamp-missing"
  case timestampTooOld = "timestamp-too-old"
  case timestampTooFar = "timestamp-too-far"
  case dateWrongType = "date-wrong-type"
  case stateMissing = "state-missing"
  case decodeFailed = "decode-failed"
  case contractFailed = "contract-failed"
  case attributesMissing = "attributes-missing"
  case attributesTypeUnknown = "attributes-type-unknown"
  case alertMissingOnStart = "alert-missing-on-start"
  case startOnChannel = "start-on-channel"
  case channelNeedsIOS18 = "channel-needs-ios-18"
  case channelUnknown = "channel-unknown"
  case tokenKindMismatch = "token-kind-mismatch"
  case tokenSuperseded = "token-superseded"
  case activityPending = "activity-pending"
  case activityEnded = "activity-ended"
  case activityDismissed = "activity-dismissed"
  case activityGone = "activity-gone"
  case liveActivitiesOff = "live-activities-off"
  case pushToStartBudget = "push-to-start-budget"
  case updateBudget = "update-budget"
  case tooManyActivities = "too-many-activities"
  case over4KBCombined = "over-4kb-combined"
  case nullInState = "null-in-state"
  case osTooOld = "os-too-old"
}

/// One row of the table of outcome reasons.
package struct OutcomeReasonRow: Sendable {
  /// What it means, in one sentence.
  package var meaning: String
  package var basis: Basis
}
