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
    let claims: JSON = ["iss": .string(teamID), "iat": .whole(seconds)]
    let signed = "\(Base64.encodeURL(header.bytes())).\(Base64.encodeURL(claims.bytes()))"
    do {
      let signature = try SigningKey(pem: privateKeyPEM).sign(Array(signed.utf8))
      return "\(signed).\(Base64.encodeURL(signature))"
    } catch {
      throw GatewayError("the key \(keyID) cannot sign: \(error)")
    }
  }
}
