/// A simulated device with the apps on it.
package struct Device: Sendable, Equatable {
  package var id: String
  package var name: String
  package var platform: Platform
  /// As Apple prints it, such as `18.4`.
  package var osVersion: String
  package var environment: Environment
  package var isOnline = true
  package var isLowPower = false
  /// Where Live Activities show beside the Lock Screen.
  package var surfaces: [String] = []
  package var apps: [InstalledApp] = []
  /// Whether the device was made for an unknown token.
  package var isEnrolled = false
}

/// One app on one device.
package struct InstalledApp: Sendable, Equatable {
  package var bundleID: String
  package var isInstalled = true
  package var uninstalledAt: Instant?
  package var isForeground = false
  package var isForceQuit = false
  package var notifications = Permission.allowed
  package var liveActivitiesEnabled = true
  package var frequentPushesEnabled = true
  package var consent = Consent.allowed
  package var pushToTalkJoined = false
  package var locationPermission = LocationPermission.never
  /// Tokens by kind; at most one active token a kind.
  package var tokens: [TokenKind: DeviceToken] = [:]

  /// The user's answer to the app's wish to notify.
  package enum Permission: String, Sendable, CaseIterable { case allowed, denied }
  /// The user's answer on the first Live Activity.
  package enum Consent: String, Sendable, CaseIterable { case undecided, allowed, alwaysAllowed, denied }
  /// When the app may learn where the device is.
  package enum LocationPermission: String, Sendable, CaseIterable { case never, whenInUse, always }
}

/// A token that once was good, as a world file lists it.
package struct RetiredToken: Sendable, Equatable {
  package var token: DeviceToken
  package var device: String
  package var bundleID: String
  package var kind: TokenKind
  package var retirement: TokenEntry.Retirement
}
