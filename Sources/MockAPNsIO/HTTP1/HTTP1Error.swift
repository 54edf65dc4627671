/// A server that could not be started.
package struct HTTP1Error: Error, Equatable, CustomStringConvertible {
  /// The function that failed.
  package var call: String
  /// Its errno, or getaddrinfo's code.
  package var code: Int32
  /// Host and port.
  package var subject: String
  /// Why, as a readable clause.
  package var reason: String

  package var description: String { "HTTP/1.1 on \(subject): \(reason), in \(call) (code \(code))" }

  /// Describes `code` as an errno unless a reason is given.
  init(call: String, code: Int32, subject: String, reason: String? = nil) {
    self.call = call
    self.code = code
    self.subject = subject
    self.reason = reason ?? systemMessage(code)
  }
}
