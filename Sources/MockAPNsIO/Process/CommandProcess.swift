#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command line program may do to its process; a library inside somebody's program must not.
package enum CommandProcess {
  /// The environment variables.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }

  /// Has SIGINT and SIGTERM wait for `waitForTermination`; to be called before any thread is started.
  package static func holdTermination() {
    var signals = terminationSignals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Blocks until the process is asked to end; the signal that asked.
  @discardableResult
  package static func waitForTermination() -> Int32 {
    var signals = terminationSignals
    var received: Int32 = 0
    sigwait(&signals, &received)
    return received
  }

  private static var terminationSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  package static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }
}

/// A stream of the process, written to at once and whole.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes the text; a reader that is gone is nobody's error.
  package func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything on standard input, up to the limit; nil when there is more.
  package static func readInput(limitBytes: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limitBytes else { return nil }
      bytes += buffer[..<count]
    }
  }
}

/// Outside `StandardStream`, as `systemWrite` is.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// Outside `StandardStream`, whose own `write` hides the system's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
