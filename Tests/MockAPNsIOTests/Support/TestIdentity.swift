#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
@testable import MockAPNsIO

/// Certificates for all tests of a run, made anew each time so that none expires.
enum TestIdentity {
  static let authority = make("Test authority")
  static let otherAuthority = make("Another authority")
  static let server = Result { try authority.get().issueServer(names: ["localhost"], now: now, validDays: 2) }

  static func client(of authority: Result<CertificateAuthority, any Error>) throws -> Identity {
    try authority.get().issueClient(
      commonName: "Apple Push Services: com.example", userID: "com.example", extensions: [], now: now,
      validDays: 2)
  }

  static func configuration() throws -> ServerConfiguration {
    let identity = try server.get()
    var configuration = ServerConfiguration(
      listeners: [ListenAddress(host: "127.0.0.1", port: 0)], certificateChainPEM: identity.certificatePEM,
      privateKeyPEM: identity.privateKeyPEM)
    configuration.clientCAPEM = try authority.get().certificatePEM
    return configuration
  }

  private static var now: Int64 { Int64(time(nil)) }

  private static func make(_ name: String) -> Result<CertificateAuthority, any Error> {
    Result { try CertificateAuthority.make(commonName: name, now: now, validDays: 2) }
  }
}
