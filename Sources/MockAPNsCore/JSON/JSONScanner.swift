/// The tokens of a document: blanks, strings, numbers and literals, at a position that only moves forwards.
struct JSONScanner {
  let bytes: ByteView
  let dialect: JSONReader.Dialect
  var index = 0
  /// Where the string read last has its first surrogate escape without the other half.
  var loneSurrogate: Int?

  init(_ bytes: ByteView, dialect: JSONReader.Dialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  var isAtEnd: Bool {
    index >= bytes.count
  }

  /// The byte at the position; nil at the end.
  var current: UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func skipByteOrderMark() -> Bool {
    skip("\u{FEFF}")
  }

  @inline(__always)
  mutating func skipBlank() throws(JSONError) {
    // Most often there is nothing to skip.
    if index < bytes.count, bytes[index] &- 0x21 < 0x5F, bytes[index] != UInt8(ascii: "/") { return }
    try skipBlanks()
  }

  private mutating func skipBlanks() throws(JSONError) {
    if dialect == .json5 { return try skipBlankAndComments() }
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  func characterLength(at offset: Int) throws(JSONError) -> Int {
    guard let length = UTF8Sequence.length(at: offset, in: bytes) else { throw invalidUTF8(at: offset) }
    return length
  }

  /// The key of a member.
  mutating func name() throws(JSONError) -> String {
    if current == UInt8(ascii: "\"") { return try string() }
    if dialect == .json5 { return try looseName() }
    throw unexpected("a key in double quotes")
  }

  /// A value that is neither a container nor a string in double quotes; nil when nothing such begins here.
  mutating func otherScalar() throws(JSONError) -> JSON? {
    switch current ?? 0 {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .number(try number())
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default: break
    }
    return dialect == .json5 ? try looseScalar() : nil
  }

  mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.has(word, at: index) else { return false }
    index += word.utf8CodeUnitCount
    return true
  }
}

extension JSONScanner {
  func error(_ message: String, kind: JSONError.Kind = .syntax, at offset: Int? = nil) -> JSONError {
    JSONError(kind, message, at: offset ?? index, in: bytes.array(0..<bytes.count))
  }

  /// Something else stands at the position than what the grammar wants there.
  func unexpected(_ expected: String) -> JSONError {
    if index < bytes.count, UTF8Sequence.length(at: index, in: bytes) == nil { return invalidUTF8(at: index) }
    return error("expected \(expected), found \(found)")
  }

  func invalidUTF8(at offset: Int) -> JSONError {
    let digits = String(bytes[offset], radix: 16, uppercase: true)
    return error("invalid UTF-8: byte 0x\(digits) at offset \(offset)", kind: .encoding, at: offset)
  }

  /// What a message calls the text at the position: a word, a character or the end.
  private var found: String {
    guard !isAtEnd, let scalar = UTF8Sequence.scalar(at: index, in: bytes)?.scalar else { return "the end" }
    var end = index
    while end < min(bytes.count, index + 24), isASCIILetter(bytes[end]) { end += 1 }
    if end > index { return "'\(bytes.text(index..<end))'" }
    return scalar.isVisible ? "'\(Character(scalar))'" : scalar.codePoint
  }

  private func isASCIILetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}

extension Unicode.Scalar {
  /// As in `U+200B`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    case .privateUse, .unassigned, .nonspacingMark, .enclosingMark, .spacingMark: false
    default: true
    }
  }
}

/// A key as messages show it: in double quotes, escaped as in JSON, at most 64 characters.
func quoted(_ name: String) -> String {
  var bytes: [UInt8] = []
  JSONWriter.append(string: String(name.prefix(64)) + (name.count > 64 ? "…" : ""), to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
