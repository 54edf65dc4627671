/// A provider token taken apart; its signature is not checked here.
///
/// Shape: `header.claims.signature`, each part base64url. Documented: `ApplePage.tokens`.
package struct ProviderToken: Sendable, Equatable {
  /// The hash that the signature is over.
  package enum Digest: Sendable { case sha256, sha512 }
  /// How the two numbers of the signature are written.
  package enum SignatureForm: Sendable { case raw, der }

  /// `kid`, the id of the signing key; 10 characters on real keys.
  package var keyID: String
  /// `iss`, the team; 10 characters on real accounts.
  package var teamID: String
  /// `iat`, seconds since 1970, fractions cut off.
  package var issuedAtSeconds: Int64
  package var digest: Digest
  package var signatureForm: SignatureForm
  package var signature: [UInt8]
  /// The bytes that were signed: header, dot, claims.
  package var signedBytes: [UInt8]
  /// What is odd but tolerated.
  package var findings: [Finding]
}

/// Why a text is no provider token, in one sentence that names the part and the fault.
package struct ProviderTokenFault: Error, Sendable, Equatable {
  package var explanation: String
}

extension ProviderToken {
  /// The longest token that is looked at, in bytes; real ones have about 200.
  package static let byteLimit = 4096

  /// Takes a token apart; the fault names the part, the claim and what was found.
  package init(parsing text: ArraySlice<UInt8>) throws(ProviderTokenFault) {
    guard text.count <= Self.byteLimit else {
      throw ProviderTokenFault(explanation: "the provider token has \(text.count) bytes")
    }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw ProviderTokenFault(
        explanation: "a provider token has three parts with dots between them; this one has \(parts.count)")
    }
    var findings: [Finding] = []
    let header = try Self.object(parts[0], "header", &findings)
    let claims = try Self.object(parts[1], "claims", &findings)
    let signature = try Self.decode(parts[2], "signature", &findings)
    digest = try Self.digest(of: header, &findings)
    (signatureForm, self.signature) = try Self.form(of: signature, digest, &findings)
    keyID = try Self.text("kid", of: header, "header")
    teamID = try Self.text("iss", of: claims, "claims")
    issuedAtSeconds = try Self.issuedAt(claims, &findings)
    signedBytes = Array(text[text.startIndex..<parts[1].endIndex])
    self.findings = findings
  }

  private static func decode(
    _ part: ArraySlice<UInt8>, _ name: String, _ findings: inout [Finding]
  ) throws(ProviderTokenFault) -> [UInt8] {
    switch Base64.decodeLoosely(part) {
    case .success(let decoded):
      if let looseness = decoded.looseness, !findings.contains(where: { $0.id == .sloppyBase64 }) {
        findings.append(Finding(.sloppyBase64, path: "authorization", detail: "The \(name) has \(looseness)."))
      }
      return decoded.bytes
    case .failure(let error):
      throw ProviderTokenFault(explanation: "the \(name) of the provider token is not base64url: \(error)")
    }
  }

  private static func object(
    _ part: ArraySlice<UInt8>, _ name: String, _ findings: inout [Finding]
  ) throws(ProviderTokenFault) -> JSONObject {
    let bytes = try decode(part, name, &findings)
    let fault: String
    do throws(JSONError) {
      let value = try JSONReader.read(bytes).value
      if let object = value.object { return object }
      fault = "it is a JSON \(value.typeName)"
    } catch {
      fault = error.message
    }
    throw ProviderTokenFault(explanation: "the \(name) of the provider token is not a JSON object: \(fault)")
  }

  private static func digest(
    of header: JSONObject, _ findings: inout [Finding]
  ) throws(ProviderTokenFault) -> Digest {
    switch header["alg"]?.string {
    case "ES256": return .sha256
    case "ES512":
      findings.append(Finding(.algorithmES512, path: "authorization"))
      return .sha512
    case let other?:
      throw ProviderTokenFault(explanation: "alg is \"\(other)\"; APNs accepts ES256 only")
    case nil:
      throw ProviderTokenFault(explanation: "the header of the provider token has no text alg; APNs accepts ES256 only")
    }
  }

  /// Tells raw r and s (64 bytes, or 132 where ES512 was claimed) from DER (a SEQUENCE that fills the bytes).
  private static func form(
    of signature: [UInt8], _ digest: Digest, _ findings: inout [Finding]
  ) throws(ProviderTokenFault) -> (SignatureForm, [UInt8]) {
    let rawSizes = digest == .sha512 ? [64, 132] : [64]
    if rawSizes.contains(signature.count) { return (.raw, signature) }
    if signature.count >= 8, signature.count <= 72, signature[0] == 0x30, Int(signature[1]) == signature.count - 2 {
      findings.append(Finding(.derSignature, path: "authorization"))
      return (.der, signature)
    }
    throw ProviderTokenFault(
      explanation: "the signature of the provider token has \(signature.count) bytes; ES256 has 64, or DER of about 71")
  }

  private static func text(
    _ name: String, of object: JSONObject, _ part: String
  ) throws(ProviderTokenFault) -> String {
    guard let value = object[name] else {
      throw ProviderTokenFault(explanation: "the \(part) of the provider token has no \(name)")
    }
    guard let text = value.string, !text.isEmpty, text.utf8.count <= 64 else {
      throw ProviderTokenFault(explanation: "\(name) in the provider token is not a text of 10 characters")
    }
    return text
  }

  private static func issuedAt(
    _ claims: JSONObject, _ findings: inout [Finding]
  ) throws(ProviderTokenFault) -> Int64 {
    guard let value = claims["iat"] else {
      throw ProviderTokenFault(explanation: "the claims of the provider token have no iat")
    }
    if let text = value.string, let seconds = Int64(text), isPlausible(seconds) {
      findings.append(Finding(.issuedAtText, path: "authorization"))
      return seconds
    }
    if let seconds = value.integer, isPlausible(seconds) { return seconds }
    if case .number(let number) = value, !number.isWrittenAsInteger, let seconds = number.double,
      seconds.magnitude < 1e15
    {
      findings.append(Finding(.issuedAtFraction, path: "authorization"))
      return Int64(seconds.rounded(.down))
    }
    throw ProviderTokenFault(explanation: "iat in the provider token is not a number of seconds")
  }

  /// Far beyond any clock, milliseconds included, and far from where subtracting would overflow.
  private static func isPlausible(_ seconds: Int64) -> Bool {
    (-1_000_000_000_000_000...1_000_000_000_000_000).contains(seconds)
  }
}
