/// UUIDs in their canonical text: 8-4-4-4-12 hexadecimal digits.
package enum UUIDText {
  /// The case of the letters; nil when the text is not a UUID in canonical form.
  package static func letterCase(of text: ArraySlice<UInt8>) -> LetterCase? {
    let start = text.startIndex
    guard text.count == 36, hyphens.allSatisfy({ text[start + $0] == UInt8(ascii: "-") }) else { return nil }
    return LetterCase(digits: text.indices.lazy.filter { !hyphens.contains($0 - start) }.map { text[$0] })
  }

  package static func letterCase(of text: String) -> LetterCase? {
    letterCase(of: Array(text.utf8)[...])
  }

  /// Whether the text is a UUID in canonical form, in letters of any case.
  package static func isCanonical(_ text: ArraySlice<UInt8>) -> Bool {
    letterCase(of: text) != nil
  }

  /// The 128 bits as text.
  package static func format(_ high: UInt64, _ low: UInt64, upperCase: Bool = false) -> String {
    let letters = UInt8(ascii: upperCase ? "A" : "a") - 10
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      var rest = high
      for place in 0..<36 {
        if place == 18 { rest = low }
        if place == 8 || place == 13 || place == 18 || place == 23 {
          unsafe text[place] = UInt8(ascii: "-")
        } else {
          let digit = UInt8(truncatingIfNeeded: rest >> 60)
          unsafe text[place] = digit + (digit < 10 ? UInt8(ascii: "0") : letters)
          rest <<= 4
        }
      }
      return 36
    }
  }

  /// A random (version 4) UUID from 128 random bits, six of which give way to version and variant.
  package static func version4(_ high: UInt64, _ low: UInt64, upperCase: Bool = false) -> String {
    format(high & ~0xF000 | 0x4000, low & ~(3 << 62) | 2 << 62, upperCase: upperCase)
  }

  private static let hyphens = [8, 13, 18, 23]
}
