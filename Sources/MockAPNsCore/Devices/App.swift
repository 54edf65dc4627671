/// An app as its developer registered it: what topics it has and whose it is.
package struct App: Sendable, Equatable {
  /// What kind of thing receives the pushes.
  package enum Kind: String, Sendable, CaseIterable { case app, wallet, safari, mdm }

  package var bundleID: String
  package var team: String
  package var kind = Kind.app
  package var platform = Platform.iOS
  /// Whether broadcast channels are enabled for it.
  package var hasBroadcast = false
  /// The Live Activities that its newest build declares; nil when nothing is said of them.
  package var types: ActivityTypes?
  package var infoPlist = JSONObject()
  /// What the gateway carries for a later version: the backend that the app calls.
  package var backend: JSONObject?
  /// Whether the app was made for an unknown topic.
  package var isEnrolled = false
}

/// A signing key of a team.
package struct ProviderKey: Sendable, Equatable {
  package var id: String
  package var team: String
  /// PEM; nil for a key that was taken on first sight, whose signatures cannot be checked.
  package var publicKeyPEM: String?
  package var environments = Environment.allCases
  /// The topics it is limited to; empty for a key of the whole team.
  package var topics: [String] = []
  /// The one key whose tokens may share a connection with this topic key. Documented: `ApplePage.tokens`.
  package var relatedKey: String?
  package var isRevoked = false
  /// Before this it is not yet known to APNs.
  package var activeFrom: Instant?
  /// Grows with each change of the public key, so that cached signature checks are not used for another key.
  package var generation: UInt32 = 0
}

/// A provider certificate that a world file describes, for `certs issue`.
package struct ProviderCertificate: Sendable, Equatable {
  package var name: String
  package var userID: String
  package var topics: [String] = []
  package var environments = Environment.allCases
}

/// A broadcast channel, as a world file describes it.
package struct ChannelDescription: Sendable, Equatable {
  package var id: String
  package var bundleID: String
  package var environment: Environment
  /// 0: no message stored, 1: the most recent one.
  package var messageStoragePolicy: Int
}
