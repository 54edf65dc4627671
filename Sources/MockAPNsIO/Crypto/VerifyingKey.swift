import CMockAPNsOpenSSL
import Synchronization

/// A P-256 public key that judges signatures; usable from every thread.
package final class VerifyingKey: Sendable {
  /// What is hashed out of the message before its signature is judged.
  package enum Digest: Sendable {
    case sha256
    case sha512
  }

  private let key: Mutex<Owned>

  /// Reads SubjectPublicKeyInfo (`PUBLIC KEY`); throws unless it is a P-256 key.
  package init(pem: String) throws(CryptoError) {
    let key = try PEM.publicKey(pem)
    try key.requireP256("public key")
    self.key = Mutex(key)
  }

  /// Whether the DER signature is this key's over the message; a malformed signature is not.
  package func verifies(signature: [UInt8], message: [UInt8], digest: Digest) -> Bool {
    // OpenSSL would allow several threads here; the lock costs nanoseconds and lets the compiler prove it safe.
    key.withLock { Self.key($0, verifies: signature, message, digest) }
  }

  private static func key(
    _ key: borrowing Owned, verifies signature: [UInt8], _ message: [UInt8], _ digest: Digest
  ) -> Bool {
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let hash = digest == .sha256 ? EVP_sha256() : EVP_sha512()
    return EVP_DigestVerifyInit(context, nil, hash, nil, key.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// Turns r‖s into DER: 64 bytes, or 132 bytes whose halves are padded with zeros; nil for every other shape.
  ///
  /// The 132 bytes are what a token labelled ES512 carries.
  package static func derSignature(fromRaw raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 || raw.count == 132 else { return nil }
    let half = raw.count / 2
    let padding = half - 32
    guard raw[..<padding].allSatisfy({ $0 == 0 }), raw[half..<half + padding].allSatisfy({ $0 == 0 }) else {
      return nil
    }
    guard let signature = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(signature) }
    let (r, s) = raw.withUnsafeBufferPointer { bytes in
      (
        bytes.baseAddress.flatMap { BN_bin2bn($0, Int32(half), nil) },
        bytes.baseAddress.flatMap { BN_bin2bn($0 + half, Int32(half), nil) }
      )
    }
    guard ECDSA_SIG_set0(signature, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    return encoded(signature)
  }

  private static func encoded(_ signature: OpaquePointer) -> [UInt8]? {
    // Two integers of at most 33 bytes with their headers: 72 bytes at most.
    var der = [UInt8](repeating: 0, count: 80)
    let count = der.withUnsafeMutableBufferPointer { bytes in
      var next = bytes.baseAddress
      return i2d_ECDSA_SIG(signature, &next)
    }
    return count > 0 ? Array(der.prefix(Int(count))) : nil
  }
}
