/// Durations as people write them: `"250ms"`, `"5s"`, `"30m"`, `"12h"`, `"1d"`, or a plain number of seconds.
package enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// The milliseconds; nil without a number, for an unknown unit, for parts of a millisecond or beyond 64 bits.
  package static func parse(_ text: String) -> Int64? {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
    return unsigned(text[...])
  }

  /// The same with a sign, which must be there: `"+1h"`, `"-10m"`.
  package static func parseSigned(_ text: String) -> Int64? {
    let rest = text.dropFirst()
    switch text.utf8.first {
    case UInt8(ascii: "+"): return unsigned(rest)
    case UInt8(ascii: "-"): return unsigned(rest).map { -$0 }
    default: return nil
    }
  }

  /// The same from a JSON value: a number of seconds, not negative, or a text without a sign.
  package static func parse(_ json: JSON) -> Int64? {
    switch json {
    case .string(let text): parse(text)
    case .number(let number): number.scaledInteger(byPowerOfTen: 3).flatMap { $0 >= 0 ? $0 : nil }
    default: nil
    }
  }

  /// The shortest exact text, in the largest unit that fits: 5400000 is `90m`, 0 is `0s`, -1500 is `-1500ms`.
  package static func format(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "0s" }
    let fits = units.last { milliseconds.isMultiple(of: $0.milliseconds) } ?? units[0]
    return "\(milliseconds / fits.milliseconds)\(fits.name)"
  }

  private static func unsigned(_ text: Substring) -> Int64? {
    let number = text.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ".") }
    let name = text.utf8.dropFirst(number.count)
    guard let unit = name.isEmpty ? 1000 : units.first(where: { $0.name.utf8.elementsEqual(name) })?.milliseconds
    else { return nil }
    return product(of: Substring(number), unit)
  }

  /// The decimal times the unit; nil when that is not a whole number of 64 bits.
  private static func product(of decimal: Substring, _ unit: Int64) -> Int64? {
    let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return product }
    guard let fraction = fraction(of: parts[1], unit) else { return nil }
    let (sum, sumOverflow) = product.addingReportingOverflow(fraction)
    return sumOverflow ? nil : sum
  }

  private static func fraction(of digits: Substring, _ unit: Int64) -> Int64? {
    guard !digits.isEmpty, digits.utf8.count <= 9, let value = Int64(digits) else { return nil }
    let scale = digits.utf8.reduce(Int64(1)) { scale, _ in scale * 10 }
    let (quotient, remainder) = (value * unit).quotientAndRemainder(dividingBy: scale)
    return remainder == 0 ? quotient : nil
  }
}
