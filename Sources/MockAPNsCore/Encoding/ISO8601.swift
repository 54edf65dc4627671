/// Points in time as text: RFC 3339 in UTC with milliseconds, such as `2026-03-01T10:00:00.123Z`.
///
/// Counts milliseconds since 1970-01-01T00:00:00Z in the Gregorian calendar, also before it came into use.
package enum ISO8601 {
  /// A year before 0 or after 9999 gets a sign and at least six digits, as in ECMAScript.
  package static func format(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    append(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  package static func append(_ milliseconds: Int64, to text: inout [UInt8]) {
    let (day, time) = milliseconds.flooredDivision(by: millisecondsADay)
    let date = CalendarDate(daysSince1970: day)
    if date.year < 0 || date.year > 9999 {
      text.append(UInt8(ascii: date.year < 0 ? "-" : "+"))
      appendDigits(abs(date.year), width: 6, to: &text)
    } else {
      appendDigits(date.year, width: 4, to: &text)
    }
    let rest: [(Unicode.Scalar, Int64, Int)] = [
      ("-", date.month, 2), ("-", date.day, 2), ("T", time / 3_600_000, 2),
      (":", time / 60_000 % 60, 2), (":", time / 1000 % 60, 2), (".", time % 1000, 3),
    ]
    for (mark, value, width) in rest {
      text.append(UInt8(ascii: mark))
      appendDigits(value, width: width, to: &text)
    }
    text.append(UInt8(ascii: "Z"))
  }

  /// The milliseconds of an RFC 3339 time with any offset; nil for anything else.
  ///
  /// Further digits of the second are cut off. A leap second (23:59:60 UTC) counts as the midnight after it.
  package static func parse(_ text: String) -> Int64? {
    var reader = TimeReader(Array(text.utf8))
    return reader.milliseconds()
  }

  private static func appendDigits(_ value: Int64, width: Int, to text: inout [UInt8]) {
    let digits = String(value).utf8
    for _ in 0..<max(0, width - digits.count) { text.append(UInt8(ascii: "0")) }
    text += digits
  }
}

private let millisecondsADay: Int64 = 86_400_000

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A day of the Gregorian calendar; inside, years begin in March so that the leap day comes last.
private struct CalendarDate {
  let year: Int64
  let month: Int64
  let day: Int64

  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch: Int64 = 719_468

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970 days: Int64) {
    let (cycle, dayOfCycle) = (days + Self.epoch).flooredDivision(by: 146_097)
    // The last century and the last year of a group are longer by the leap day, hence the minimum.
    let century = min(dayOfCycle / 36_524, 3)
    let dayOfCentury = dayOfCycle - century * 36_524
    let dayOfFourYears = dayOfCentury % 1461
    let year = min(dayOfFourYears / 365, 3)
    let dayOfYear = dayOfFourYears - year * 365
    let month = (dayOfYear * 5 + 2) / 153
    self.day = dayOfYear - (month * 153 + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = cycle * 400 + century * 100 + dayOfCentury / 1461 * 4 + year + (month < 10 ? 0 : 1)
  }

  var daysSince1970: Int64 {
    let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let (cycle, yearOfCycle) = marchYear.flooredDivision(by: 400)
    let dayOfYear = (marchMonth * 153 + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - Self.epoch
  }

  var isReal: Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= (month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31)
  }
}

private struct TimeReader {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  mutating func milliseconds() -> Int64? {
    guard let date = date(), date.isReal, skip("Tt "), let time = time(), let offset = offset() else { return nil }
    guard index == text.count else { return nil }
    let utc = time.milliseconds - offset
    if time.hasLeapSecond, utc.flooredDivision(by: millisecondsADay).remainder < 86_399_000 { return nil }
    let leap: Int64 = time.hasLeapSecond ? 1000 - utc.flooredDivision(by: 1000).remainder : 0
    return date.daysSince1970 * millisecondsADay + utc + leap
  }

  private mutating func date() -> CalendarDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-") else { return nil }
    return number(digits: 2).map { CalendarDate(year: year, month: month, day: $0) }
  }

  /// The time of day; a leap second is given as second 59.
  private mutating func time() -> (milliseconds: Int64, hasLeapSecond: Bool)? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60 else {
      return nil
    }
    guard skip(":"), let second = number(digits: 2), second <= 60, let fraction = fraction() else { return nil }
    let seconds = hour * 3600 + minute * 60 + min(second, 59)
    return (seconds * 1000 + fraction, second == 60)
  }

  /// The milliseconds after the point; 0 without one, nil without a digit after it.
  private mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var scale: Int64 = 100
    let start = index
    while let digit = number(digits: 1) {
      value += digit * scale
      scale /= 10
    }
    return index > start ? value : nil
  }

  /// How far the local time is ahead of UTC, in milliseconds.
  private mutating func offset() -> Int64? {
    if skip("Zz") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(digits: 2), hours < 24, skip(":") else { return nil }
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -60_000 : 60_000)
  }

  private mutating func skip(_ marks: String) -> Bool {
    guard index < text.count, marks.utf8.contains(text[index]) else { return false }
    index += 1
    return true
  }

  private mutating func number(digits: Int) -> Int64? {
    guard index + digits <= text.count else { return nil }
    var value: Int64 = 0
    for byte in text[index..<(index + digits)] {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    index += digits
    return value
  }
}
