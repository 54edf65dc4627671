/// What fuzzers feed with any bytes; a kept input is replayed by a test through the same door.
enum FuzzTarget: String, CaseIterable, Sendable {
  case json, token, request, world, der, frames, filter

  /// Takes one input; throws when the input makes the product break a rule.
  typealias Taker = ([UInt8]) throws -> Void

  /// Makes the state that inputs share, which none of them changes.
  func taker() throws -> Taker {
    switch self {
    case .json: JSONFuzzing.take
    case .token: TokenFuzzing.take
    case .request: try RequestFuzzing().take
    case .world: WorldFuzzing.take
    case .der: CertificateFuzzing.take
    case .frames: FrameFuzzing.take
    case .filter: try FilterFuzzing().take
    }
  }
}

/// A rule that must hold for every input, and did not.
struct BrokenRule: Error, CustomStringConvertible {
  let description: String

  /// Throws unless the rule holds.
  static func unless(_ holds: Bool, _ rule: String) throws(BrokenRule) {
    guard holds else { throw BrokenRule(description: rule) }
  }
}

/// What any input may name without harm.
enum FuzzInput {
  /// The parts of an input between line breaks.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
