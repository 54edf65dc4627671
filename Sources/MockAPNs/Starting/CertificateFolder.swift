import MockAPNsCore
import MockAPNsIO

/// The folder with the CA, the development key and other keys that are made; all made on first use.
struct CertificateFolder: Sendable {
  /// Absolute.
  let path: String
  let authority: CertificateAuthority
  /// The file with the CA's certificate; nil when the folder cannot be written and the CA lives in memory.
  let authorityPath: String?

  /// The development key's ids; they look like Apple's ten characters and cannot be Apple's.
  static let developmentKeyID = "MOCKKEY001"
  static let developmentTeamID = "MOCKTEAM01"
  private static let largestFile = 1 << 20
  private static let authorityDays = 3650
  private static let serverDays = 397

  /// Opens the folder, making it and the CA when they are missing. Two processes may do so at once: one CA wins.
  init(_ configuration: GatewayConfiguration) throws(GatewayError) {
    do {
      path = try Files.absolutePath(configuration.certificates)
    } catch {
      throw GatewayError("the folder \(configuration.certificates) cannot be used: \(error)")
    }
    if let certificate = configuration.authorityCertificate, let key = configuration.authorityKey {
      authority = try Self.given(certificate, key)
      authorityPath = certificate
    } else if configuration.authorityCertificate != nil || configuration.authorityKey != nil {
      throw GatewayError("--ca-cert and --ca-key go together; one of them is missing")
    } else {
      (authority, authorityPath) = try Self.made(in: path, log: configuration.log)
    }
  }

  private static func given(_ certificate: String, _ key: String) throws(GatewayError) -> CertificateAuthority {
    do {
      return try CertificateAuthority(certificatePEM: text(of: certificate), privateKeyPEM: text(of: key))
    } catch {
      throw GatewayError("the CA in \(certificate) and \(key) cannot be used: \(error)")
    }
  }

  /// The CA's key and certificate are one file, so that the file system decides between two processes.
  private static func made(in folder: String, log: Log) throws(GatewayError) -> (CertificateAuthority, String?) {
    let secret = "\(folder)/ca-key.pem"
    let shown = "\(folder)/ca.pem"
    do {
      if let authority = try existing(secret) {
        try show(authority, at: shown)
        return (authority, shown)
      }
      let now = SystemClock.wallMilliseconds() / 1000
      let made = try CertificateAuthority.make(commonName: "mock-apns CA", now: now, validDays: authorityDays)
      do {
        try Files.makeDirectory(folder, mode: 0o755)
        let pair = Array((made.privateKeyPEM + made.certificatePEM).utf8)
        _ = try Files.writeIfAbsent(secret, pair, mode: 0o600)
      } catch {
        log("the folder \(folder) cannot be written (\(error)); the CA lives in memory, fetch it from /ca.pem")
        return (made, nil)
      }
      let winner = try existing(secret) ?? made
      try show(winner, at: shown)
      return (winner, shown)
    } catch {
      throw GatewayError(
        "the CA in \(folder) cannot be used: \(error); remove ca-key.pem and ca.pem to have a new one made")
    }
  }

  private static func existing(_ path: String) throws -> CertificateAuthority? {
    let pair: String
    do throws(FileError) {
      pair = try text(of: path)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    return try CertificateAuthority(certificatePEM: pair, privateKeyPEM: pair)
  }

  private static func show(_ authority: CertificateAuthority, at path: String) throws {
    if (try? text(of: path)) == authority.certificatePEM { return }
    try Files.writeAtomically(path, Array(authority.certificatePEM.utf8), mode: 0o644)
  }

  static func text(of path: String) throws(FileError) -> String {
    String(decoding: try Files.read(path, limitBytes: largestFile), as: UTF8.self)
  }

  /// Says so when there is no CA in the folder yet, for commands that a gateway elsewhere will not understand.
  static func warnIfNew(_ folder: String, _ log: Log) {
    if (try? text(of: "\(folder)/ca-key.pem")) != nil { return }
    log(
      "there is no CA in \(folder), so one is made; a gateway that uses another folder knows neither it nor its keys"
    )
  }

  /// The server's certificate for today: local names, Apple's hosts and whatever else is asked for.
  func serverIdentity(names: [String]) throws(GatewayError) -> Identity {
    do {
      return try authority.issueServer(
        names: Self.serverNames + names, now: SystemClock.wallMilliseconds() / 1000, validDays: Self.serverDays)
    } catch {
      throw GatewayError("the server certificate cannot be issued for \(names.joined(separator: ", ")): \(error)")
    }
  }

  /// Names that every server certificate has. Documented: `ApplePage.sending`, `ApplePage.connecting`, and for channels
  /// https://developer.apple.com/documentation/usernotifications/sending-channel-management-requests-to-apns
  static let serverNames = [
    "localhost", "127.0.0.1", "::1", "api.push.apple.com", "api.sandbox.push.apple.com",
    "api.development.push.apple.com", "api-broadcast.push.apple.com", "api-broadcast.sandbox.push.apple.com",
    "api-manage-broadcast.push.apple.com", "api-manage-broadcast.sandbox.push.apple.com",
  ]

  /// A signing key of that id, from its file or made; the file's path is nil when it could not be written.
  func key(_ id: String) throws(GatewayError) -> (key: SigningKey, path: String?) {
    let file = "\(path)/AuthKey_\(id).p8"
    do {
      if let text = try? Self.text(of: file) { return (try SigningKey(pem: text), file) }
      let made = try SigningKey.generate()
      guard authorityPath != nil else { return (made, nil) }
      do {
        _ = try Files.writeIfAbsent(file, Array(made.privateKeyPEM.utf8), mode: 0o600)
      } catch {
        return (made, nil)
      }
      return (try SigningKey(pem: Self.text(of: file)), file)
    } catch {
      throw GatewayError("the key in \(file) cannot be used: \(error)")
    }
  }
}
