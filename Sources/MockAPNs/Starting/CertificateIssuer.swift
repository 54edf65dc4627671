import MockAPNsCore
import MockAPNsIO

/// Issues provider client certificates with the marks by which Apple's are known.
package struct CertificateIssuer: Sendable {
  /// What a certificate is for.
  package struct Order: Sendable {
    /// The name of the files.
    package var name: String
    package var userID: String
    package var topics: [String]
    package var environments: [String]

    package init(name: String, userID: String, topics: [String], environments: [String]) {
      self.name = name
      self.userID = userID
      self.topics = topics
      self.environments = environments
    }
  }

  private let folder: CertificateFolder
  private static let validDays = 365

  /// Opens the folder of the CA that signs.
  package init(certificates: String, log: Log) throws(GatewayError) {
    var configuration = GatewayConfiguration()
    configuration.certificates = certificates
    CertificateFolder.warnIfNew(certificates, log)
    folder = try CertificateFolder(configuration)
  }

  /// The order that a world file describes under `certificates`.
  package static func order(_ name: String, inWorld path: String) throws(GatewayError) -> Order {
    let certificates = try WorldLoading.certificates(ofFile: path)
    guard let found = certificates[name] else {
      let known = certificates.keys.sorted()
      throw GatewayError(
        "\(path) describes no certificate \(name); it has \(known.joined(separator: ", "))"
          + NearMiss.hint(name, among: known))
    }
    return Order(
      name: name, userID: found.userID, topics: found.topics, environments: found.environments.map(\.rawValue))
  }

  /// Writes `NAME.pem`, certificate and key in one file, and `NAME.p12`; returns both paths.
  package func issue(_ order: Order, into directory: String, password: String) throws(GatewayError) -> [String] {
    do {
      let identity = try folder.authority.issueClient(
        commonName: "Apple Push Services: \(order.userID)", userID: order.userID, extensions: extensions(order),
        now: SystemClock.wallMilliseconds() / 1000, validDays: Self.validDays)
      try Files.makeDirectory(directory, mode: 0o755)
      let paths = ["\(directory)/\(order.name).pem", "\(directory)/\(order.name).p12"]
      let pem = Array((identity.certificatePEM + identity.privateKeyPEM).utf8)
      try Files.writeAtomically(paths[0], pem, mode: 0o600)
      try Files.writeAtomically(paths[1], identity.pkcs12(password: password, name: order.name), mode: 0o600)
      return paths
    } catch {
      throw GatewayError("the certificate \(order.name) cannot be issued: \(error)")
    }
  }

  private func extensions(_ order: Order) -> [CertificateExtension] {
    let null: [UInt8] = [0x05, 0x00]
    var extensions: [CertificateExtension] = []
    if order.environments.contains(Environment.sandbox.rawValue) {
      extensions.append(CertificateExtension(oid: AppleExtension.sandbox, der: null, isCritical: false))
    }
    if order.environments.contains(Environment.production.rawValue) {
      extensions.append(CertificateExtension(oid: AppleExtension.production, der: null, isCritical: false))
    }
    guard !order.topics.isEmpty else { return extensions }
    let der = TopicExtension.der(topics: order.topics.map { ($0, Self.kind(of: $0)) })
    return extensions + [CertificateExtension(oid: AppleExtension.topics, der: der, isCritical: false)]
  }

  /// The kind that stands beside a topic. Observed: `app`, `voip` and `complication` in real certificates.
  private static func kind(of topic: String) -> String {
    let types: [PushType] = [.voip, .complication]
    return types.first { topic.hasSuffix($0.row.topicSuffix) }?.rawValue ?? "app"
  }
}
