import Foundation
import MockAPNsIO
import Testing

/// The built command line program as a process.
final class Executable: Sendable {
  /// The line that `serve` prints when it is ready.
  let ready: String
  private let process: Mutexed<Process>

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
    let (process, output, errors) = try start(arguments, variables)
    let later = Later { String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: text, errors: try later.value() ?? "")
  }

  /// Starts `serve` on free ports and returns when it is ready.
  init(serve arguments: [String], in folder: TestFolder) throws {
    let (process, output, _) = try Self.start(Self.serve(arguments, in: folder), [:])
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw NotReady(errors: "it ended with \(process.terminationStatus)") }
      line += more
    }
    ready = String(decoding: line.dropLast(), as: UTF8.self)
    self.process = Mutexed(process)
  }

  deinit { kill() }

  /// A part of the ready line.
  func address(_ name: String) throws -> String {
    let part = ready.split(separator: " ").first { $0.hasPrefix("\(name)=") }
    return String(try #require(part).dropFirst(name.count + 1))
  }

  /// Ends it in an orderly way; the exit status.
  func stop() -> Int32 {
    process.value.terminate()
    process.value.waitUntilExit()
    return process.value.terminationStatus
  }

  func kill() {
    guard process.value.isRunning else { return }
    Foundation.kill(process.value.processIdentifier, SIGKILL)
    process.value.waitUntilExit()
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

  private static func start(_ arguments: [String], _ variables: [String: String]) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let ours = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MOCK_APNS_") }
    process.environment = ours.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }
}

/// A value that is touched by one thread at a time, as tests do.
// Unchecked, because Process is not marked; every test uses its own.
struct Mutexed<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
