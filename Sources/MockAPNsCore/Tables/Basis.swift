/// How we know a fact about Apple, and where from.
package struct Basis: Sendable, Hashable {
  /// How much weight a fact carries.
  package enum Kind: String, Sendable, CaseIterable {
    /// Apple says so in public documentation.
    case documented
    /// Somebody saw the real service do it.
    case observed
    /// It follows from artefacts, such as clients that work in production.
    case inferred
    /// Nobody knows; this gateway chose, and says so.
    case chosen
  }

  package var kind: Kind
  /// A URL, a thread such as `gh:owner/repo#1`, or the reason of a choice.
  package var source: String

  package static func documented(_ source: String) -> Basis { Basis(kind: .documented, source: source) }
  package static func observed(_ source: String) -> Basis { Basis(kind: .observed, source: source) }
  package static func inferred(_ source: String) -> Basis { Basis(kind: .inferred, source: source) }
  package static func chosen(_ source: String) -> Basis { Basis(kind: .chosen, source: source) }
}

/// Apple's pages that rows point at; each is one article of the User Notifications or ActivityKit documentation.
package enum ApplePage {
  private static let notifications = "https://developer.apple.com/documentation/usernotifications/"
  private static let activities = "https://developer.apple.com/documentation/activitykit/"

  /// Headers, paths, push types and limits of a request.
  package static let sending = notifications + "sending-notification-requests-to-apns"
  /// Status codes, reasons and the JSON of an error.
  package static let responses = notifications + "handling-notification-responses-from-apns"
  /// Provider tokens: form, age, cadence and key scopes.
  package static let tokens = notifications + "establishing-a-token-based-connection-to-apns"
  /// Provider certificates.
  package static let certificates = notifications + "establishing-a-certificate-based-connection-to-apns"
  /// Hosts and the life of a connection.
  package static let connecting = notifications + "establishing-a-connection-to-apns"
  /// The keys of `aps` and the size of a payload.
  package static let payload = notifications + "generating-a-remote-notification"
  /// Background pushes.
  package static let background = notifications + "pushing-background-updates-to-your-app"
  /// The delivery log of the push console.
  package static let console = notifications + "testing-notifications-using-the-push-notification-console"
  /// Pushes to Live Activities.
  package static let liveActivities =
    activities + "starting-and-updating-live-activities-with-activitykit-push-notifications"
  /// What became of pushes, in metrics.
  package static let metrics = notifications + "viewing-the-status-of-push-notifications-using-metrics-and-apns"
  /// Live Activities on the device.
  package static let liveData = activities + "displaying-live-data-with-live-activities"
  /// Updating an activity in the app, and the order of timestamps.
  package static let activityUpdate = activities + "activity/update(_:alertconfiguration:timestamp:)"
  private static let root = "https://developer.apple.com/documentation/"
  /// Calls.
  package static let voip = root + "pushkit/responding-to-voip-notifications-from-pushkit"
  package static let complication = root + "pushkit/pkpushtype/complication"
  package static let location = root + "corelocation/creating-a-location-push-service-extension"
  package static let pushToTalk = root + "pushtotalk/creating-a-push-to-talk-app"
  package static let widgets = root + "widgetkit/updating-widgets-with-widgetkit-push-notifications"
}
