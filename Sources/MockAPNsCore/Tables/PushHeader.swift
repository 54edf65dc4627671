/// A request header that APNs reads on `/3/device`.
package enum PushHeader: String, Sendable, CaseIterable {
  case authorization
  case apnsID = "apns-id"
  case apnsExpiration = "apns-expiration"
  case apnsPriority = "apns-priority"
  case apnsTopic = "apns-topic"
  case apnsCollapseID = "apns-collapse-id"
  case apnsPushType = "apns-push-type"
}

/// One row of the header table.
package struct PushHeaderRow: Sendable {
  /// The form of a value, in one sentence.
  package var syntax: String
  /// What an absent header means.
  package var whenAbsent: String
  /// The refusal of a malformed value.
  package var reason: Reason
  package var basis: Basis
}

extension PushHeader {
  /// The longest `apns-collapse-id` in bytes. Documented: `ApplePage.sending`.
  package static let collapseIDLimit = 64
  /// The priorities that APNs knows. Documented: `ApplePage.sending`.
  package static let priorities = [10, 5, 1]

  /// The row of this header.
  package var row: PushHeaderRow {
    let page = Basis.documented(ApplePage.sending)
    return switch self {
    case .authorization:
      PushHeaderRow(
        syntax: "the word bearer, a blank, a provider token",
        whenAbsent: "the client certificate decides; without one the push is refused",
        reason: .invalidProviderToken, basis: page)
    case .apnsID:
      PushHeaderRow(
        syntax: "a UUID of 32 lower-case hexadecimal digits in the form 8-4-4-4-12", whenAbsent: "APNs makes one",
        reason: .badMessageID, basis: page)
    case .apnsExpiration:
      PushHeaderRow(
        syntax: "whole seconds since 1970 in UTC; 0 means one attempt, never stored",
        whenAbsent: "stored while the device is offline", reason: .badExpirationDate, basis: page)
    case .apnsPriority:
      PushHeaderRow(syntax: "10, 5 or 1", whenAbsent: "10", reason: .badPriority, basis: page)
    case .apnsTopic:
      PushHeaderRow(
        syntax: "a bundle id, with the suffix of the push type",
        whenAbsent: "the only topic of the client certificate; required with a provider token",
        reason: .badTopic, basis: page)
    case .apnsCollapseID:
      PushHeaderRow(
        syntax: "at most \(Self.collapseIDLimit) bytes", whenAbsent: "not collapsed", reason: .badCollapseID,
        basis: page)
    case .apnsPushType:
      PushHeaderRow(
        syntax: PushType.allCases.map(\.rawValue).joined(separator: ", "),
        whenAbsent: "taken from the topic; required for watchOS", reason: .invalidPushType, basis: page)
    }
  }
}
