/// A JSON number that keeps its exact text, always in the grammar of RFC 8259.
package struct JSONNumber: Sendable, Equatable {
  private enum Form: Equatable {
    /// A whole number whose text is the one and only shortest.
    case whole(Int64)
    case text(String)
  }

  private let form: Form

  package init(_ integer: some FixedWidthInteger) {
    if let whole = Int64(exactly: integer) { form = .whole(whole) } else { form = .text(String(integer)) }
  }

  /// The shortest text that reads back as the same number; nil for an infinity or a NaN.
  package init?(_ double: Double) {
    guard double.isFinite else { return nil }
    self.init(verified: double.description)
  }

  /// The text must already be a number in the grammar of RFC 8259.
  init(verified text: String) {
    if let whole = Int64(text), text != "-0" { form = .whole(whole) } else { form = .text(text) }
  }

  /// As sent; the additional spellings of JSON5 are rewritten (`.5` to `0.5`, `0xFF` to `255`).
  package var text: String {
    switch form {
    case .whole(let value): String(value)
    case .text(let text): text
    }
  }

  /// The value when it is whole and fits 64 bits, however it is written: `100`, `100.0`, `1e2`; else nil.
  package var integer: Int64? {
    switch form {
    case .whole(let value): value
    case .text(let text): Decimal(text).integer
    }
  }

  /// The value times a power of ten, when that is whole and fits 64 bits: 2.5 by the power of 3 is 2500.
  package func scaledInteger(byPowerOfTen power: Int) -> Int64? {
    Decimal(text, scaledBy: power).integer
  }

  /// The nearest double; nil when the number is too large for one.
  package var double: Double? {
    switch form {
    case .whole(let value): Double(value)
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// Whether the text has neither fraction nor exponent.
  package var isWrittenAsInteger: Bool {
    switch form {
    case .whole: true
    case .text(let text): !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }
  }
}

/// A number taken apart: digits without leading zeros × 10^exponent.
private struct Decimal {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0

  init(_ text: String, scaledBy power: Int = 0) {
    exponent = power
    var isFraction = false
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    for byte in mantissa {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default: append(digit: byte, isFraction: isFraction)
      }
    }
    // No text has digits enough to bring an exponent beyond these limits back to a whole number of 64 bits.
    let limit = 0xFFFF_FFFF
    let written = String(text.utf8.dropFirst(mantissa.count + 1)) ?? ""
    if written.isEmpty { return }
    exponent += Int(written).map { min(max($0, -limit), limit) } ?? (written.hasPrefix("-") ? -limit : limit)
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
