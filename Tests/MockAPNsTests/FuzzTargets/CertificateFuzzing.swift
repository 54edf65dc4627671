@testable import MockAPNs
@testable import MockAPNsCore
import MockAPNsIO

/// What a client shows in the handshake, and what a world file or the inspection API gives as a key.
enum CertificateFuzzing {
  static func take(_ bytes: [UInt8]) throws(BrokenRule) {
    try takeTopics(bytes)
    let certificate = try? PeerCertificate.read(der: bytes)
    if let certificate {
      try BrokenRule.unless(certificate.sha256Fingerprint.utf8.count == 64, "a fingerprint has 64 digits")
      for each in certificate.extensions { try takeTopics(each.der) }
    }
    let credential = CertificateCredential.read(der: bytes, isTrusted: true)
    try BrokenRule.unless((credential == nil) == (certificate == nil), "a certificate is a credential")
    try BrokenRule.unless(credential.map { !$0.isForeign } ?? true, "trust is taken as told")
    if let raw = VerifyingKey.derSignature(fromRaw: bytes) {
      try BrokenRule.unless(raw.first == 0x30, "a signature in DER is a sequence")
    }
    guard bytes.starts(with: "-----BEGIN".utf8) else { return }
    _ = try? VerifyingKey(pem: String(decoding: bytes, as: UTF8.self))
  }

  private static func takeTopics(_ bytes: [UInt8]) throws(BrokenRule) {
    let topics = TopicExtension.topics(in: bytes)
    let again = TopicExtension.topics(in: TopicExtension.der(topics: topics.map { ($0, "app") }))
    let isWritable = topics.reduce(0) { $0 + $1.utf8.count + 20 } < 0xFFFF
    try BrokenRule.unless(again == topics || !isWritable, "topics read as they are written")
  }
}
