/// A JSON number as its exact text, always in the grammar of RFC 8259.
package struct JSONNumber: Sendable, Equatable {
  /// As sent; the additional spellings of JSON5 are rewritten (`.5` to `0.5`, `0xFF` to `255`).
  package let text: String

  /// The text must already be a number in the grammar of RFC 8259.
  init(verified text: String) {
    self.text = text
  }

  package init(_ integer: Int64) {
    text = String(integer)
  }

  /// The shortest text that reads back as the same number; nil for an infinity or a NaN.
  package init?(_ double: Double) {
    guard double.isFinite else { return nil }
    text = double.description
  }

  /// Whether the text has neither fraction nor exponent.
  package var isWrittenAsInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// The nearest double; nil when the number is too large for one.
  package var double: Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value when it is whole and fits 64 bits, however it is written: `100`, `100.0`, `1e2`; else nil.
  package var integer: Int64? {
    Int64(text) ?? Decimal(text).integer
  }
}

/// A number taken apart: digits without leading zeros × 10^exponent.
private struct Decimal {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0

  init(_ text: String) {
    var isFraction = false
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    for byte in mantissa {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default: append(digit: byte, isFraction: isFraction)
      }
    }
    // An exponent beyond Int is beyond every whole number of 64 bits too.
    let written = String(text.utf8.dropFirst(mantissa.count + 1)) ?? ""
    exponent += Int(written) ?? (written.isEmpty ? 0 : written.hasPrefix("-") ? -0xFFFF_FFFF : 0xFFFF_FFFF)
  }

  private mutating func append(digit: UInt8, isFraction: Bool) {
    if isFraction { exponent -= 1 }
    if digit != UInt8(ascii: "0") || !digits.isEmpty { digits.append(digit) }
  }

  var integer: Int64? {
    guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return 0 }
    let (zeros, overflow) = exponent.addingReportingOverflow(digits.count - 1 - last)
    guard !overflow, zeros >= 0, last + zeros < 19 else { return nil }
    let whole = digits[...last] + Array(repeating: UInt8(ascii: "0"), count: zeros)
    return Int64((isNegative ? "-" : "") + String(decoding: whole, as: UTF8.self))
  }
}
