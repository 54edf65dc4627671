import Foundation
import MockAPNsIO
import Testing

/// 2033-05-18, so that nothing here depends on the day it runs.
private let now: Int64 = 2_000_000_000

@Suite("A certificate authority of our own")
struct CertificateAuthorityTests {
  let folder: TemporaryFolder
  let authority: CertificateAuthority

  init() throws {
    folder = try TemporaryFolder()
    authority = try CertificateAuthority.make(commonName: "Test Authority", now: now, validDays: 3650)
    try folder.write("ca.pem", authority.certificatePEM.utf8)
  }

  private func openssl(_ arguments: String...) throws -> Tool {
    try Tool.run("openssl", arguments, in: folder)
  }

  private func verify(_ identity: Identity, _ purpose: String, _ more: String...) throws -> Tool {
    try folder.write("leaf.pem", identity.certificatePEM.utf8)
    return try Tool.run(
      "openssl",
      ["verify", "-x509_strict", "-attime", "\(now)", "-CAfile", "ca.pem", "-purpose", purpose] + more + ["leaf.pem"],
      in: folder)
  }

  @Test("an authority adopted from a text with key and certificate shows no key in its certificate")
  func keepsKeyApart() throws {
    let pair = authority.privateKeyPEM + authority.certificatePEM
    let adopted = try CertificateAuthority(certificatePEM: pair, privateKeyPEM: pair)
    #expect(adopted.certificatePEM == authority.certificatePEM)
    #expect(adopted.privateKeyPEM == authority.privateKeyPEM)
  }

  @Test(
    "a server certificate passes the strict check for each of its names",
    arguments: [
      ("api.push.apple.com", ["-verify_hostname", "api.push.apple.com"]),
      ("*.push.apple.com", ["-verify_hostname", "x.push.apple.com"]),
      ("127.0.0.1", ["-verify_ip", "127.0.0.1"]),
      ("::1", ["-verify_ip", "::1"]),
      ("localhost", ["-verify_hostname", "localhost"]),
      ("host_with-marks", ["-verify_hostname", "host_with-marks"]),
    ])
  func serverCertificate(name: String, check: [String]) throws {
    let identity = try authority.issueServer(names: ["first.example", name], now: now, validDays: 398)
    let result = try verify(identity, "sslserver", check[0], check[1])
    #expect(result.output == "leaf.pem: OK\n", "\(result.errors)")
    let refused = try verify(identity, "sslserver", "-verify_hostname", "other.example")
    #expect(refused.status != 0)
    #expect(try verify(identity, "sslclient").status != 0)
  }

