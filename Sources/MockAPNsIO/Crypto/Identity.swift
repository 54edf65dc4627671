import CMockAPNsOpenSSL

/// A leaf certificate, its private key and the authority that signed it.
package struct Identity: Sendable {
  package let certificatePEM: String
  package let authorityPEM: String
  /// PKCS#8.
  package let privateKeyPEM: String

  /// The leaf, then its authority.
  package var certificateChainPEM: String { certificatePEM + authorityPEM }

  package init(certificatePEM: String, authorityPEM: String, privateKeyPEM: String) {
    self.certificatePEM = certificatePEM
    self.authorityPEM = authorityPEM
    self.privateKeyPEM = privateKeyPEM
  }

  /// The identity as one PKCS#12 file; `name` is what key stores list it under.
  package func pkcs12(password: String, name: String) throws(CryptoError) -> [UInt8] {
    let certificate = try PEM.certificate(certificatePEM)
    let authority = try PEM.certificate(authorityPEM)
    let key = try PEM.privateKey(privateKeyPEM)
    let others = try Owned(OPENSSL_sk_new_null(), "sk_X509_new_null", name) { OPENSSL_sk_free($0) }
    OPENSSL_sk_push(others.pointer, UnsafeRawPointer(authority.pointer))
    let cipher = PKCS12File.cipher
    let file = try Owned(
      PKCS12_create(
        password, name, key.pointer, certificate.pointer, others.pointer, cipher, cipher, PKCS12File.rounds, -1, 0),
      "PKCS12_create", name
    ) { PKCS12_free($0) }
    return try PKCS12File.bytes(of: file, password: password)
  }
}

/// A PKCS#12 file with authorities only, each marked in the way Java demands of a trust store.
package func pkcs12TrustStore(certificatesPEM: [String], password: String) throws(CryptoError) -> [UInt8] {
  var bags: OpaquePointer?
  defer { OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
  for (index, text) in certificatesPEM.enumerated() {
    let certificate = try PEM.certificate(text)
    guard let bag = PKCS12_add_cert(&bags, certificate.pointer) else {
      throw CryptoError.fromQueue(call: "PKCS12_add_cert", subject: "trust store")
    }
    try PKCS12File.markTrusted(bag, name: "authority-\(index + 1)")
  }
  var safes: OpaquePointer?
  defer { OPENSSL_sk_pop_free(safes) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) } }
  try CryptoError.check(
    PKCS12_add_safe(&safes, bags, PKCS12File.cipher, PKCS12File.rounds, password), "PKCS12_add_safe", "trust store")
  let file = try Owned(PKCS12_add_safes(safes, 0), "PKCS12_add_safes", "trust store") { PKCS12_free($0) }
  return try PKCS12File.bytes(of: file, password: password)
}

/// What both kinds of PKCS#12 file share.
private enum PKCS12File {
  /// Old, but the only one that Go's x/crypto, Java 8, macOS's keychain and OpenSSL 3 all read; the keys are for tests.
  static let cipher = NID_pbe_WithSHA1And3_Key_TripleDES_CBC
  static let rounds: Int32 = 2048

  /// Adds the integrity check with SHA-1, for the same readers, and encodes.
  static func bytes(of file: borrowing Owned, password: String) throws(CryptoError) -> [UInt8] {
    try CryptoError.check(
      PKCS12_set_mac(file.pointer, password, -1, nil, 0, rounds, EVP_sha1()), "PKCS12_set_mac", "PKCS#12 file")
    let memory = try Owned.memory()
    try CryptoError.check(i2d_PKCS12_bio(memory.pointer, file.pointer), "i2d_PKCS12_bio", "PKCS#12 file")
    return memory.drain()
  }

  /// Java trusts a certificate in a PKCS#12 file only with Oracle's `trustedKeyUsage`; here for any usage.
  static func markTrusted(_ bag: OpaquePointer, name: String) throws(CryptoError) {
    try CryptoError.check(
      PKCS12_add_friendlyname_utf8(bag, name, -1), "PKCS12_add_friendlyname_utf8", "trust store")
    let anyUsage = try Owned.object(identifier: "2.5.29.37.0")
    // With the length -1 the bytes are the object itself.
    try CryptoError.check(
      PKCS12_add1_attr_by_txt(
        bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT, UnsafePointer<UInt8>(anyUsage.pointer), -1),
      "PKCS12_add1_attr_by_txt", "trust store")
  }
}
