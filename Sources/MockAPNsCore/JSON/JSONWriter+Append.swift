extension JSONWriter {
  /// Appends a string in quotes, escaping only what RFC 8259 section 7 demands.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: needsEscape) {
      for byte in text.utf8 { append(byte, to: &bytes) }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The same from bytes that are known to be UTF-8.
  package static func append(utf8 text: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.contains(where: needsEscape) {
      for byte in text { append(byte, to: &bytes) }
    } else {
      bytes += text
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package static func append(integer: Int64, to bytes: inout [UInt8]) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    guard needsEscape(byte) else { return bytes.append(byte) }
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
