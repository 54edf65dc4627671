import CMockAPNsOpenSSL
import Synchronization

/// A P-256 private key that makes ES256 signatures.
package final class SigningKey: Sendable {
  /// PKCS#8, as in a `.p8` file.
  package let privateKeyPEM: String
  /// SubjectPublicKeyInfo.
  package let publicKeyPEM: String
  private let key: Mutex<Owned>

  /// Reads PKCS#8 (`PRIVATE KEY`, a `.p8` file) or SEC1 (`EC PRIVATE KEY`); throws unless it is a P-256 key.
  package convenience init(pem: String) throws(CryptoError) {
    try self.init(PEM.privateKey(pem))
  }

  package static func generate() throws(CryptoError) -> SigningKey {
    try SigningKey(Owned.key(mockapns_generate_p256_key(), "EVP_EC_gen", "private key"))
  }

  private init(_ key: consuming sending Owned) throws(CryptoError) {
    try key.requireP256("private key")
    privateKeyPEM = try PEM.text(ofPrivateKey: key)
    publicKeyPEM = try PEM.text(ofPublicKey: key)
    self.key = Mutex(key)
  }

  /// Signs SHA-256 of the message; the 64 bytes r‖s that JSON Web Signatures carry.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    let der = try key.withLock { key throws(CryptoError) in try Self.derSignature(of: message, by: key) }
    let parsed = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    let signature = try Owned(parsed, "d2i_ECDSA_SIG", "signature") { ECDSA_SIG_free($0) }
    var raw = [UInt8](repeating: 0, count: 64)
    let written = raw.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return Int32(0) }
      return min(
        BN_bn2binpad(ECDSA_SIG_get0_r(signature.pointer), start, 32),
        BN_bn2binpad(ECDSA_SIG_get0_s(signature.pointer), start + 32, 32))
    }
    try CryptoError.check(written, "BN_bn2binpad", "signature")
    return raw
  }

  private static func derSignature(of message: [UInt8], by key: borrowing Owned) throws(CryptoError) -> [UInt8] {
    ERR_clear_error()
    let context = try Owned(EVP_MD_CTX_new(), "EVP_MD_CTX_new", "signature") { EVP_MD_CTX_free($0) }
    try CryptoError.check(
      EVP_DigestSignInit(context.pointer, nil, EVP_sha256(), nil, key.pointer), "EVP_DigestSignInit", "signature")
    // A DER signature over P-256 has at most 72 bytes.
    var count = 128
    var signature = [UInt8](repeating: 0, count: count)
    try CryptoError.check(
      EVP_DigestSign(context.pointer, &signature, &count, message, message.count), "EVP_DigestSign", "signature")
    return Array(signature.prefix(count))
  }
}

extension Owned {
  func requireP256(_ subject: String) throws(CryptoError) {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    let isNamed = EVP_PKEY_get_group_name(pointer, &name, name.count, &count) == 1
    ERR_clear_error()
    let group =
      isNamed
      ? String(decoding: name.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      : EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) }
    guard isNamed, group == "prime256v1", EVP_PKEY_is_a(pointer, "EC") == 1 else {
      throw CryptoError(
        call: "EVP_PKEY_get_group_name", subject: subject,
        reason: "it must be a P-256 key but is \(group ?? "of an unknown kind")")
    }
  }
}
