import CMockAPNsOpenSSL

/// Reading and writing of PEM text; an encrypted text is refused, never asked a password for.
enum PEM {
  /// Refuses, because OpenSSL's own callback would ask on the terminal.
  private static let noPassword:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?)
      -> Int32 = { _, _, _, _ in -1 }

  static func certificate(_ text: String) throws(CryptoError) -> Owned {
    ERR_clear_error()
    let memory = try Owned.memory(holding: Array(text.utf8))
    return try .certificate(
      PEM_read_bio_X509(memory.pointer, nil, noPassword, nil), "PEM_read_bio_X509", "certificate")
  }

  /// PKCS#8 (`PRIVATE KEY`) or SEC1 (`EC PRIVATE KEY`).
  static func privateKey(_ text: String) throws(CryptoError) -> Owned {
    ERR_clear_error()
    let memory = try Owned.memory(holding: Array(text.utf8))
    return try .key(
      PEM_read_bio_PrivateKey(memory.pointer, nil, noPassword, nil), "PEM_read_bio_PrivateKey", "private key")
  }

  /// SubjectPublicKeyInfo (`PUBLIC KEY`).
  static func publicKey(_ text: String) throws(CryptoError) -> Owned {
    ERR_clear_error()
    let memory = try Owned.memory(holding: Array(text.utf8))
    return try .key(PEM_read_bio_PUBKEY(memory.pointer, nil, noPassword, nil), "PEM_read_bio_PUBKEY", "public key")
  }

  static func text(ofCertificate certificate: borrowing Owned) throws(CryptoError) -> String {
    let memory = try Owned.memory()
    try CryptoError.check(
      PEM_write_bio_X509(memory.pointer, certificate.pointer), "PEM_write_bio_X509", "certificate")
    return String(decoding: memory.drain(), as: UTF8.self)
  }

  /// Unencrypted PKCS#8, as in a `.p8` file.
  static func text(ofPrivateKey key: borrowing Owned) throws(CryptoError) -> String {
    let memory = try Owned.memory()
    try CryptoError.check(
      PEM_write_bio_PKCS8PrivateKey(memory.pointer, key.pointer, nil, nil, 0, nil, nil),
      "PEM_write_bio_PKCS8PrivateKey", "private key")
    return String(decoding: memory.drain(), as: UTF8.self)
  }

  static func text(ofPublicKey key: borrowing Owned) throws(CryptoError) -> String {
    let memory = try Owned.memory()
    try CryptoError.check(PEM_write_bio_PUBKEY(memory.pointer, key.pointer), "PEM_write_bio_PUBKEY", "public key")
    return String(decoding: memory.drain(), as: UTF8.self)
  }
}
