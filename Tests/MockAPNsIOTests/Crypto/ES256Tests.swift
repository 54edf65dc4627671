import Foundation
import MockAPNsIO
import Testing

@Suite("ES256 signatures")
struct ES256Tests {
  let folder: TemporaryFolder
  let key: SigningKey
  let message = Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8)

  init() throws {
    folder = try TemporaryFolder()
    key = try SigningKey.generate()
    try folder.write("key.p8", key.privateKeyPEM.utf8)
    try folder.write("key.pub", key.publicKeyPEM.utf8)
    try folder.write("message", message)
  }

  private func openssl(_ arguments: String...) throws -> Tool {
    try Tool.run("openssl", arguments, in: folder)
  }

  private func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
  }

  private func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  @Test("what we sign, OpenSSL's command and we ourselves verify")
  func signAndVerify() throws {
    let raw = try key.sign(message)
    #expect(raw.count == 64)
    let der = try #require(VerifyingKey.derSignature(fromRaw: raw))
    try folder.write("signature", der)
    let result = try openssl("dgst", "-sha256", "-verify", "key.pub", "-signature", "signature", "message")
    #expect(result.output == "Verified OK\n")

    let verifying = try VerifyingKey(pem: key.publicKeyPEM)
    #expect(verifying.verifies(signature: der, message: message, digest: .sha256))
    #expect(!verifying.verifies(signature: der, message: message, digest: .sha512))
    #expect(!verifying.verifies(signature: der, message: message + [0], digest: .sha256))
    #expect(!verifying.verifies(signature: raw, message: message, digest: .sha256))
    let other = try VerifyingKey(pem: SigningKey.generate().publicKeyPEM)
    #expect(!other.verifies(signature: der, message: message, digest: .sha256))
  }

  @Test(
    "what OpenSSL's command signs, we verify",
    arguments: [("-sha256", VerifyingKey.Digest.sha256), ("-sha512", .sha512)])
  func foreignSignature(option: String, digest: VerifyingKey.Digest) throws {
    #expect(try openssl("dgst", option, "-sign", "key.p8", "-out", "signature", "message").status == 0)
    let signature = try read("signature")
    let verifying = try VerifyingKey(pem: key.publicKeyPEM)
    #expect(verifying.verifies(signature: signature, message: message, digest: digest))
    #expect(!verifying.verifies(signature: signature, message: message, digest: digest == .sha256 ? .sha512 : .sha256))
  }

  @Test("a signature that any bit of was changed, or that is cut, is refused")
  func changedSignature() throws {
    let verifying = try VerifyingKey(pem: key.publicKeyPEM)
    let raw = try key.sign(message)
    for index in stride(from: 0, to: 64, by: 7) {
      var changed = raw
      changed[index] ^= 1
      let der = try #require(VerifyingKey.derSignature(fromRaw: changed))
      #expect(!verifying.verifies(signature: der, message: message, digest: .sha256))
    }
    let der = try #require(VerifyingKey.derSignature(fromRaw: raw))
    for count in 0..<der.count {
      #expect(!verifying.verifies(signature: Array(der.prefix(count)), message: message, digest: .sha256))
    }
    #expect(!verifying.verifies(signature: der + [0], message: message, digest: .sha256))
    let zero = try #require(VerifyingKey.derSignature(fromRaw: [UInt8](repeating: 0, count: 64)))
    #expect(!verifying.verifies(signature: zero, message: message, digest: .sha256))
  }

  @Test("r and s padded to 66 bytes each are taken, any other shape is not")
  func paddedSignature() throws {
    let raw = try key.sign(message)
    let padding = [UInt8](repeating: 0, count: 34)
    let padded = padding + raw[..<32] + padding + raw[32...]
    #expect(VerifyingKey.derSignature(fromRaw: padded) == VerifyingKey.derSignature(fromRaw: raw))
    for index in [0, 33, 66, 99] {
      var changed = padded
      changed[index] = 1
      #expect(VerifyingKey.derSignature(fromRaw: changed) == nil)
    }
    for count in [0, 63, 65, 96, 131, 133] {
      #expect(VerifyingKey.derSignature(fromRaw: [UInt8](repeating: 1, count: count)) == nil)
    }
  }

  @Test("PKCS#8 and SEC1 give the same key, with Windows line ends too")
  func privateKeyForms() throws {
    _ = try openssl("ec", "-in", "key.p8", "-out", "key.sec1")
    #expect(try text("key.sec1").contains("BEGIN EC PRIVATE KEY"))
    #expect(key.privateKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let windows = key.privateKeyPEM.replacingOccurrences(of: "\n", with: "\r\n")
    for form in [try text("key.sec1"), windows, key.privateKeyPEM] {
      let read = try SigningKey(pem: form)
      #expect(read.publicKeyPEM == key.publicKeyPEM)
      #expect(read.privateKeyPEM == key.privateKeyPEM)
    }
  }

  @Test(
    "a key of another kind is refused by its name",
    arguments: [
      (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp384r1"], "secp384r1"),
      (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"], "secp256k1"),
      (["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RSA"),
      (["-algorithm", "ED25519"], "ED25519"),
    ])
  func otherKinds(options: [String], name: String) throws {
    _ = try Tool.run("openssl", ["genpkey", "-out", "other.pem"] + options, in: folder)
    _ = try openssl("pkey", "-in", "other.pem", "-pubout", "-out", "other.pub")
    let wanted = "it must be a P-256 key but is \(name)"
    let (privateText, publicText) = (try text("other.pem"), try text("other.pub"))
    let first = #expect(throws: CryptoError.self) { try SigningKey(pem: privateText) }
    #expect(first?.reason == wanted)
    let second = #expect(throws: CryptoError.self) { try VerifyingKey(pem: publicText) }
    #expect(second?.reason == wanted)
  }

  @Test("a text that is no key is refused, and a private key is no public one")
  func notAKey() throws {
    let cut = String(key.publicKeyPEM.dropLast(60))
    for text in ["", "hello", cut, key.privateKeyPEM] {
      #expect(throws: CryptoError.self) { try VerifyingKey(pem: text) }
    }
    for text in ["", "hello", String(key.privateKeyPEM.dropFirst(40)), key.publicKeyPEM] {
      #expect(throws: CryptoError.self) { try SigningKey(pem: text) }
    }
  }
}
