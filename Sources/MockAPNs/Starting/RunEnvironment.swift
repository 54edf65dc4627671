import MockAPNsIO

/// What a command under `run` is told of the gateway: environment variables, and the files that they name.
package struct RunEnvironment: Sendable {
  /// The variables, to be added to the command's own.
  package let variables: [String: String]
  private let folder: String

  /// Places where systems keep the roots that they trust.
  private static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]
  private static let largestBundle = 16 << 20

  /// Writes the files into a private folder.
  package init(_ gateway: MockGateway, temporaryFolder: String?) throws(GatewayError) {
    do {
      folder = try Files.makeTemporaryDirectory(prefix: "mock-apns-run", parent: temporaryFolder)
      let authority = Array(gateway.authorityPEM.utf8)
      try Files.writeAtomically("\(folder)/ca.pem", authority, mode: 0o644)
      let roots = Self.systemRoots.lazy.compactMap { try? Files.read($0, limitBytes: Self.largestBundle) }.first ?? []
      try Files.writeAtomically("\(folder)/bundle.pem", roots + authority, mode: 0o644)
      let key = gateway.developmentKey
      let keyFile = "\(folder)/AuthKey_\(key.keyID).p8"
      try Files.writeAtomically(keyFile, Array(key.privateKeyPEM.utf8), mode: 0o600)
      variables = [
        "MOCK_APNS_PUSH_URL": "https://\(gateway.addresses.push)",
        "MOCK_APNS_PUSH_PRODUCTION_URL": "https://\(gateway.addresses.pushProduction)",
        "MOCK_APNS_INSPECT_URL": gateway.addresses.inspect, "MOCK_APNS_CA_FILE": "\(folder)/ca.pem",
        "MOCK_APNS_CA_BUNDLE": "\(folder)/bundle.pem", "MOCK_APNS_KEY_FILE": keyFile,
        "MOCK_APNS_KEY_ID": key.keyID, "MOCK_APNS_TEAM_ID": key.teamID,
        "NODE_EXTRA_CA_CERTS": "\(folder)/ca.pem",
      ]
    } catch {
      throw GatewayError("the files for the command cannot be written: \(error)")
    }
  }

  /// Removes the files.
  package func remove() {
    try? Files.removeTree(folder)
  }
}
