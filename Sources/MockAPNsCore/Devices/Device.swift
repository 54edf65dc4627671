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
  /// Whether the screen is locked.
  package var isLocked = false
  /// Where Live Activities show beside the Lock Screen.
  package var surfaces: [Surface] = []
  package var apps: [InstalledApp] = []
  /// Whether the device was made for an unknown token.
  package var isEnrolled = false
}

extension Device {
  /// A place for Live Activities beside the Lock Screen. Documented: `ApplePage.liveData`.
  package enum Surface: String, Sendable, CaseIterable { case dynamicIsland, smartStack, carPlay, mac }
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
  /// Whether the complication is on the current face.
  package var complicationShown = true
  /// Whether the app reports a call when it is launched for one.
  package var reportsCalls = true
  /// The Live Activities that this build of the app declares, when it is another build than the newest.
  package var ownTypes: ActivityTypes?
  /// Tokens by kind; at most one active token a kind.
  package var tokens: [TokenKind: DeviceToken] = [:]

  /// The number on the icon; nil for none that a push has set.
  package var badge: Int64?
  /// Shown notifications that have a collapse id, the oldest first.
  package var shown: [ShownNotification] = []
  /// The one push that waits for it. Documented: `ApplePage.sending` says one for each app of a device.
  package var waiting: WaitingPush?
  /// The budget of push-to-start; nil while none of it is spent.
  package var startBudget: Allowance?

  /// A notification on the display that a later one can replace.
  package struct ShownNotification: Sendable, Equatable {
    package var collapseID: String
    package var seq: UInt64
  }

  /// Shown notifications that are remembered for replacing; the oldest is forgotten first.
  package static let shownLimit = 100

  /// Notes what is shown under a collapse id; the delivery whose place it takes.
  mutating func show(_ collapseID: String, _ seq: UInt64) -> UInt64? {
    let old = shown.firstIndex { $0.collapseID == collapseID }.map { shown.remove(at: $0).seq }
    if shown.count >= Self.shownLimit { shown.removeFirst() }
    shown.append(ShownNotification(collapseID: collapseID, seq: seq))
    return old
  }

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
