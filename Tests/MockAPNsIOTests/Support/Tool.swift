import Foundation

/// A command of the machine, run to its end.
struct Tool {
  var status: Int32
  var output: String
  var errors: String

  static func exists(_ name: String) -> Bool { path(of: name) != nil }

  private static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  struct Missing: Error { var name: String }

  /// Both outputs go through files, because two pipes can block each other.
  static func run(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Tool {
    guard let path = path(of: name) else { throw Missing(name: name) }
    let output = folder.path("out-\(UUID().uuidString)")
    let errors = output + ".err"
    for each in [output, errors] { _ = FileManager.default.createFile(atPath: each, contents: nil) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    return Tool(
      status: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
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
