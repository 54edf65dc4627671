/// UUIDs in their canonical text: 8-4-4-4-12 hexadecimal digits.
package enum UUIDText {
  /// The case of the letters; nil when the text is not a UUID in canonical form.
  package static func letterCase(of text: [UInt8]) -> LetterCase? {
    guard text.count == 36, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
    return LetterCase(digits: text.indices.lazy.filter { !hyphens.contains($0) }.map { text[$0] })
  }

  package static func letterCase(of text: String) -> LetterCase? {
    letterCase(of: Array(text.utf8))
  }

  /// The 128 bits as text.
  package static func format(high: UInt64, low: UInt64, isUpper: Bool = false) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for place in 0..<32 {
      if hyphens.contains(text.count) { text.append(UInt8(ascii: "-")) }
      let word = place < 16 ? high : low
      let digit = Hex.digit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (place % 16))) & 0xF)
      text.append(isUpper && digit >= UInt8(ascii: "a") ? digit & ~0x20 : digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A random (version 4) UUID from 128 random bits, six of which give way to version and variant.
  package static func random(high: UInt64, low: UInt64, isUpper: Bool = false) -> String {
    format(high: high & ~0xF000 | 0x4000, low: low & ~(3 << 62) | 2 << 62, isUpper: isUpper)
  }

  private static let hyphens = [8, 13, 18, 23]
}
