import MockAPNsCore
import MockAPNsIO

/// The extensions by which Apple marks provider certificates.
enum AppleExtension {
  /// Good for the sandbox. Observed: node-apn's and lowdown's certificate readers.
  static let sandbox = "1.2.840.113635.100.6.3.1"
  /// Good for production.
  static let production = "1.2.840.113635.100.6.3.2"
  /// The topics of a VoIP certificate.
  static let voipTopics = "1.2.840.113635.100.6.3.4"
  /// The topics, each with a kind such as `app`, `voip` or `complication`. Observed: pushy's certificate script.
  static let topics = "1.2.840.113635.100.6.3.6"
}

extension CertificateCredential {
  /// What a client certificate says about its provider; nil for bytes that are no certificate.
  static func read(der: [UInt8], isTrusted: Bool) -> CertificateCredential? {
    guard let certificate = try? PeerCertificate.read(der: der) else { return nil }
    let marks = Set(certificate.extensions.map(\.oid))
    let listed = certificate.extensions
      .filter { $0.oid == AppleExtension.topics || $0.oid == AppleExtension.voipTopics }
      .flatMap { TopicExtension.topics(in: $0.der) }
    let fallback = certificate.subjectUserID.map { [$0] } ?? []
    return CertificateCredential(
      name: certificate.subjectCommonName ?? certificate.subjectUserID ?? certificate.sha256Fingerprint,
      userID: certificate.subjectUserID, topics: listed.isEmpty ? fallback : listed,
      environments: environments(marks), isForeign: !isTrusted, validFrom: certificate.notBefore,
      validUntil: certificate.notAfter)
  }

  private static func environments(_ marks: Set<String>) -> [Environment] {
    var environments: [Environment] = []
    if marks.contains(AppleExtension.sandbox) { environments.append(.sandbox) }
    if marks.contains(AppleExtension.production) { environments.append(.production) }
    return environments
  }
}

/// The value of Apple's topic extension: a SEQUENCE in which topics and SEQUENCEs with their kinds take turns.
enum TopicExtension {
  /// The topics; what is not in this form gives none.
  static func topics(in der: [UInt8]) -> [String] {
    guard let outer = element(der[...]), outer.tag == sequence else { return [] }
    var topics: [String] = []
    var rest = outer.content
    while let next = element(rest), topics.count < 100 {
      if next.tag == utf8String { topics.append(String(decoding: next.content, as: UTF8.self)) }
      rest = next.rest
    }
    return topics
  }

  /// The extension of some topics, each with a kind.
  static func der(topics: [(topic: String, kind: String)]) -> [UInt8] {
    let content = topics.flatMap { entry in
      wrap(utf8String, Array(entry.topic.utf8)) + wrap(sequence, wrap(utf8String, Array(entry.kind.utf8)))
    }
    return wrap(sequence, content)
  }

  private static let sequence: UInt8 = 0x30
  private static let utf8String: UInt8 = 0x0C

  private static func element(
    _ bytes: ArraySlice<UInt8>
  ) -> (tag: UInt8, content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard bytes.count >= 2, let tag = bytes.first else { return nil }
    let first = bytes[bytes.startIndex + 1]
    var offset = bytes.startIndex + 2
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard count > 0, count <= 3, bytes.count >= 2 + count else { return nil }
      length = bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
      offset += count
    }
    guard offset + length <= bytes.endIndex else { return nil }
    return (tag, bytes[offset..<offset + length], bytes[(offset + length)...])
  }

  private static func wrap(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
    return [tag, 0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + content
  }
}
