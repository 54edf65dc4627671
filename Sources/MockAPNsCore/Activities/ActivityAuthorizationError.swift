/// Why ActivityKit does not let an app start a Live Activity.
///
/// Documented: https://developer.apple.com/documentation/activitykit/activityauthorizationerror
package enum ActivityAuthorizationError: String, Sendable, CaseIterable {
  case attributesTooLarge, denied, globalMaximumExceeded, malformedActivityIdentifier, missingProcessIdentifier
  case persistenceFailure, reconnectNotPermitted, targetMaximumExceeded, unentitled, unsupported, unsupportedTarget
  case visibility

  /// When it is thrown, in one sentence.
  package var meaning: String {
    switch self {
    case .attributesTooLarge: "The attributes, or attributes and state together, have more than 4 KB."
    case .denied: "The user turned Live Activities off, or did not allow them."
    case .globalMaximumExceeded: "The device has as many Live Activities as it may."
    case .malformedActivityIdentifier: "The identifier of the activity is malformed."
    case .missingProcessIdentifier: "The process that starts the activity has no identifier."
    case .persistenceFailure: "The system could not keep the activity."
    case .reconnectNotPermitted: "Another process tried to make an activity that exists."
    case .targetMaximumExceeded: "The app has as many Live Activities as it may."
    case .unentitled: "The app lacks an entitlement, such as that for push notifications."
    case .unsupported: "The device or its system has no such Live Activities."
    case .unsupportedTarget: "The app does not say that it supports Live Activities."
    case .visibility: "The app was in the background."
    }
  }
}
