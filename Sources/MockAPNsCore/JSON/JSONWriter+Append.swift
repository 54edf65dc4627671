extension JSONWriter {
  /// Appends a string in quotes, escaping only what RFC 8259 section 7 demands.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    ByteView.read(text) { append(utf8: $0, to: &bytes) }
  }

  /// The same from bytes; what is not UTF-8 in them becomes U+FFFD.
  package static func append(stringDecoding text: [UInt8], to bytes: inout [UInt8]) {
    let isValid = ByteView.read(text) { view in
      guard UTF8Sequence.isValid(view) else { return false }
      append(utf8: view, to: &bytes)
      return true
    }
    if !isValid { append(string: String(decoding: text, as: UTF8.self), to: &bytes) }
  }

  package static func append(integer: Int64, to bytes: inout [UInt8]) {
    bytes += String(integer).utf8
  }

  private static func append(utf8 text: ByteView, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var run = 0
    var index = 0
    while index < text.count {
      index = text.endOfPlainASCII(from: index, quote: UInt8(ascii: "\""))
      guard index < text.count else { break }
      if needsEscape(text[index]) {
        text.append(run..<index, to: &bytes)
        append(escaped: text[index], to: &bytes)
        run = index + 1
      }
      index += 1
    }
    text.append(run..<text.count, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20: bytes += [UInt8(ascii: "u"), 0x30, 0x30, 0x30 + byte >> 4, Hex.digit(byte & 0xF)]
    default: bytes.append(byte)
    }
  }
}
