/// Bytes as hexadecimal digits, two a byte.
package enum Hex {
  /// The digits, in lower case.
  package static func encode(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes, from digits of either case; nil when the count is odd or something else stands in between.
  package static func decode(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  package static func decode(_ digits: String) -> [UInt8]? {
    decode(Array(digits.utf8))
  }

  /// The case of the letters among hexadecimal digits; nil when something else stands among them.
  package static func letterCase(of digits: [UInt8]) -> LetterCase? {
    LetterCase(digits: digits)
  }

  /// What the digit stands for, in either case.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The lower-case digit of a value below 16.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// How the letters A–F are written in a text; without any of them it counts as lower case.
package enum LetterCase: Sendable {
  case lower
  case upper
  case mixed

  /// Nil when a byte is no hexadecimal digit.
  init?(digits: some Sequence<UInt8>) {
    var hasLower = false
    var hasUpper = false
    for byte in digits {
      guard Hex.value(of: byte) != nil else { return nil }
      hasLower = hasLower || byte >= UInt8(ascii: "a")
      hasUpper = hasUpper || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F")
    }
    self = hasLower && hasUpper ? .mixed : hasUpper ? .upper : .lower
  }
}
