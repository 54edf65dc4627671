import Foundation
import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("serve as a process")
struct ServeProcessTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// One sentence on standard error, nothing on standard output.
  private func expectFailure(_ arguments: [String], status: Int32 = 1, _ words: String...) throws {
    let outcome = try Executable.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("mock-apns: "), "\(outcome.errors)")
    for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
  }

  @Test("what cannot be started ends with one clear sentence", .timeLimit(.minutes(10)))
  func failures() throws {
    func serve(_ arguments: String...) -> [String] { Executable.serve(arguments, in: folder) }
    try expectFailure(serve("--world", "/nowhere/world.json5"), "/nowhere/world.json5", "no such file")
    let world = try folder.write("world.json5", "{\n  apps: { x: 1 },\n}")
    try expectFailure(serve("--world", world), "\(world):2:", "apps.x")
    try expectFailure(serve("--world", try folder.write("typo.json5", "{ setings: {} }")), "settings")
    try expectFailure(serve("--stor", "x"), status: 2, "--stor", "--store")
    try expectFailure(serve() + ["x"], status: 2, "\"x\"")
    try expectFailure(serve("--seed", "many"), "--seed", "many")
    try expectFailure(serve("--set", "providerTokenUpdate=1"), "providerTokenUpdates")
    try expectFailure(serve("--set", "providerTokenUpdates=many"), "whole number")
    try expectFailure(serve("--environment", "staging"), "staging")
    try expectFailure(serve("--push-listen", "nowhere"), "nowhere")
    try expectFailure(serve("--inspect-listen", "nowhere"), "nowhere")
    try expectFailure(serve("--inspect-listen", "0.0.0.0:0"), "--inspect-token")
    try expectFailure(serve("--ca-cert", "x"), "--ca-key")
    try expectFailure(serve("--ca-cert", "/x.pem", "--ca-key", "/y.pem"), "/x.pem")
    try expectFailure(serve("--store", "/nowhere/store.sqlite"), "/nowhere/store.sqlite")
    try expectFailure(serve("--durable=perhaps"), "durable")
    try expectFailure(serve() + ["--seed"], status: 2, "--seed", "needs a value")
    try expectFailure(["serv"], status: 2, "serv")
  }

  @Test("a world file over 64 MiB is not read")
  func hugeWorld() throws {
    let text = "{}" + String(repeating: " ", count: WorldLoading.largestFile - 1)
    let world = try folder.write("huge.json5", text)
    try expectFailure(
      Executable.serve(["--world", world], in: folder), "longer than \(WorldLoading.largestFile) bytes")
  }

  @Test("a failure after the start of a part leaves nothing behind", .timeLimit(.minutes(10)))
  func nothingHalf() throws {
    let arguments = Executable.serve(["--ready-file", "/nowhere/ready.json"], in: folder)
    let outcome = try Executable.run(arguments, variables: ["TMPDIR": folder.root])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("/nowhere/ready.json"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.root)
    #expect(left.filter { $0.hasPrefix("mock-apns-") } == [])
  }

  @Test(
    "a port in use is named, for each listener", .timeLimit(.minutes(10)),
    arguments: ["push", "push-production", "channels-sandbox", "channels-production", "inspect"])
  func portInUse(_ listener: String) throws {
    let other = try TestGateway()
    let address =
      listener == "inspect" ? String(other.gateway.addresses.inspect.dropFirst(7)) : other.gateway.addresses.push
    try expectFailure(
      Executable.serve(["--\(listener)-listen", address], in: folder), address, "in use")
  }

  @Test("it says where it listens, in a line and in a file, and ends orderly", .timeLimit(.minutes(10)))
  func ready() throws {
    let file = folder.path("ready.json")
    let process = try Executable(serve: ["--ready-file", file], in: folder)
    let names = ["push", "push-production", "channels-sandbox", "channels-production", "inspect", "ca"]
    let report = try JSONReader.read(Files.read(file, limitBytes: 10_000)).value
    #expect(report.object?.members.map(\.name) == names)
    for name in names { #expect(try report[name]?.string == process.address(name)) }
    #expect(try process.address("ca") == folder.path("certs/ca.pem"))
    #expect(try process.address("inspect").hasPrefix("http://127.0.0.1:"))
    let health = try Executable.run(["health", "--inspect", process.address("inspect")])
    #expect(health.status == 0)
    #expect(process.stop() == 0)
    #expect(try Executable.run(["health", "--inspect", process.address("inspect")]).status == 1)
  }

  @Test(
    "two that start at once with an empty folder share one CA and one key, and both serve", .timeLimit(.minutes(10)))
  func twoAtOnce() throws {
    for round in 0..<3 {
      let folder = try TestFolder()
      let starting = (0..<3).map { _ in Later { try Executable(serve: [], in: folder) } }
      let processes = try starting.map { try #require(try $0.value()) }
      let authority = try String(contentsOfFile: folder.path("certs/ca.pem"), encoding: .utf8)
      for process in processes {
        #expect(try Self.get(process.address("inspect"), "/ca.pem") == authority, "round \(round)")
        #expect(try Self.push(to: process, in: folder) == 200)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("certs"))
      #expect(names.sorted() == ["AuthKey_MOCKKEY001.p8", "ca-key.pem", "ca.pem"])
    }
  }

  @Test("where the folder cannot be written the CA lives in memory", .timeLimit(.minutes(10)))
  func memory() throws {
    let process = try Executable(serve: ["--certs", "/dev/null/certs"], in: folder)
    let inspect = try process.address("inspect")
    #expect(try process.address("ca") == "\(inspect)/ca.pem")
    let authority = try folder.write("fetched.pem", Self.get(inspect, "/ca.pem"))
    var request = HTTPClient.Request(url: "https://\(try process.address("push"))/3/device/ab")
    request.isHTTP2 = true
    request.authorityPath = authority
    #expect(try HTTPClient.send(request).status == 405)
  }

  @Test("a CA that cannot be read is not replaced", .timeLimit(.minutes(10)))
  func unreadable() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("certs/ca-key.pem"), withIntermediateDirectories: true)
    try folder.write("certs/ca.pem", "theirs")
    let error = #expect(throws: GatewayError.self) { _ = try TestGateway(in: folder) }
    #expect(error?.description.contains("ca-key.pem") == true)
    #expect(try String(contentsOfFile: folder.path("certs/ca.pem"), encoding: .utf8) == "theirs")
  }

  private static func get(_ inspect: String, _ path: String) throws -> String {
    String(decoding: try HTTPClient.send(HTTPClient.Request(url: inspect + path)).body, as: UTF8.self)
  }

  private static func push(to process: Executable, in folder: TestFolder) throws -> Int {
    var request = HTTPClient.Request(url: "https://\(try process.address("push"))/3/device/\(Push().token)")
    request.method = "POST"
    request.isHTTP2 = true
    request.authorityPath = folder.path("certs/ca.pem")
    request.body = Push().body
    let token = try ProviderTokenMaker.make(
      keyFile: nil, keyID: nil, teamID: nil, certificates: folder.path("certs"))
    request.fields = [HTTP1Field("authorization", "bearer \(token)"), HTTP1Field("apns-topic", "com.example.app")]
    return try HTTPClient.send(request).status
  }
}
