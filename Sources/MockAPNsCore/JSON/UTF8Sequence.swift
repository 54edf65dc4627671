/// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Sequence {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  /// The length of the character that begins at the index; nil when the bytes there are none.
  static func length(at index: Int, in bytes: ByteView) -> Int? {
    let lead = bytes[index]
    if lead < 0x80 { return 1 }
    guard let length = length(lead: lead), index + length <= bytes.count else { return nil }
    guard secondBytes(lead: lead).contains(bytes[index + 1]) else { return nil }
    for next in (index + 2)..<max(index + 2, index + length) where !isContinuation(bytes[next]) {
      return nil
    }
    return length
  }

  /// The character at the index and its length; nil when the bytes there are none.
  static func scalar(at index: Int, in bytes: ByteView) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let length = length(at: index, in: bytes) else { return nil }
    let lead = UInt32(bytes[index])
    var value = length == 1 ? lead : lead & (0x7F >> UInt32(length))
    for next in (index + 1)..<(index + length) {
      value = value << 6 | UInt32(bytes[next] & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// Whether all the bytes are characters.
  static func isValid(_ bytes: ByteView) -> Bool {
    var index = 0
    while index < bytes.count {
      guard let length = length(at: index, in: bytes) else { return false }
      index += length
    }
    return true
  }

  private static func length(lead: UInt8) -> Int? {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private static func secondBytes(lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
