@testable import MockAPNsCore

/// Provider tokens and the encodings in them: any text, and any header, claims and signature that are encoded here.
enum TokenFuzzing {
  static func take(_ bytes: [UInt8]) throws(BrokenRule) {
    try takeToken(bytes)
    try takeBase64(bytes[...])
    if let token = encoded(bytes[...]) { try takeToken(token) }
    takeText(String(decoding: bytes, as: UTF8.self))
  }

  /// A token of the parts between line breaks, of which the last is the signature; nil for fewer than three.
  static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    return Array(parts.map { Base64.encodeURL(Array($0)) }.joined(separator: ".").utf8)
  }

  private static func takeToken(_ text: [UInt8]) throws(BrokenRule) {
    let token: ProviderToken
    do throws(ProviderTokenFault) {
      token = try ProviderToken(parsing: text[...])
    } catch {
      return try BrokenRule.unless(!error.explanation.isEmpty, "a fault is explained")
    }
    try BrokenRule.unless(text.starts(with: token.signedBytes), "what was signed is the beginning of the token")
    try BrokenRule.unless(!token.keyID.isEmpty && !token.teamID.isEmpty, "a token names its key and its team")
    try BrokenRule.unless([64, 132].contains(token.signature.count) || token.signatureForm == .der, "raw has a size")
    // Parsed from the middle of a buffer, as the transport does.
    let framed = [32] + text + [32]
    let again = try? ProviderToken(parsing: framed[1..<(text.count + 1)])
    try BrokenRule.unless(again == token, "a token means the same wherever it stands")
  }

  private static func takeBase64(_ text: ArraySlice<UInt8>) throws(BrokenRule) {
    if case .success(let bytes) = Base64.decodeURL(text) {
      try BrokenRule.unless(Base64.encodeURL(bytes).utf8.elementsEqual(text), "base64url has one text for some bytes")
    }
    if case .success(let bytes) = Base64.decodeStandard(text) {
      let again = Base64.decodeStandard(Array(Base64.encodeStandard(bytes).utf8)[...])
      try BrokenRule.unless((try? again.get()) == bytes, "base64 decodes what it encodes")
    }
    _ = Base64.decodeLoosely(text)
  }

  /// The other small languages of headers and world files.
  private static func takeText(_ text: String) {
    _ = ISO8601.parse(text).map(ISO8601.format)
    _ = DurationText.parse(text)
    _ = DurationText.parseSigned(text)
    _ = UUIDText.letterCase(of: text)
  }
}
