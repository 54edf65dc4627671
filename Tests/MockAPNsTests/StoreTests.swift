import Foundation
import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("A store that stays")
struct StoreTests {
  private let folder: TestFolder
  private var store: String { folder.path("store.sqlite") }

  init() throws { folder = try TestFolder() }

  private func start(_ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws -> TestGateway {
    try TestGateway(in: folder) {
      $0.store = store
      configure(&$0)
    }
  }

  @Test("after a restart the world goes on, enrolled devices and settings too", .timeLimit(.minutes(10)))
  func goesOn() throws {
    let before: String
    do {
      let gateway = try start()
      _ = try gateway.push()
      let snapshot = try gateway.api("GET", "/snapshot").text
      before = snapshot.replacing(#""unknownTokens":"enroll""#, with: #""unknownTokens":"reject""#)
      #expect(try gateway.api("POST", "/snapshot", before).status == 200)
    }
    let gateway = try start()
    #expect(try gateway.api("GET", "/snapshot").text == before)
    #expect(try gateway.push().status == 200)
    #expect(try gateway.push(.to(1)).reason == "BadDeviceToken")
    #expect(try gateway.count() == (3, 3, 3))
  }

  @Test("what is in the store wins over a world file", .timeLimit(.minutes(10)))
  func wins() throws {
    let world = try folder.write("world.json5", "{settings: {providerTokenUpdates: 7}}")
    func updates(_ gateway: TestGateway) throws -> JSON? {
      try gateway.api("GET", "/snapshot").json["settings"]?["providerTokenUpdates"]
    }
    #expect(try updates(start { $0.world = world }) == 7)
    try folder.write("world.json5", "{settings: {providerTokenUpdates: 8}}")
    let lines = Monitor<[String]>([])
    let gateway = try start {
      $0.world = world
      $0.log = Log { line in lines.withLock { $0.append(line) } }
    }
    #expect(try updates(gateway) == 7)
    #expect(lines.withLock { $0.contains { $0.contains("--world is not") } })
  }

  @Test("a private store goes with its gateway", .timeLimit(.minutes(10)))
  func privateStore() throws {
    func privateFolders() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.root).count { $0.hasPrefix("mock-apns-") }
    }
    var gateway: TestGateway? = try TestGateway(in: folder)
    #expect(try privateFolders() == 1)
    gateway?.gateway.stop()
    gateway?.gateway.stop()
    gateway = nil
    #expect(try privateFolders() == 0)
  }

  @Test("a second gateway on the same store is refused; after the first it may", .timeLimit(.minutes(10)))
  func second() throws {
    do {
      let first = try start()
      let error = #expect(throws: GatewayError.self) { _ = try start() }
      #expect(error?.description.contains("another gateway uses it") == true)
      #expect(error?.description.contains(store) == true)
      #expect(try first.push().status == 200)
    }
    #expect(try start().count().kept == 1)
    #expect(!FileManager.default.fileExists(atPath: store + ".lock"))
  }

  @Test("a second process is refused, and one after a kill is not", .timeLimit(.minutes(10)))
  func secondProcess() throws {
    let first = try Executable(serve: ["--store", store], in: folder)
    let error = #expect(throws: GatewayError.self) { _ = try start() }
    #expect(error?.description.contains("another gateway uses it") == true)
    first.kill()
    #expect(try start().push().status == 200)
  }

  @Test("a store of another version is refused by name and stays as it was", .timeLimit(.minutes(10)))
  func version() throws {
    _ = try start()
    let database = try Database(path: store, mode: .readWrite, pragmas: [])
    try database.execute("UPDATE counters SET value = 99 WHERE name = 'version'")
    let error = #expect(throws: GatewayError.self) { _ = try start() }
    #expect(error?.description.contains("the store has version 99, this gateway writes version") == true)
    let found = try database.statement("SELECT value FROM counters WHERE name = 'version'").rows { $0.integer(0) }
    #expect(found == [99])
  }

  @Test("in a store of the version before nothing is made", .timeLimit(.minutes(10)))
  func versionBefore() throws {
    let database = try Database(path: store, mode: .readWrite, pragmas: [])
    try database.execute("CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
    try database.execute("INSERT INTO counters VALUES ('version', 2)")
    let error = #expect(throws: GatewayError.self) { _ = try start() }
    #expect(error?.description.contains("the store has version 2") == true)
    #expect(try database.statement("SELECT name FROM sqlite_schema").rows { $0.text(0) } == ["counters"])
  }

  @Test("what is no store is refused in one sentence and not touched", .timeLimit(.minutes(10)))
  func noStore() throws {
    let text = String(repeating: "no database\n", count: 100)
    try folder.write("store.sqlite", text)
    let error = #expect(throws: GatewayError.self) { _ = try start() }
    Self.expectSentence(error, naming: store)
    #expect(try String(contentsOfFile: store, encoding: .utf8) == text)
    for path in [folder.path("missing/store.sqlite"), folder.root, "/dev/null/store.sqlite"] {
      let error = #expect(throws: GatewayError.self) { _ = try TestGateway(in: folder) { $0.store = path } }
      Self.expectSentence(error, naming: path)
    }
  }

  @Test("a store that somebody has locked is refused in one sentence", .timeLimit(.minutes(10)))
  func locked() throws {
    _ = try start()
    let database = try Database(path: store, mode: .readWrite, pragmas: [])
    try database.execute("BEGIN IMMEDIATE; UPDATE counters SET value = value")
    let error = #expect(throws: GatewayError.self) { _ = try start() }
    Self.expectSentence(error, naming: store)
    #expect(error?.description.contains("locked") == true)
    try database.execute("ROLLBACK")
    #expect(try start().push().status == 200)
  }

  @Test("the special names of SQLite are files like others", .timeLimit(.minutes(10)))
  func specialNames() throws {
    let error = #expect(throws: GatewayError.self) {
      _ = try TestGateway(in: folder) { $0.store = "" }
    }
    Self.expectSentence(error, naming: "store")
  }

  @Test("a record that fails is not hidden: pushes get 503 and reads say why", .timeLimit(.minutes(10)))
  func failing() throws {
    let gateway = try start()
    try breakStore()
    // Its answer may come before the commit that fails.
    _ = try? gateway.push()
    let answer = try gateway.api("GET", "/deliveries")
    #expect(answer.status == 500 && answer.detail.contains("segments"))
    #expect(try gateway.api("GET", "//readyz").status == 503)
    #expect(try gateway.api("DELETE", "/deliveries").status == 500)
    for _ in 0..<3 {
      let push = try? gateway.push()
      #expect(push == nil || push?.reason == "ServiceUnavailable")
    }
    #expect(try gateway.push().reason == "ServiceUnavailable")
  }

  @Test("with --durable no answer leaves for a push whose record is lost", .timeLimit(.minutes(10)))
  func failingDurably() throws {
    let gateway = try start { $0.isDurable = true }
    try breakStore()
    #expect(throws: HTTPClientError.self) { try gateway.push() }
    #expect(try gateway.push().reason == "ServiceUnavailable")
  }

  private func breakStore() throws {
    let database = try Database(path: store, mode: .readWrite, pragmas: [("busy_timeout", "5000")])
    try database.execute("DROP TABLE segments")
  }

  /// One sentence that names the file and shows no line of SQL.
  private static func expectSentence(_ error: GatewayError?, naming path: String) {
    let text = error?.description ?? ""
    #expect(text.contains(path) && !text.contains("\n") && text.utf8.count < 400, "\(text)")
  }
}
