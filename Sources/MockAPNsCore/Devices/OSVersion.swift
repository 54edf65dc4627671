/// A version of an operating system, such as `18.4`.
package struct OSVersion: Sendable, Hashable, Comparable {
  package var major: Int
  package var minor: Int

  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// One to three whole numbers with dots between them; the third is not compared.
  package init?(_ text: String) {
    var numbers = SIMD4<Int>()
    var (place, digits) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), digits > 0, place < 2 {
        (place, digits) = (place + 1, 0)
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), numbers[place] < 100 {
        numbers[place] = numbers[place] * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    (major, minor) = (numbers[0], numbers[1])
  }

  package static func < (left: OSVersion, right: OSVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
