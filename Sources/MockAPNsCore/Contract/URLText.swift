/// Whether a text is a URL to Foundation, which encodes what it can and refuses few texts.
///
/// Documented: gh:swiftlang/swift-foundation URLParser.swift at release/6.3.1. A host beyond ASCII is taken as it is;
/// Foundation would ask Unicode's tables whether a domain name may hold the letter.
enum URLText {
  static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, let start = endOfScheme(bytes) else { return false }
    guard bytes[start...].starts(with: "//".utf8) else { return true }
    let authority = bytes[(start + 2)...].prefix { !"/?#".utf8.contains($0) }
    return authority.isEmpty || isAuthority(authority)
  }

  /// Where what follows the scheme begins, 0 without one; nil when what stands there is no scheme.
  private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
    guard let end = bytes.firstIndex(where: { ":/?#[]@".utf8.contains($0) }), bytes[end] == UInt8(ascii: ":"), end > 0
    else { return 0 }
    let isScheme = isLetter(bytes[0]) && bytes[..<end].allSatisfy { isAlphanumeric($0) || "+-.".utf8.contains($0) }
    return isScheme ? end + 1 : nil
  }

  private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
    let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    if hostAndPort.first == UInt8(ascii: "["), let end = hostAndPort.firstIndex(of: UInt8(ascii: "]")) {
      return isAddress(hostAndPort[(hostAndPort.startIndex + 1)..<end]) && isPort(hostAndPort[(end + 1)...])
    }
    let host = hostAndPort.prefix { $0 != UInt8(ascii: ":") }
    return isHost(host) && isPort(hostAndPort[host.endIndex...])
  }

  /// Nothing, or a colon and digits.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    return first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(isDigit)
  }

  /// What stands between the brackets; a zone after `%` may be anything, for it is encoded.
  private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix { $0 != UInt8(ascii: "%") }.allSatisfy { isHostLetter($0) || $0 == UInt8(ascii: ":") }
  }

  private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.allSatisfy { index in
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        return index + 2 < text.endIndex && text[(index + 1)...(index + 2)].allSatisfy { Hex.value(of: $0) != nil }
      }
      return byte >= 0x80 || isHostLetter(byte)
    }
  }

  /// The unreserved characters and sub-delimiters of RFC 3986.
  private static func isHostLetter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
