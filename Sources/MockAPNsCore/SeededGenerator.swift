/// SplitMix64: the one source of randomness in the world, so that a seed and the same requests give the same ids.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package private(set) var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Goes on as if so many numbers had been drawn.
  package mutating func skip(_ count: UInt64) {
    state &+= 0x9E37_79B9_7F4A_7C15 &* count
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A UUID as text in a request or a response; its bits mean nothing to APNs.
package struct PushID: Sendable, Hashable {
  package let text: String

  /// 32 hexadecimal digits in the form 8-4-4-4-12; nil for anything else. The case is kept.
  package init?(parsing bytes: ArraySlice<UInt8>) {
    guard UUIDText.isCanonical(bytes) else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// A new one in upper case with arbitrary bits, as APNs makes them.
  ///
  /// Observed: gh:Edujugon/PushNotification#170, gh:jchambers/pushy#184, where no sample had RFC 4122 version bits.
  package init(from generator: inout SeededGenerator, isUpper: Bool = true) {
    text = UUIDText.format(generator.next(), generator.next(), upperCase: isUpper)
  }

  /// Whether a digit is in upper case.
  package var hasUpperCase: Bool { text.utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "F") } }
}
