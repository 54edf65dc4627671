import CMockAPNsOpenSSL

extension PEM {
  /// A certificate that can be kept in an array.
  final class Certificate {
    let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }
  }

  /// All certificates of a text, in order; throws when there is none.
  static func certificates(_ text: String) throws(CryptoError) -> [Certificate] {
    ERR_clear_error()
    let memory = try Owned.memory(holding: Array(text.utf8))
    var found: [Certificate] = []
    // Without a callback OpenSSL would ask for a password on the terminal.
    while let next = PEM_read_bio_X509(memory.pointer, nil, { _, _, _, _ in -1 }, nil) {
      found.append(Certificate(next))
    }
    guard !found.isEmpty else {
      throw CryptoError.fromQueue(call: "PEM_read_bio_X509", subject: "certificate chain")
    }
    // The end of the text left "no start line" behind.
    ERR_clear_error()
    return found
  }
}

extension IOError {
  init(_ error: CryptoError) {
    self.init(
      call: error.call, code: Int32(truncatingIfNeeded: error.code), subject: error.subject,
      explanation: error.reason)
  }

  /// Takes the root cause from this thread's OpenSSL error queue and empties the queue.
  static func fromQueue(call: String, subject: String) -> IOError {
    IOError(CryptoError.fromQueue(call: call, subject: subject))
  }
}
