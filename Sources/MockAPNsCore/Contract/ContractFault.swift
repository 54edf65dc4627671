/// Why a value does not decode as an app declared it, and where.
package struct ContractFault: Error, Sendable, Equatable {
  /// The four kinds of Swift's `DecodingError`.
  package enum Kind: String, Sendable, CaseIterable {
    case keyNotFound
    case valueNotFound
    case typeMismatch
    case dataCorrupted
  }

  package var kind: Kind
  /// The way from the `content-state` or `attributes` to the value; for a missing key, to where it should stand.
  package var path = JSONPath()
  /// What the app declares, such as `ClosedRange<Date>, an array of its two bounds`.
  package var expected: String
  /// What stands there, such as `an object with "lowerBound" and "upperBound"`.
  package var found: String
  /// A clause that says what to send instead; empty when there is nothing to add.
  package var hint = ""

  /// One sentence with everything, without a full stop.
  package var message: String { "\(path): \(clause)" }

  /// The same without the path.
  var clause: String {
    "expected \(expected), found \(found)" + (hint.isEmpty ? "" : "; \(hint)")
  }

  /// How the console of a device words the fault of an update, which tells no more.
  ///
  /// Observed for what is missing: gh:istornz/flutter_live_activities#118. Inferred for the rest from Foundation's
  /// text.
  package var console: String {
    switch kind {
    case .keyNotFound, .valueNotFound:
      "Unable to decode content state: The data couldn’t be read because it is missing."
    case .typeMismatch, .dataCorrupted:
      "Unable to decode content state: The data couldn’t be read because it isn’t in the correct format."
    }
  }

  /// The same fault as seen from the container around.
  func inside(_ element: JSONPathElement) -> ContractFault {
    var fault = self
    fault.path.elements.insert(element, at: 0)
    return fault
  }
}

/// A date that decodes, but 31 years late or more, since it counts from 1970 and Date from 2001.
package struct SuspectDate: Sendable, Equatable {
  package var path = JSONPath()
  package var value: JSONNumber
  /// Whether it seems to count milliseconds.
  package var isMilliseconds: Bool

  /// The number above which a Date is suspect: in September 2032 as a Date, in 2001 as a Unix time.
  static let limit = 1e9
  /// From here on not even a Unix time in seconds would make sense (it is the year 5138).
  static let millisecondsLimit = 1e11
  /// Seconds from 1970 to 2001.
  static let epochOffset = 978_307_200.0
}
