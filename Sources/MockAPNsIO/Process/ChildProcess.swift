#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A command that is run to its end; for command line programs.
package enum ChildProcess {
  /// Runs a command that is looked up on PATH, with exactly that environment, and returns its exit code.
  ///
  /// SIGINT and SIGTERM, which the caller holds back, are handed on to it. A command that a signal ended gives 128 and
  /// the signal's number. Throws the errno when it cannot be started.
  package static func run(_ arguments: [String], environment: [String: String]) throws(ThreadError) -> Int32 {
    var child = pid_t()
    let code = spawn(arguments, environment.map { "\($0.key)=\($0.value)" }, &child)
    guard code == 0 else { throw ThreadError(call: "posix_spawnp", code: code, subject: arguments[0]) }
    let running = child
    // It waits for a signal that may never come and ends with the process.
    _ = try OSThread.start(name: "signals") {
      while true { kill(running, CommandProcess.waitForTermination()) }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func spawn(_ arguments: [String], _ environment: [String], _ child: inout pid_t) -> Int32 {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var attributes = SpawnAttributes.make()
    defer { posix_spawnattr_destroy(&attributes) }
    return posix_spawnp(&child, arguments[0], nil, &attributes, &argv, &envp)
  }
}
