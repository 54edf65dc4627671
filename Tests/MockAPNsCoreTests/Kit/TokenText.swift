@testable import MockAPNsCore

/// Writes provider tokens, good ones at first; the signature is any 64 bytes, since its worth is told beside it.
struct TokenText: Sendable {
  var alg: JSON? = "ES256"
  var kid: JSON? = "KEYTOWN001"
  var iss: JSON? = .string(Town.team)
  var iat: JSON? = .integer(Town.morning.seconds - 60)
  /// Members after the usual ones.
  var moreHeader = JSONObject()
  var moreClaims = JSONObject()
  var signature = [UInt8](repeating: 7, count: 64)
  /// Changes the finished text.
  var finish: @Sendable (String) -> String = { $0 }
  /// Changes the JSON text of header and claims.
  var spell: @Sendable (String) -> String = { $0 }

  static func of(_ key: String, _ team: String = Town.team, issuedAt seconds: Int64? = nil) -> TokenText {
    var token = TokenText()
    token.kid = .string(key)
    token.iss = .string(team)
    if let seconds { token.iat = .integer(seconds) }
    return token
  }

  func with(_ change: (inout TokenText) -> Void) -> TokenText {
    var copy = self
    change(&copy)
    return copy
  }

  var text: String {
    var header = JSONObject()
    if let alg { header.append("alg", alg) }
    if let kid { header.append("kid", kid) }
    for member in moreHeader.members { header.append(member.name, member.value) }
    var claims = JSONObject()
    if let iss { claims.append("iss", iss) }
    if let iat { claims.append("iat", iat) }
    for member in moreClaims.members { claims.append(member.name, member.value) }
    let parts = [JSON.object(header), .object(claims)].map { Array(spell($0.text()).utf8) } + [signature]
    return finish(parts.map(Base64.encodeURL).joined(separator: "."))
  }

  /// A DER signature of that many bytes.
  static func der(_ count: Int) -> [UInt8] {
    [0x30, UInt8(count - 2)] + [UInt8](repeating: 1, count: count - 2)
  }
}
