/// Whether a text is base64 to Foundation's `Data(base64Encoded:)`, which wants padding and takes too much of it.
///
/// Documented: gh:swiftlang/swift-foundation Data+Base64.swift at release/6.3.1.
enum Base64Text {
  static func isData(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let last = bytes.lastIndex(where: { $0 != UInt8(ascii: "=") }) else {
      return bytes.isEmpty || bytes.count >= 4
    }
    let end = (last + 4) & ~3
    guard end <= bytes.count else { return false }
    return bytes.indices.prefix(end).allSatisfy { index in
      let isPadding = bytes[index] == UInt8(ascii: "=") && index >= end - 2
      return isPadding || isLetter(bytes[index])
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"): true
    default: false
    }
  }
}
