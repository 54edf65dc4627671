import CMockAPNsUV

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file or folder that the system refused, or that was not as asked for.
package struct FileError: Error, Equatable, CustomStringConvertible {
  /// The system call that failed.
  package var call: String
  /// Its errno.
  package var code: Int32
  /// The path.
  package var subject: String
  /// Why, as a readable clause.
  package var reason: String

  package var description: String { "\(subject): \(reason), in \(call) (errno \(code))" }

  /// Whether there is nothing at that path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Describes `code` in the system's words unless a reason is given.
  init(call: String, code: Int32, subject: String, reason: String? = nil) {
    self.call = call
    self.code = code
    self.subject = subject
    self.reason = reason ?? systemMessage(code)
  }
}

/// The system's words for an errno; safe on every thread, unlike strerror(3).
func systemMessage(_ code: Int32) -> String {
  var text = [CChar](repeating: 0, count: 128)
  uv_strerror_r(uv_translate_sys_error(code), &text, text.count)
  return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
