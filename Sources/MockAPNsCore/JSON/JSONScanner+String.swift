extension JSONScanner {
  /// A string from its opening quote to past its closing one.
  mutating func string() throws(JSONError) -> String {
    let quote = bytes[index]
    let start = index + 1
    let end = try endOfPlainRun(from: start, quote: quote)
    guard bytes[end] == quote else { return try escapedString(from: start, to: end, quote) }
    index = end + 1
    return bytes.text(start..<end)
  }

  /// A string with escapes, of which the first stands at `escape`.
  private mutating func escapedString(
    from start: Int, to escape: Int, _ quote: UInt8
  ) throws(JSONError) -> String {
    var end = escape
    var text = bytes.array(start..<end)
    while bytes[end] != quote {
      end = try appendEscape(at: end, to: &text)
      let run = end
      end = try endOfPlainRun(from: run, quote: quote)
      bytes.append(run..<end, to: &text)
    }
    index = end + 1
    return String(decoding: text, as: UTF8.self)
  }

  /// The offset of the next quote or backslash, with all before it checked.
  @inline(__always)
  private func endOfPlainRun(from start: Int, quote: UInt8) throws(JSONError) -> Int {
    let end = bytes.endOfPlainASCII(from: start, quote: quote)
    if end < bytes.count, bytes[end] == quote || bytes[end] == UInt8(ascii: "\\") { return end }
    return try endOfRun(from: end, quote: quote)
  }

  private func endOfRun(from start: Int, quote: UInt8) throws(JSONError) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\") {
      end = bytes.endOfPlainASCII(from: end + (try plainLength(at: end)), quote: quote)
    }
    if end < bytes.count { return end }
    throw error("the string that begins here has no closing quote", at: index)
  }

  /// The length of a character that may stand in a string as it is.
  private func plainLength(at offset: Int) throws(JSONError) -> Int {
    let length = try characterLength(at: offset)
    let byte = bytes[offset]
    let isLooselyAllowed = dialect == .json5 && byte != 0x0A && byte != 0x0D
    if byte < 0x20, !isLooselyAllowed { throw controlCharacter(byte, at: offset) }
    return length
  }

  private func controlCharacter(_ byte: UInt8, at offset: Int) -> JSONError {
    let name = Unicode.Scalar(byte).codePoint
    let what = byte == 0x0A || byte == 0x0D ? "a line break (\(name))" : "the control character \(name)"
    return error("\(what) must be escaped inside a string", at: offset)
  }

  /// Appends what the escape at the offset stands for; the offset after it.
  private mutating func appendEscape(at offset: Int, to text: inout [UInt8]) throws(JSONError) -> Int {
    guard offset + 1 < bytes.count else {
      throw error("the string that begins here has no closing quote", at: index)
    }
    let letter = bytes[offset + 1]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return try appendUnicodeEscape(at: offset, to: &text)
    default: return try appendLooseEscape(at: offset, to: &text)
    }
    return offset + 2
  }

  private mutating func appendUnicodeEscape(at offset: Int, to text: inout [UInt8]) throws(JSONError) -> Int {
    let unit = try codeUnit(at: offset)
    var end = offset + 6
    var scalar = Unicode.Scalar(unit)
    if UTF16.isLeadSurrogate(unit), isUnicodeEscape(at: end) {
      let other = try codeUnit(at: end)
      if UTF16.isTrailSurrogate(other) {
        scalar = Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(other) & 0x3FF)
        end += 6
      }
    }
    if scalar == nil, loneSurrogate == nil { loneSurrogate = offset }
    text += String(Character(scalar ?? "\u{FFFD}")).utf8
    return end
  }

  private func isUnicodeEscape(at offset: Int) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\") && bytes[offset + 1] == UInt8(ascii: "u")
  }

  /// The value of a `\uXXXX` escape at the offset.
  func codeUnit(at offset: Int) throws(JSONError) -> UInt16 {
    let value = hexValue(from: offset + 2, count: 4)
    guard let value else { throw error("expected four hexadecimal digits after '\\u'", at: offset) }
    return UInt16(value)
  }

  /// The number that exactly so many hexadecimal digits at the offset spell; nil when there are fewer.
  func hexValue(from offset: Int, count: Int) -> UInt32? {
    guard offset + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for place in offset..<(offset + count) {
      guard let digit = Hex.value(of: bytes[place]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
