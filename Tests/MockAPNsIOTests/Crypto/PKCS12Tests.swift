import Foundation
import MockAPNsIO
import Testing

@Suite("PKCS#12 files")
struct PKCS12Tests {
  let folder: TemporaryFolder
  let authority: CertificateAuthority

  init() throws {
    folder = try TemporaryFolder()
    authority = try CertificateAuthority.make(commonName: "Test Authority", now: 2_000_000_000, validDays: 10)
  }

  @Test("an identity holds key, leaf and authority, behind its password")
  func identity() throws {
    let identity = try authority.issueClient(
      commonName: "Client", userID: nil, extensions: [], now: 2_000_000_000, validDays: 10)
    try folder.write("client.p12", identity.pkcs12(password: "söcret", name: "my client"))
    let shown = try Tool.run(
      "openssl", ["pkcs12", "-in", "client.p12", "-nodes", "-passin", "pass:söcret"], in: folder)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("friendlyName: my client"))
    #expect(shown.output.contains(identity.privateKeyPEM))
    #expect(shown.output.contains(identity.certificatePEM))
    #expect(shown.output.contains(authority.certificatePEM))
    let wrong = try Tool.run("openssl", ["pkcs12", "-in", "client.p12", "-nodes", "-passin", "pass:x"], in: folder)
    #expect(wrong.status != 0)
  }

  @Test("Java takes the trust store's entries for trusted certificates", .enabled(if: Tool.exists("keytool")))
  func javaTrustStore() throws {
    let other = try CertificateAuthority.make(commonName: "Other", now: 2_000_000_000, validDays: 10)
    let store = try pkcs12TrustStore(
      certificatesPEM: [authority.certificatePEM, other.certificatePEM], password: "changeit")
    try folder.write("trust.p12", store)
    let list = try Tool.run(
      "keytool", ["-J-Duser.language=en", "-list", "-keystore", "trust.p12", "-storepass", "changeit"], in: folder)
    #expect(list.status == 0, "\(list.output)")
    #expect(list.output.components(separatedBy: "trustedCertEntry").count == 3)
  }

  @Test("a trust store of something that is no certificate is refused")
  func badTrustStore() {
    #expect(throws: CryptoError.self) {
      try pkcs12TrustStore(certificatesPEM: [authority.privateKeyPEM], password: "changeit")
    }
  }
}
