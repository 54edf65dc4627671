extension JSONScanner {
  /// A number in the grammar of RFC 8259 section 6, or of JSON5.
  mutating func number() throws(JSONError) -> JSONNumber {
    if dialect == .json5 { return try looseNumber() }
    let start = index
    let isNegative = skip(UInt8(ascii: "-"))
    guard try skipWhole() else { throw unexpected("a digit after '-'") }
    if let whole = shortWhole(from: start), !isNegative { return JSONNumber(whole) }
    if skip(UInt8(ascii: ".")), !skipDigits() { throw unexpected("a digit after the decimal point") }
    try skipExponent()
    return JSONNumber(verified: text(from: start))
  }

  /// The value of the digits up to the position when they are few and are the whole number.
  private func shortWhole(from start: Int) -> Int64? {
    guard index - start < 19 else { return nil }
    if let next = current, next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { return nil }
    var value: Int64 = 0
    for place in start..<index { value = value &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0")) }
    return value
  }

  /// Skips digits that begin with 0 only when that is all; false when there are none.
  private mutating func skipWhole() throws(JSONError) -> Bool {
    let start = index
    guard skipDigits() else { return false }
    if bytes[start] == UInt8(ascii: "0"), index > start + 1 {
      throw error("a number must not begin with a superfluous 0", at: start)
    }
    return true
  }

  /// Whether there was at least one digit.
  private mutating func skipDigits() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index > start
  }

  private mutating func skipExponent() throws(JSONError) {
    guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return }
    _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
    if !skipDigits() { throw unexpected("a digit in the exponent") }
  }

  private func text(from start: Int) -> String {
    bytes.text(start..<index)
  }
}

extension JSONScanner {
  /// A number in the grammar of JSON5, spelled as RFC 8259 would.
  private mutating func looseNumber() throws(JSONError) -> JSONNumber {
    let isNegative = skip(UInt8(ascii: "-"))
    _ = isNegative || skip(UInt8(ascii: "+"))
    try refuseNonFinite()
    let sign = isNegative ? "-" : ""
    if let value = try hexNumber() { return JSONNumber(verified: sign + String(value)) }
    return JSONNumber(verified: sign + (try looseDecimal()))
  }

  private mutating func looseDecimal() throws(JSONError) -> String {
    let start = index
    let hasWhole = try skipWhole()
    let whole = hasWhole ? text(from: start) : "0"
    let point = index
    let hasFraction = skip(UInt8(ascii: ".")) && skipDigits()
    guard hasWhole || hasFraction else { throw unexpected("a number") }
    let fraction = hasFraction ? text(from: point) : ""
    let mark = index
    try skipExponent()
    return whole + fraction + text(from: mark)
  }

  /// The value after `0x`; nil when that is not there.
  private mutating func hexNumber() throws(JSONError) -> UInt64? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "0"), bytes[index + 1] | 0x20 == UInt8(ascii: "x")
    else { return nil }
    let start = index
    index += 2
    var value: UInt64 = 0
    while let digit = current.flatMap(Hex.value(of:)) {
      guard value.leadingZeroBitCount >= 4 else {
        throw error("a hexadecimal number must fit 64 bits", at: start)
      }
      value = value << 4 | UInt64(digit)
      index += 1
    }
    if index == start + 2 { throw unexpected("a hexadecimal digit after '0x'") }
    return value
  }

  /// JSON5 has these words, but nothing here has a use for them and JSON has no such number.
  func refuseNonFinite() throws(JSONError) {
    for word in ["Infinity", "NaN"] as [StaticString] where bytes.has(word, at: index) {
      throw error("\(word) is not accepted: write a number that JSON has")
    }
  }
}
