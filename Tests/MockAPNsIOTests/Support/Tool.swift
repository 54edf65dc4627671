import Foundation
import MockAPNsIO

/// A command of the machine, run to its end; not with Foundation's `Process`, which leaks at times.
struct Tool {
  var status: Int32
  var output: String
  var errors: String

  struct NotStarted: Error { var code: Int32 }

  static func exists(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Outputs go through files, because two pipes can block each other.
  static func run(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Tool {
    let output = folder.path("out-\(UUID().uuidString)")
    let script = #"cd "$0" && o=$1 && shift && exec "$@" < /dev/null > "$o" 2> "$o.err""#
    let status = try spawn(["sh", "-c", script, folder.root, output, name] + arguments)
    return Tool(status: status, output: try text(output), errors: try text(output + ".err"))
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path, limitBytes: 100_000_000), as: UTF8.self)
  }

  private static func spawn(_ words: [String]) throws -> Int32 {
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    let code = withPointers(words) { arguments in
      withPointers(variables) { posix_spawn(&process, "/bin/sh", nil, nil, arguments, $0) }
    }
    guard code == 0 else { throw NotStarted(code: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  private static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for each in pointers { free(each) } }
    return body(&pointers)
  }
}

/// A folder of one test, removed with its last reference.
final class TemporaryFolder: Sendable {
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "/mock-apns-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { root + "/" + name }

  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }
}
