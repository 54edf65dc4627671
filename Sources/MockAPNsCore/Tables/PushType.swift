/// What a push is for: the value of `apns-push-type`, spelled as on the wire.
package enum PushType: String, Sendable, CaseIterable {
  case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk, voip, widgets

  /// The row of this type.
  package var row: PushTypeRow { Self.rows[index] }

  private var index: Int {
    switch self {
    case .alert: 0
    case .background: 1
    case .complication: 2
    case .controls: 3
    case .fileprovider: 4
    case .liveactivity: 5
    case .location: 6
    case .mdm: 7
    case .pushtotalk: 8
    case .voip: 9
    case .widgets: 10
    }
  }
}

/// Which credentials a push type accepts.
package enum AcceptedCredential: String, Sendable {
  case tokenOrCertificate, tokenOnly, certificateOnly
}

/// One row of the push type table.
package struct PushTypeRow: Sendable {
  package var type: PushType
  /// What the topic adds to the bundle id; empty for nothing. `mdm` uses the UID of its certificate instead.
  package var topicSuffix: String
  package var credential: AcceptedCredential
  /// The largest body in bytes.
  package var payloadLimit: Int
  /// The priorities that Apple advises; others are accepted with a finding where Apple calls them an error.
  package var advisedPriorities: [Int]
  /// Apple platforms that the documentation names as unable to receive the type.
  package var unavailableOn: [Platform]
  package var basis: Basis
}

/// An Apple platform, as a world file names it.
package enum Platform: String, Sendable, CaseIterable {
  case iOS, iPadOS, macOS, tvOS, watchOS, visionOS
}

extension PushType {
  /// The table, in the order of the documentation.
  package static let rows: [PushTypeRow] = [
    row(.alert, "", priorities: [10, 5, 1]),
    row(.background, "", priorities: [5]),
    row(.complication, ".complication", unavailableOn: [.macOS, .tvOS, .iPadOS]),
    row(.controls, ".push-type.controls"),
    row(.fileprovider, ".pushkit.fileprovider", unavailableOn: [.watchOS]),
    row(
      .liveactivity, ".push-type.liveactivity", credential: .tokenOnly, priorities: [10, 5],
      unavailableOn: [.watchOS, .macOS, .tvOS]),
    row(
      .location, ".location-query", credential: .tokenOnly, priorities: [10, 5],
      unavailableOn: [.macOS, .tvOS, .watchOS]),
    row(.mdm, "", credential: .certificateOnly, unavailableOn: [.watchOS]),
    row(.pushtotalk, ".voip-ptt", priorities: [10], unavailableOn: [.watchOS, .macOS, .tvOS]),
    row(.voip, ".voip", limit: 5120, unavailableOn: [.watchOS]),
    row(.widgets, ".push-type.widgets"),
  ]

  private static let names = allCases.map(\.rawValue)

  /// The type of that name; nil for a name that Apple does not list.
  static func named(_ name: String) -> PushType? {
    names.firstIndex { $0.isSpelled(name) }.map { rows[$0].type }
  }

  /// The suffixes that topics may have.
  package static let topicSuffixes = rows.map(\.topicSuffix).filter { !$0.isEmpty }

  private static let topicSuffixBytes = topicSuffixes.map { Array($0.utf8) }

  /// The suffix that a topic has.
  static func suffix(of topic: String) -> String? {
    ByteView.read(topic) { bytes in
      topicSuffixBytes.firstIndex { bytes.hasSuffix($0) }.map { topicSuffixes[$0] }
    }
  }

  private static func row(
    _ type: PushType, _ suffix: String, credential: AcceptedCredential = .tokenOrCertificate, limit: Int = 4096,
    priorities: [Int] = [10, 5, 1], unavailableOn: [Platform] = []
  ) -> PushTypeRow {
    PushTypeRow(
      type: type, topicSuffix: suffix, credential: credential, payloadLimit: limit, advisedPriorities: priorities,
      unavailableOn: unavailableOn, basis: .documented(ApplePage.sending))
  }
}
