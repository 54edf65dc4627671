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
    let ten = UInt8(ascii: upperCase ? "A" : "a")
    let first = digits(of: UInt32(truncatingIfNeeded: high >> 32), ten)
    let second = digits(of: UInt32(truncatingIfNeeded: high), ten)
    let third = digits(of: UInt32(truncatingIfNeeded: low >> 32), ten)
    let fourth = digits(of: UInt32(truncatingIfNeeded: low), ten)
    let hyphen = UInt8(ascii: "-")
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      let text = UnsafeMutableRawBufferPointer(text)
      unsafe text.storeBytes(of: first, as: UInt64.self)
      unsafe text[8] = hyphen
      unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: second), toByteOffset: 9, as: UInt32.self)
      unsafe text[13] = hyphen
      unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32), toByteOffset: 14, as: UInt32.self)
      unsafe text[18] = hyphen
      unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: third), toByteOffset: 19, as: UInt32.self)
      unsafe text[23] = hyphen
      unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32), toByteOffset: 24, as: UInt32.self)
      unsafe text.storeBytes(of: fourth, toByteOffset: 28, as: UInt64.self)
      return 36
    }
  }

  /// Eight hexadecimal digits, the first in the lowest byte; all at once, since each push has two ids.
  private static func digits(of number: UInt32, _ ten: UInt8) -> UInt64 {
    var nibbles = UInt64(number.byteSwapped)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles >> 4 | nibbles << 8) & 0x0F0F_0F0F_0F0F_0F0F
    // One in each byte that is ten or more.
    let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (nibbles + 0x3030_3030_3030_3030 + letters * UInt64(ten - UInt8(ascii: "0") - 10)).littleEndian
  }

  /// A random (version 4) UUID from 128 random bits, six of which give way to version and variant.
  package static func version4(_ high: UInt64, _ low: UInt64, upperCase: Bool = false) -> String {
    format(high & ~0xF000 | 0x4000, low & ~(3 << 62) | 2 << 62, upperCase: upperCase)
  }

  private static let hyphens = [8, 13, 18, 23]
}
