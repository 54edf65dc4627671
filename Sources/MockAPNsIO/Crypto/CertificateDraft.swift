import CMockAPNsOpenSSL

/// An X.509 v3 certificate under construction; add subject and extensions, then sign it once.
struct CertificateDraft: ~Copyable {
  let certificate: Owned

  init(key: borrowing Owned) throws(CryptoError) {
    ERR_clear_error()
    let empty = try Owned.certificate(X509_new(), "X509_new", "certificate")
    try CryptoError.check(X509_set_version(empty.pointer, 2), "X509_set_version", "certificate")
    try CryptoError.check(X509_set_pubkey(empty.pointer, key.pointer), "X509_set_pubkey", "certificate")
    try Self.setRandomSerialNumber(of: empty)
    certificate = empty
  }

  private static func setRandomSerialNumber(of certificate: borrowing Owned) throws(CryptoError) {
    let number = try Owned(BN_new(), "BN_new", "serial number") { BN_free($0) }
    // The top bit is set, so the number is never short nor zero.
    try CryptoError.check(BN_rand(number.pointer, 128, 0, 0), "BN_rand", "serial number")
    guard BN_to_ASN1_INTEGER(number.pointer, X509_get_serialNumber(certificate.pointer)) != nil else {
      throw CryptoError.fromQueue(call: "BN_to_ASN1_INTEGER", subject: "serial number")
    }
  }

  /// Valid from an hour before `now` (clocks differ) for exactly `days`; the last second counts as valid.
  func setValidity(now: Int64, days: Int) throws(CryptoError) {
    guard (1...36_500).contains(days), (0...250_000_000_000).contains(now) else {
      throw CryptoError(
        call: "setValidity", subject: "certificate",
        reason: "\(days) days from \(now) is not a validity of 1 to 36,500 days after 1970")
    }
    let from = now - 3600
    let until = from + Int64(days) * 86_400 - 1
    guard ASN1_TIME_set(X509_getm_notBefore(certificate.pointer), Int(from)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate.pointer), Int(until)) != nil
    else { throw CryptoError.fromQueue(call: "ASN1_TIME_set", subject: "certificate validity") }
  }

  /// Appends one attribute to the subject; UTF-8, 1 to 255 bytes, more than X.520's 64 because topics are long.
  func addSubject(_ attribute: Int32, _ value: String) throws(CryptoError) {
    let bytes = Array(value.utf8)
    guard (1...255).contains(bytes.count), !bytes.contains(0) else {
      throw CryptoError(
        call: "addSubject", subject: "certificate subject",
        reason: "\(String(cString: OBJ_nid2ln(attribute))) must have 1 to 255 bytes, none of them NUL")
    }
    try CryptoError.check(
      X509_NAME_add_entry_by_NID(
        X509_get_subject_name(certificate.pointer), attribute, V_ASN1_UTF8STRING, bytes, Int32(bytes.count), -1, 0),
      "X509_NAME_add_entry_by_NID", "certificate subject \(value)")
  }

  /// Adds an extension from a value of ours in OpenSSL's configuration syntax; never pass anything from outside.
  ///
  /// Refused when the certificate has one of that kind.
  func add(_ identifier: Int32, _ value: String, issuer: OpaquePointer? = nil) throws(CryptoError) {
    try refuseRepetition(X509_get_ext_by_NID(certificate.pointer, identifier, -1), value)
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer ?? certificate.pointer, certificate.pointer, nil, nil, 0)
    let made = try Owned(
      X509V3_EXT_nconf_nid(nil, &context, identifier, value), "X509V3_EXT_nconf_nid", value
    ) { X509_EXTENSION_free($0) }
    try CryptoError.check(X509_add_ext(certificate.pointer, made.pointer, -1), "X509_add_ext", value)
  }

  /// Adds an extension whose value is already DER; refused when the certificate has one of that kind.
  func add(_ wanted: CertificateExtension) throws(CryptoError) {
    let subject = "certificate extension \(wanted.oid)"
    let object = try Owned.object(identifier: wanted.oid)
    try refuseRepetition(X509_get_ext_by_OBJ(certificate.pointer, object.pointer, -1), subject)
    guard let value = ASN1_OCTET_STRING_new() else {
      throw CryptoError.fromQueue(call: "ASN1_OCTET_STRING_new", subject: subject)
    }
    defer { ASN1_OCTET_STRING_free(value) }
    try CryptoError.check(
      ASN1_OCTET_STRING_set(value, wanted.der, Int32(wanted.der.count)), "ASN1_OCTET_STRING_set", subject)
    let made = try Owned(
      X509_EXTENSION_create_by_OBJ(nil, object.pointer, wanted.isCritical ? 1 : 0, value),
      "X509_EXTENSION_create_by_OBJ", subject
    ) { X509_EXTENSION_free($0) }
    try CryptoError.check(X509_add_ext(certificate.pointer, made.pointer, -1), "X509_add_ext", subject)
  }

  private func refuseRepetition(_ index: Int32, _ subject: String) throws(CryptoError) {
    guard index >= 0 else { return }
    throw CryptoError(call: "add", subject: subject, reason: "the certificate has an extension of this kind already")
  }

  /// Completes the certificate as a self-signed authority that signs leaves only.
  func sign(asRootBy key: borrowing Owned) throws(CryptoError) {
    try add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try add(NID_key_usage, "critical,keyCertSign,cRLSign")
    try add(NID_subject_key_identifier, "hash")
    try add(NID_authority_key_identifier, "keyid:always")
    try sign(issuer: X509_get_subject_name(certificate.pointer), by: key)
  }

  /// Completes the certificate as one that signs no other.
  func sign(asLeafOf issuer: borrowing Owned, by issuerKey: borrowing Owned) throws(CryptoError) {
    try add(NID_basic_constraints, "critical,CA:FALSE")
    try add(NID_key_usage, "critical,digitalSignature")
    try add(NID_subject_key_identifier, "hash")
    try add(NID_authority_key_identifier, "keyid:always", issuer: issuer.pointer)
    try sign(issuer: X509_get_subject_name(issuer.pointer), by: issuerKey)
  }

  private func sign(issuer: OpaquePointer?, by key: borrowing Owned) throws(CryptoError) {
    try CryptoError.check(X509_set_issuer_name(certificate.pointer, issuer), "X509_set_issuer_name", "certificate")
    try CryptoError.check(X509_sign(certificate.pointer, key.pointer, EVP_sha256()), "X509_sign", "certificate")
  }
}
