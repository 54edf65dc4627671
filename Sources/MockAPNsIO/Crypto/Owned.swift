import CMockAPNsOpenSSL

/// An OpenSSL object with one owner, freed when that owner lets go of it.
struct Owned: ~Copyable {
  let pointer: OpaquePointer
  private let free: @Sendable (OpaquePointer) -> Void

  /// Takes over what an OpenSSL function returned; throws when it returned nothing.
  init(
    _ pointer: OpaquePointer?, _ call: String, _ subject: String, free: @escaping @Sendable (OpaquePointer) -> Void
  ) throws(CryptoError) {
    guard let pointer else { throw CryptoError.fromQueue(call: call, subject: subject) }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

extension Owned {
  static func certificate(_ pointer: OpaquePointer?, _ call: String, _ subject: String) throws(CryptoError) -> Owned {
    try Owned(pointer, call, subject) { X509_free($0) }
  }

  static func key(_ pointer: OpaquePointer?, _ call: String, _ subject: String) throws(CryptoError) -> Owned {
    try Owned(pointer, call, subject) { EVP_PKEY_free($0) }
  }

  static func object(identifier: String) throws(CryptoError) -> Owned {
    try Owned(OBJ_txt2obj(identifier, 1), "OBJ_txt2obj", "object identifier \(identifier)") { ASN1_OBJECT_free($0) }
  }

  static func memory() throws(CryptoError) -> Owned {
    try Owned(BIO_new(BIO_s_mem()), "BIO_new", "memory buffer") { BIO_free($0) }
  }

  static func memory(holding bytes: [UInt8]) throws(CryptoError) -> Owned {
    let memory = try memory()
    guard !bytes.isEmpty else { return memory }
    guard let count = Int32(exactly: bytes.count), BIO_write(memory.pointer, bytes, count) == count else {
      throw CryptoError.fromQueue(call: "BIO_write", subject: "memory buffer")
    }
    return memory
  }

  /// Everything that was written to a memory buffer.
  func drain() -> [UInt8] {
    let count = BIO_ctrl_pending(pointer)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      written = Int(max(0, BIO_read(pointer, buffer.baseAddress, Int32(count))))
    }
  }
}
