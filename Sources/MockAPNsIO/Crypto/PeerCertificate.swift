import CMockAPNsOpenSSL

/// What is worth knowing about a certificate that a peer showed.
package struct PeerCertificate: Hashable, Sendable {
  /// The last `CN` of the subject.
  package var subjectCommonName: String?
  /// The last `UID` (0.9.2342.19200300.100.1.1) of the subject.
  package var subjectUserID: String?
  package var issuerCommonName: String?
  /// Seconds since 1970.
  package var notBefore: Int64
  /// Seconds since 1970; the last second of validity.
  package var notAfter: Int64
  /// Of the whole DER, 64 lower-case hexadecimal digits.
  package var sha256Fingerprint: String
  /// In the order of the certificate.
  package var extensions: [CertificateExtension]
  /// Whether the certificate's own key made its signature.
  package var isSelfSigned: Bool

  /// Reads one DER certificate; throws when the bytes are anything else or more.
  package static func read(der: [UInt8]) throws(CryptoError) -> PeerCertificate {
    ERR_clear_error()
    let memory = try Owned.memory(holding: der)
    let certificate = try Owned.certificate(d2i_X509_bio(memory.pointer, nil), "d2i_X509_bio", "certificate")
    guard BIO_ctrl_pending(memory.pointer) == 0 else {
      throw CryptoError(call: "d2i_X509_bio", subject: "certificate", reason: "bytes follow its end")
    }
    return try PeerCertificate(certificate)
  }

  /// Reads the first certificate of a PEM text.
  package static func read(pem: String) throws(CryptoError) -> PeerCertificate {
    try PeerCertificate(PEM.certificate(pem))
  }

  private init(_ certificate: borrowing Owned) throws(CryptoError) {
    let subject = X509_get_subject_name(certificate.pointer)
    subjectCommonName = Self.attribute(NID_commonName, of: subject)
    subjectUserID = Self.attribute(NID_userId, of: subject)
    issuerCommonName = Self.attribute(NID_commonName, of: X509_get_issuer_name(certificate.pointer))
    notBefore = try Self.seconds(X509_get0_notBefore(certificate.pointer))
    notAfter = try Self.seconds(X509_get0_notAfter(certificate.pointer))
    sha256Fingerprint = try Self.fingerprint(of: certificate)
    extensions = Self.extensions(of: certificate)
    isSelfSigned = X509_self_signed(certificate.pointer, 1) == 1
    ERR_clear_error()
  }

  private static func attribute(_ kind: Int32, of name: OpaquePointer?) -> String? {
    var index: Int32 = -1
    var last: Int32 = -1
    while true {
      index = X509_NAME_get_index_by_NID(name, kind, index)
      if index < 0 { break }
      last = index
    }
    guard last >= 0, let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, last)) else { return nil }
    var text: UnsafeMutablePointer<UInt8>?
    let count = ASN1_STRING_to_UTF8(&text, value)
    guard count >= 0, let text else { return nil }
    defer { CRYPTO_free(text, nil, 0) }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws(CryptoError) -> Int64 {
    let epoch = ASN1_TIME_set(nil, 0)
    defer { ASN1_TIME_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    // Without this check a missing time would be read as the present.
    guard let time, ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
      throw CryptoError.fromQueue(call: "ASN1_TIME_diff", subject: "certificate validity")
    }
    return Int64(days) * 86_400 + Int64(seconds)
  }

  private static func fingerprint(of certificate: borrowing Owned) throws(CryptoError) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    try CryptoError.check(
      X509_digest(certificate.pointer, EVP_sha256(), &digest, nil), "X509_digest", "certificate")
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func extensions(of certificate: borrowing Owned) -> [CertificateExtension] {
    var found: [CertificateExtension] = []
    for index in 0..<max(0, X509_get_ext_count(certificate.pointer)) {
      let each = X509_get_ext(certificate.pointer, index)
      guard let value = X509_EXTENSION_get_data(each) else { continue }
      let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
      found.append(
        CertificateExtension(
          oid: identifier(X509_EXTENSION_get_object(each)), der: Array(bytes),
          isCritical: X509_EXTENSION_get_critical(each) == 1))
    }
    return found
  }

  private static func identifier(_ object: OpaquePointer?) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let count = OBJ_obj2txt(&text, Int32(text.count), object, 1)
    return String(
      decoding: text.prefix(min(Int(max(0, count)), text.count - 1)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