  @Test("a server certificate lives exactly the days asked for, 398 at most")
  func serverValidity() throws {
    let identity = try authority.issueServer(names: ["localhost"], now: now, validDays: 398)
    let leaf = try PeerCertificate.read(pem: identity.certificatePEM)
    #expect(leaf.notBefore == now - 3600)
    #expect(leaf.notAfter - leaf.notBefore + 1 == 398 * 86_400)
    #expect(throws: CryptoError.self) {
      try authority.issueServer(names: ["localhost"], now: now, validDays: 399)
    }
  }

  @Test(
    "what is neither a DNS name nor an address is refused",
    arguments: [
      [""], [], ["a b"], ["example..com"], [".example"], ["example."], ["*"], ["a.*.example"], ["256.1.1.1"],
      ["1.2.3"], ["[::1]"], ["DNS:evil"], ["a,IP:1.2.3.4"], ["bücher.example"], ["a\0b"],
      [String(repeating: "a", count: 64)], ["ok.example", String(repeating: "a.", count: 127) + "ab"],
    ])
  func badNames(names: [String]) {
    #expect(throws: CryptoError.self) { try authority.issueServer(names: names, now: now, validDays: 1) }
  }

  @Test("a client certificate carries its user id and extensions and passes the strict check")
  func clientCertificate() throws {
    let extensions = [CertificateExtension(oid: "1.2.840.113635.100.6.3.1", der: [5, 0], isCritical: false)]
    let identity = try authority.issueClient(
      commonName: "Client: " + String(repeating: "x", count: 150), userID: "com.example.app",
      extensions: extensions, now: now, validDays: 400)
    #expect(try verify(identity, "sslclient").status == 0)
    #expect(try verify(identity, "sslserver").status != 0)
    let text = try openssl("x509", "-in", "leaf.pem", "-noout", "-text").output
    #expect(text.contains("UID = com.example.app, CN = Client: xxx"))
    #expect(text.contains("1.2.840.113635.100.6.3.1"))
    #expect(text.contains("Public-Key: (256 bit)"))
    #expect(text.contains("Signature Algorithm: ecdsa-with-SHA256"))
  }

  @Test(
    "an extension that is there already, or has no identifier, is refused",
    arguments: ["2.5.29.19", "2.5.29.37", "not-an-oid", ""])
  func badExtension(identifier: String) {
    #expect(throws: CryptoError.self) {
      try authority.issueClient(
        commonName: "x", userID: nil,
        extensions: [CertificateExtension(oid: identifier, der: [5, 0], isCritical: false)], now: now, validDays: 1)
    }
  }

  @Test(
    "a common name must have 1 to 255 bytes without NUL", arguments: ["", "a\0b", String(repeating: "é", count: 128)])
  func badCommonName(name: String) {
    #expect(throws: CryptoError.self) {
      try authority.issueClient(commonName: name, userID: nil, extensions: [], now: now, validDays: 1)
    }
    #expect(throws: CryptoError.self) { try CertificateAuthority.make(commonName: name, now: now, validDays: 1) }
  }

  @Test(
    "a validity outside 1 to 36,500 days after 1970 is refused",
    arguments: [(now, 0), (now, 36_501), (-1, 1), (.max, 1)])
  func badValidity(start: Int64, days: Int) {
    #expect(throws: CryptoError.self) {
      try CertificateAuthority.make(commonName: "x", now: start, validDays: days)
    }
  }

  @Test("serial numbers are random and have 128 bits")
  func serialNumbers() throws {
    let serials = try (0..<3).map { index in
      let identity = try authority.issueServer(names: ["localhost"], now: now, validDays: 1)
      try folder.write("serial\(index).pem", identity.certificatePEM.utf8)
      return try openssl("x509", "-in", "serial\(index).pem", "-noout", "-serial").output
    }
    #expect(Set(serials).count == 3)
    #expect(serials.allSatisfy { $0.count == "serial=\n".count + 32 })
  }

  @Test("an authority is adopted from its own texts, and from no others")
  func adoption() throws {
    let adopted = try CertificateAuthority(
      certificatePEM: authority.certificatePEM, privateKeyPEM: authority.privateKeyPEM)
    #expect(try verify(adopted.issueServer(names: ["localhost"], now: now, validDays: 1), "sslserver").status == 0)

    let other = try CertificateAuthority.make(commonName: "Other", now: now, validDays: 1)
    let leaf = try authority.issueServer(names: ["localhost"], now: now, validDays: 1)
    let refused = [
      (authority.certificatePEM, other.privateKeyPEM), (leaf.certificatePEM, leaf.privateKeyPEM),
      (authority.certificatePEM, ""), ("", authority.privateKeyPEM),
      (authority.privateKeyPEM, authority.privateKeyPEM), (authority.certificatePEM, authority.certificatePEM),
    ]
    for (certificate, key) in refused {
      #expect(throws: CryptoError.self) { try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key) }
    }
  }

  @Test("an encrypted key is refused instead of asking for a password", .timeLimit(.minutes(10)))
  func encryptedKey() throws {
    try folder.write("key.pem", authority.privateKeyPEM.utf8)
    _ = try openssl("pkcs8", "-topk8", "-in", "key.pem", "-out", "locked.pem", "-passout", "pass:secret")
    let locked = try String(contentsOfFile: folder.path("locked.pem"), encoding: .utf8)
    #expect(throws: CryptoError.self) {
      try CertificateAuthority(certificatePEM: authority.certificatePEM, privateKeyPEM: locked)
    }
  }

  @Test("an error names the call, the subject and the reason")
  func errorText() throws {
    let error = #expect(throws: CryptoError.self) {
      try authority.issueServer(names: ["a b"], now: now, validDays: 1)
    }
    #expect(error?.description == #"server name "a b": neither a DNS name nor an IP address, in alternativeName"#)
  }
}
