/// Numbers as JSONDecoder takes them from their text, quirks included.
///
/// Documented: gh:swiftlang/swift-foundation JSONDecoder.swift and Decimal.swift at release/6.3.1.
enum DecodedNumber {
  /// The number as an integer of that kind; nil when it is not whole or out of range.
  static func integer(_ number: JSONNumber, as kind: IntegerKind) -> Int128? {
    guard let value = number.isWrittenAsInteger ? written(number) : rounded(number.text, as: kind) else { return nil }
    return kind.range.contains(value) ? value : nil
  }

  private static func written(_ number: JSONNumber) -> Int128? {
    if let integer = number.integer { return Int128(integer) }
    return UInt64(number.text).map { Int128($0) }
  }

  /// A fraction or an exponent goes by a Double first: 1.0000000000000001 is the integer 1 to JSONDecoder.
  private static func rounded(_ text: String, as kind: IntegerKind) -> Int128? {
    guard let double = Double(text), let value = Int128(exactly: double), kind.range.contains(value) else { return nil }
    if double.magnitude < 0x1p53 { return value }
    return DecimalText(text)?.truncated
  }

  /// Whether the number is a Double: not too large, and not so small that it would become zero.
  static func isDouble(_ number: JSONNumber) -> Bool {
    isPlain(number) || fits(number.text, Double(number.text))
  }

  static func isFloat(_ number: JSONNumber) -> Bool {
    isPlain(number) || fits(number.text, Float(number.text))
  }

  static func isDecimal(_ number: JSONNumber) -> Bool {
    DecimalText(number.text) != nil
  }

  /// Whether the number is surely neither too large nor too small for either type.
  private static func isPlain(_ number: JSONNumber) -> Bool {
    if number.isWrittenAsInteger, number.integer != nil { return true }
    let text = number.text
    return text.utf8.count <= 30 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }

  private static func fits(_ text: String, _ value: (some BinaryFloatingPoint)?) -> Bool {
    guard let value, value.isFinite else { return false }
    return value != 0 || isTrueZero(text)
  }

  private static func isTrueZero(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
  }
}

/// A number as Foundation's Decimal holds it: 128 bits times a power of ten from -128 to 127.
private struct DecimalText {
  private var isNegative = false
  private var mantissa: UInt128 = 0
  private var exponent = 0
  private var isFull = false

  /// Nil when the exponent does not fit.
  init?(_ text: String) {
    let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    var isFraction = false
    for byte in parts[0] {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default: guard append(byte & 0xF, isFraction: isFraction) else { return nil }
      }
    }
    if parts.count > 1 {
      guard let written = Int(String(parts[1]) ?? ""), written.magnitude <= 254 else { return nil }
      exponent += written
    }
    guard Self.exponents.contains(exponent) else { return nil }
  }

  private static let exponents = -128...127

  private mutating func append(_ digit: UInt8, isFraction: Bool) -> Bool {
    let (tens, overflow) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tens.addingReportingOverflow(UInt128(digit))
    if isFull || overflow || carry {
      isFull = true
      if !isFraction { exponent += 1 }
      return exponent <= 127
    }
    mantissa = sum
    if isFraction { exponent -= 1 }
    return exponent >= -128
  }

  /// The integer that JSONDecoder makes of it, which drops a fraction; nil beyond 64 bits.
  var truncated: Int128? {
    var (mantissa, exponent) = (mantissa, exponent)
    while mantissa != 0, mantissa.isMultiple(of: 10), exponent < 127 {
      mantissa /= 10
      exponent += 1
    }
    guard var value = UInt64(exactly: mantissa) else { return nil }
    while exponent != 0, value != 0 {
      if exponent < 0 {
        value /= 10
      } else {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        value = product
      }
      exponent -= exponent.signum()
    }
    return isNegative ? -Int128(value) : Int128(value)
  }
}
