import CMockAPNsOpenSSL

/// A key, certificate or signature that OpenSSL or we refused.
package struct CryptoError: Error, Equatable, CustomStringConvertible {
  /// The OpenSSL function that failed, or ours that refused its argument.
  package var call: String
  /// OpenSSL's packed error code; 0 when OpenSSL gave none.
  package var code: UInt
  /// What the call was about: a name, or the kind of object.
  package var subject: String
  /// Why, as a readable clause.
  package var reason: String

  package var description: String {
    let number = code == 0 ? "" : " (OpenSSL error \(String(code, radix: 16)))"
    return "\(subject): \(reason)\(number), in \(call)"
  }

  init(call: String, code: UInt = 0, subject: String, reason: String) {
    self.call = call
    self.code = code
    self.subject = subject
    self.reason = reason
  }

  /// Takes the oldest entry of this thread's OpenSSL error queue, which is the root cause, and empties the queue.
  static func fromQueue(call: String, subject: String) -> CryptoError {
    let code = ERR_get_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "OpenSSL refused and did not say why"
    return CryptoError(call: call, code: UInt(code), subject: subject, reason: reason)
  }

  /// Turns a zero or negative OpenSSL result into a thrown error.
  static func check(_ result: Int32, _ call: String, _ subject: String) throws(CryptoError) {
    if result <= 0 { throw fromQueue(call: call, subject: subject) }
  }
}
