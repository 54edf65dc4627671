import Foundation
import MockAPNsIO
import Testing

private let now: Int64 = 2_000_000_000

@Suite("Reading a peer's certificate")
struct PeerCertificateTests {
  let authority: CertificateAuthority

  init() throws { authority = try CertificateAuthority.make(commonName: "Test Authority", now: now, validDays: 20) }

  private func der(_ pem: String) throws -> [UInt8] {
    let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    return Array(try #require(Data(base64Encoded: base64)))
  }

  @Test("names, validity and extensions come out as they went in")
  func client() throws {
    let extensions = [
      CertificateExtension(oid: "1.2.840.113635.100.6.3.1", der: [5, 0], isCritical: false),
      CertificateExtension(oid: "1.2.840.113635.100.6.3.6", der: [48, 3, 12, 1, 120], isCritical: true),
    ]
    let identity = try authority.issueClient(
      commonName: "Client: bücher", userID: "com.example.app", extensions: extensions, now: now, validDays: 10)
    let read = try PeerCertificate.read(der: der(identity.certificatePEM))
    #expect(read.subjectCommonName == "Client: bücher")
    #expect(read.subjectUserID == "com.example.app")
    #expect(read.issuerCommonName == "Test Authority")
    #expect(read.notBefore == now - 3600)
    #expect(read.notAfter == now - 3600 + 10 * 86_400 - 1)
    #expect(read.extensions.filter { $0.oid.hasPrefix("1.2.840.") } == extensions)
    #expect(read.extensions.contains { $0.oid == "2.5.29.19" && $0.isCritical })
    #expect(!read.isSelfSigned)
  }

  @Test("an authority is self-signed and has no user id")
  func root() throws {
    let read = try PeerCertificate.read(pem: authority.certificatePEM)
    #expect(read.isSelfSigned)
    #expect(read.subjectUserID == nil)
    #expect(read.extensions.map(\.oid).sorted() == ["2.5.29.14", "2.5.29.15", "2.5.29.19", "2.5.29.35"])
  }

  @Test("the fingerprint is the one OpenSSL's command prints")
  func fingerprint() throws {
    let folder = try TemporaryFolder()
    try folder.write("ca.pem", authority.certificatePEM.utf8)
    let shown = try Tool.run("openssl", ["x509", "-in", "ca.pem", "-noout", "-fingerprint", "-sha256"], in: folder)
    let hex = shown.output.drop { $0 != "=" }.filter(\.isHexDigit).lowercased()
    #expect(try PeerCertificate.read(pem: authority.certificatePEM).sha256Fingerprint == hex)
  }

  @Test("dates after 2050 and subjects without names are read")
  func unusual() throws {
    let folder = try TemporaryFolder()
    _ = try Tool.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/O=x",
        "-days", "36500",
      ],
      in: folder)
    let pem = try String(contentsOfFile: folder.path("cert.pem"), encoding: .utf8)
    let read = try PeerCertificate.read(pem: pem)
    #expect(read.subjectCommonName == nil)
    #expect(read.notAfter - read.notBefore == 36_500 * 86_400)
    #expect(read.isSelfSigned)
  }

  @Test("bytes that are cut, changed or followed by others are refused or read, never worse")
  func damaged() throws {
    let whole = try der(authority.certificatePEM)
    #expect(throws: Never.self) { try PeerCertificate.read(der: whole) }
    for count in 0..<whole.count {
      #expect(throws: CryptoError.self) { try PeerCertificate.read(der: Array(whole.prefix(count))) }
    }
    #expect(throws: CryptoError.self) { try PeerCertificate.read(der: whole + [0]) }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x41
      _ = try? PeerCertificate.read(der: changed)
    }
  }
}
