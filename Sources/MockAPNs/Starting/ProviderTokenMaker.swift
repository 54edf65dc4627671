import MockAPNsCore
import MockAPNsIO

/// Makes provider tokens in the form that Apple documents.
public enum ProviderTokenMaker {
  /// A token for that second, in the form `header.claims.signature`; throws when the key is no P-256 key in PEM.
  public static func make(
    privateKeyPEM: String, keyID: String, teamID: String, issuedAtSeconds: Int64? = nil
  ) throws(GatewayError) -> String {
    let seconds = issuedAtSeconds ?? SystemClock.wallMilliseconds() / 1000
    let header: JSON = ["alg": "ES256", "kid": .string(keyID)]
    let claims: JSON = ["iss": .string(teamID), "iat": .integer(seconds)]
    let signed = "\(Base64.encodeURL(header.bytes())).\(Base64.encodeURL(claims.bytes()))"
    do {
      let signature = try SigningKey(pem: privateKeyPEM).sign(Array(signed.utf8))
      return "\(signed).\(Base64.encodeURL(signature))"
    } catch {
      throw GatewayError("the key \(keyID) cannot sign: \(error)")
    }
  }

  /// A token of a key file, or of the development key of a certificate folder.
  package static func make(
    keyFile: String?, keyID: String?, teamID: String?, certificates: String, log: Log = .silent
  ) throws(GatewayError) -> String {
    guard let keyFile else {
      var configuration = GatewayConfiguration()
      configuration.certificates = certificates
      CertificateFolder.warnIfNew(certificates, log)
      let folder = try CertificateFolder(configuration)
      let id = CertificateFolder.developmentKeyID
      return try make(
        privateKeyPEM: folder.key(id).key.privateKeyPEM, keyID: id,
        teamID: teamID ?? CertificateFolder.developmentTeamID)
    }
    guard let teamID else { throw GatewayError("--key needs --team, the ten characters of the team") }
    guard let id = keyID ?? Self.keyID(inName: keyFile) else {
      throw GatewayError("\(keyFile) is not named AuthKey_KEYID.p8, so --key-id must tell the key id")
    }
    do {
      return try make(privateKeyPEM: CertificateFolder.text(of: keyFile), keyID: id, teamID: teamID)
    } catch {
      throw GatewayError("\(keyFile) cannot be used: \(error)")
    }
  }

  /// The key id that a file's name tells, as Apple names it.
  static func keyID(inName path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
    return String(name.dropFirst(8).dropLast(3))
  }
}
