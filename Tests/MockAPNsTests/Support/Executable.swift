import Foundation
import MockAPNsIO
import Testing

/// The built command line program as a process.
final class Executable: Sendable {
  /// The line that `serve` prints when it is ready.
  let ready: String
  private let process: Spawned

  /// Beside the bundle of these tests.
  static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("mock-apns").path
  }()

  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  struct NotReady: Error { var errors: String }

  /// Runs a command to its end.
  static func run(_ arguments: [String], variables: [String: String] = [:]) throws -> Outcome {
    let folder = try TestFolder()
    let process = try start(arguments, variables, output: "output", in: folder)
    let status = process.wait()
    return Outcome(
      status: status, output: try folder.text("output"), errors: try folder.text(Self.errors))
  }

  /// Starts `serve` on free ports and returns when it is ready.
  init(serve arguments: [String], in folder: TestFolder) throws {
    let own = try TestFolder()
    guard mkfifo(own.path("output"), 0o600) == 0 else { throw NotReady(errors: "mkfifo: errno \(errno)") }
    process = try Self.start(Self.serve(arguments, in: folder), [:], output: "output", in: own)
    let output = try FileHandle(forReadingFrom: URL(fileURLWithPath: own.path("output")))
    defer { try? output.close() }
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.availableData
      guard !more.isEmpty else {
        _ = process.end(SIGKILL)
        throw NotReady(errors: try own.text(Self.errors))
      }
      line += more
    }
    ready = String(decoding: line.dropLast(), as: UTF8.self)
  }

  deinit { kill() }

  /// A part of the ready line.
  func address(_ name: String) throws -> String {
    let part = ready.split(separator: " ").first { $0.hasPrefix("\(name)=") }
    return String(try #require(part).dropFirst(name.count + 1))
  }

  /// Ends it in an orderly way; the exit status.
  func stop() -> Int32 {
    process.end(SIGTERM)
  }

  func kill() {
    _ = process.end(SIGKILL)
  }

  /// The arguments of `serve` on free ports with the certificates of that folder.
  static func serve(_ arguments: [String], in folder: TestFolder) -> [String] {
    var all = ["serve"] + arguments
    let defaults = [
      ("--push-listen", "127.0.0.1:0"), ("--push-production-listen", "127.0.0.1:0"),
      ("--channels-sandbox-listen", "127.0.0.1:0"), ("--channels-production-listen", "127.0.0.1:0"),
      ("--inspect-listen", "127.0.0.1:0"), ("--certs", folder.path("certs")),
    ]
    for (name, value) in defaults where !arguments.contains(name) { all += [name, value] }
    return all
  }

  private static let errors = "errors"

  /// The output may be a pipe with a name; errors go to a file.
  private static func start(
    _ arguments: [String], _ variables: [String: String], output: String, in folder: TestFolder
  ) throws -> Spawned {
    let ours = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MOCK_APNS_") }
    let script = #"o=$1; e=$2; shift 2; exec "$0" "$@" < /dev/null > "$o" 2> "$e""#
    return try Spawned(
      ["sh", "-c", script, path, folder.path(output), folder.path(errors)] + arguments,
      variables: ours.merging(variables) { $1 })
  }
}
