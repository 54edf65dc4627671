import Foundation
import Synchronization

/// A process that runs until somebody waits for its end; not Foundation's `Process`, which leaks at times.
final class Spawned: Sendable {
  private let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

  struct NotStarted: Error { var code: Int32 }

  /// Starts `/bin/sh` with these words, the first of which is its name for itself.
  init(_ words: [String], variables: [String: String]) throws {
    var identifier: pid_t = 0
    let code = Self.withPointers(words) { arguments in
      Self.withPointers(variables.map { "\($0.key)=\($0.value)" }) {
        posix_spawn(&identifier, "/bin/sh", nil, nil, arguments, $0)
      }
    }
    guard code == 0 else { throw NotStarted(code: code) }
    self.identifier = identifier
  }

  /// Waits for its end; the exit status, or the signal that ended it, negative.
  func wait() -> Int32 {
    status.withLock { known in
      if let known { return known }
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let result = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
      known = result
      return result
    }
  }

  /// Sends a signal, unless it has ended and its end is known, and waits for its end.
  func end(_ signal: Int32) -> Int32 {
    let isOver = status.withLock { $0 != nil }
    if !isOver { kill(identifier, signal) }
    return wait()
  }

  private static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for each in pointers { free(each) } }
    return body(&pointers)
  }
}
