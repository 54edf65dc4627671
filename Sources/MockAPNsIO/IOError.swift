#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a system or library call refused: which call, with which code, on what, in a sentence.
package struct IOError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failing call as its manual page spells it, for example `bind`.
  package var call: String
  /// `errno`, or the library's own code.
  package var code: Int32
  /// What it was about: an address, a file, a certificate. May be empty.
  package var subject: String
  /// One sentence for a person, without a final full stop.
  package var explanation: String

  package init(call: String, code: Int32, subject: String = "", explanation: String) {
    self.call = call
    self.code = code
    self.subject = subject
    self.explanation = explanation
  }

  /// For a call that sets `errno`: the explanation is the system's text.
  package init(call: String, errno code: Int32, subject: String = "") {
    self.init(call: call, code: code, subject: subject, explanation: String(cString: strerror(code)))
  }

  /// True when an address could not be listened on because another socket holds it.
  package var isAddressInUse: Bool { call == "bind" && code == EADDRINUSE }

  package var description: String {
    let head = subject.isEmpty ? "" : "\(subject): "
    return "\(head)\(explanation) (\(call): \(code))"
  }
}
