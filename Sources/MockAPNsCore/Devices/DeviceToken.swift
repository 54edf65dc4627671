/// A device token: hexadecimal digits, kept in lower case; its length is Apple's business.
package struct DeviceToken: Sendable, Hashable {
  /// The digits in lower case.
  package let text: String

  /// The shortest token in digits that is taken for one. Observed: 64 digits on all iPhones; Apple promises no length.
  package static let fewestDigits = 64
  /// The longest. Observed: 160 digits for Live Activities; WWDC 2015 spoke of up to 100 bytes.
  package static let mostDigits = 200

  /// Why some text is no device token.
  package enum Fault: Error, Sendable, Equatable {
    case character(UInt8, offset: Int)
    case length(Int)
  }

  /// Reads the digits of a path or of a world file; upper case is taken as lower case.
  package init(parsing digits: ArraySlice<UInt8>) throws(Fault) {
    self = try Self.read(digits).token
  }

  /// Reads digits, and tells whether all letters among them were lower case.
  static func read(_ digits: ArraySlice<UInt8>) throws(Fault) -> (token: DeviceToken, isLower: Bool) {
    let isLower = digits.areAll(
      in: UInt8(ascii: "0")...UInt8(ascii: "9"), or: UInt8(ascii: "a")...UInt8(ascii: "f"))
    if !isLower, let odd = digits.firstIndex(where: { Hex.value(of: $0) == nil }) {
      throw .character(digits[odd], offset: odd - digits.startIndex)
    }
    let count = digits.count
    guard count.isMultiple(of: 2), count >= Self.fewestDigits, count <= Self.mostDigits else { throw .length(count) }
    let text = String(decoding: digits, as: UTF8.self)
    return (DeviceToken(text: isLower ? text : text.lowercased()), isLower)
  }

  private init(text: String) {
    self.text = text
  }
}

/// What the gateway knows of one device token.
package struct TokenEntry: Sendable, Equatable {
  package var device: String
  package var bundleID: String
  package var kind: TokenKind
  package var environment: Environment
  /// Why and since when the token is no longer good; nil for an active one.
  package var retirement: Retirement?

  /// The end of a token's life.
  package struct Retirement: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case unregistered, expired, superseded, dead, uninstalled }

    package var state: State
    package var since: Instant
    /// How long it still answers 200; nil for the setting.
    package var graceSeconds: Int?
  }
}

extension DeviceToken {
  /// A token of so many bytes that the same seed and name always give; one of 80 begins as those of activities do.
  package init(derivedFrom seed: UInt64, for name: String, byteCount: Int = 32) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var generator = SeededGenerator(seed: seed ^ hash)
    var bytes: [UInt8] = []
    for _ in 0..<byteCount / 8 {
      let word = generator.next()
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    if byteCount == TokenKind.activityBytes { bytes[0] = 0x80 }
    text = Hex.encode(bytes)
  }
}
