/// What JSON5 adds to RFC 8259. Documented: https://spec.json5.org
extension JSONScanner {
  mutating func skipBlankAndComments() throws(JSONError) {
    while let byte = current {
      switch byte {
      case 0x09...0x0D, 0x20: index += 1
      case UInt8(ascii: "/"): try skipComment()
      case 0x80...:
        guard let (scalar, length) = UTF8Sequence.scalar(at: index, in: bytes) else {
          throw invalidUTF8(at: index)
        }
        guard scalar.isLooseBlank else { return }
        index += length
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = index
    index += 1
    if skip(UInt8(ascii: "/")) { return try skipLineComment() }
    guard skip(UInt8(ascii: "*")) else { throw error("expected a comment after '/'", at: start) }
    while !isAtEnd {
      if skip(UInt8(ascii: "*")) {
        if skip(UInt8(ascii: "/")) { return }
      } else {
        index += try characterLength(at: index)
      }
    }
    throw error("the comment that begins here has no end", at: start)
  }

  private mutating func skipLineComment() throws(JSONError) {
    while let byte = current, byte != 0x0A, byte != 0x0D, !isLineSeparator(at: index) {
      index += try characterLength(at: index)
    }
  }

  /// Whether U+2028 or U+2029 stands at the offset.
  private func isLineSeparator(at offset: Int) -> Bool {
    bytes[offset] == 0xE2 && offset + 2 < bytes.count && bytes[offset + 1] == 0x80 && bytes[offset + 2] & 0xFE == 0xA8
  }

  /// A key in single quotes or without quotes: an identifier of ECMAScript 5.1.
  mutating func looseName() throws(JSONError) -> String {
    if current == UInt8(ascii: "'") { return try string() }
    var name = ""
    while let (scalar, length) = try nameScalar() {
      guard name.isEmpty ? scalar.beginsIdentifier : scalar.continuesIdentifier else { break }
      name.unicodeScalars.append(scalar)
      index += length
    }
    if name.isEmpty { throw unexpected("a key") }
    return name
  }

  /// The next character of a key, written as itself or as a `\u` escape; nil at the end.
  private func nameScalar() throws(JSONError) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let byte = current else { return nil }
    guard byte == UInt8(ascii: "\\") else {
      guard let next = UTF8Sequence.scalar(at: index, in: bytes) else { throw invalidUTF8(at: index) }
      return next
    }
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else {
      throw error("expected a '\\u' escape in a key without quotes")
    }
    guard let scalar = Unicode.Scalar(try codeUnit(at: index)), scalar.continuesIdentifier else {
      throw error("this character needs a key in quotes")
    }
    return (scalar, 6)
  }

  /// A value that only JSON5 can begin so; nil when it cannot either.
  mutating func looseScalar() throws(JSONError) -> JSON? {
    try refuseNonFinite()
    switch current {
    case UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "+"), UInt8(ascii: "."): return .number(try number())
    default: return nil
    }
  }

  /// Appends what an escape that RFC 8259 does not have stands for; the offset after it.
  func appendLooseEscape(at offset: Int, to text: inout [UInt8]) throws(JSONError) -> Int {
    guard dialect == .json5, let length = UTF8Sequence.length(at: offset + 1, in: bytes) else {
      throw unknownEscape(at: offset)
    }
    let end = offset + 1 + length
    switch bytes[offset + 1] {
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "x"):
      guard let value = hexValue(from: end, count: 2) else {
        throw error("expected two hexadecimal digits after '\\x'", at: offset)
      }
      text += String(Character(Unicode.Scalar(UInt8(value)))).utf8
      return end + 2
    case UInt8(ascii: "0") where end == bytes.count || bytes[end] &- UInt8(ascii: "0") > 9: text.append(0)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): throw unknownEscape(at: offset)
    case 0x0D: return end < bytes.count && bytes[end] == 0x0A ? end + 1 : end
    case 0x0A: break
    default: if !isLineSeparator(at: offset + 1) { bytes.append((offset + 1)..<end, to: &text) }
    }
    return end
  }

  private func unknownEscape(at offset: Int) -> JSONError {
    guard let (scalar, _) = UTF8Sequence.scalar(at: offset + 1, in: bytes) else { return invalidUTF8(at: offset + 1) }
    let letter = scalar.isVisible ? "'\\\(Character(scalar))'" : "'\\' before \(scalar.codePoint)"
    return error("unknown escape \(letter) in a string", at: offset)
  }
}

extension Unicode.Scalar {
  fileprivate var isLooseBlank: Bool {
    self == "\u{FEFF}" || self == "\u{2028}" || self == "\u{2029}" || properties.generalCategory == .spaceSeparator
  }

  fileprivate var beginsIdentifier: Bool {
    if self == "$" || self == "_" { return true }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
    default: false
    }
  }

  fileprivate var continuesIdentifier: Bool {
    if beginsIdentifier || self == "\u{200C}" || self == "\u{200D}" { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: false
    }
  }
}
