import Foundation
import Synchronization
import Testing

@testable import MockAPNsIO

@Suite("An SQLite database")
struct DatabaseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ mode: Database.Mode = .readWrite) throws -> Database {
    try Database(
      path: folder.path("data"), mode: mode,
      pragmas: mode == .readOnly ? [] : [("journal_mode", "WAL"), ("synchronous", "OFF")])
  }

  @Test(
    "a value comes back as it went in",
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.5), .text([]), .blob([]), "größe", .text([0, 1, 0]),
      .text([0xff, 0xfe]), .blob(Array(repeating: 0, count: 100_000)),
    ] as [SQLiteValue])
  func roundTrip(value: SQLiteValue) throws {
    let database = try open()
    let read = try database.statement("SELECT ?, typeof(?1)", [value]).rows { ($0.value(0), $0.isNull(0)) }
    #expect(read.map(\.0) == [value])
    #expect(read.map(\.1) == [value == .null])
  }

  @Test("the accessors read numbers, texts and bytes")
  func accessors() throws {
    let statement = try open().statement("SELECT ?, ?, ?, ?")
    try statement.bind(integer: -7, at: 1)
    try statement.bind(string: "", at: 2)
    try statement.bind(text: Array("é".utf8), at: 3)
    try statement.bind(blob: [1, 2], at: 4)
    #expect(try statement.step())
    #expect(statement.columnCount == 4)
    #expect(statement.integer(0) == -7)
    #expect(statement.text(1) == "" && !statement.isNull(1))
    #expect(statement.text(2) == "é" && statement.bytes(2) == [0xc3, 0xa9])
    #expect(statement.bytes(3) == [1, 2])
    #expect(try !statement.step())
  }

  @Test("a statement is prepared once and comes back without its old values")
  func cache() throws {
    let database = try open()
    let first = try database.statement("SELECT ?", ["old"])
    #expect(try database.statement("SELECT ?") === first)
    #expect(try first.rows { $0.isNull(0) } == [true])
    for index in 0..<300 { #expect(try database.statement("SELECT \(index)").rows { $0.integer(0) } == [Int64(index)]) }
    #expect(try first.rows { $0.isNull(0) } == [true], "a statement that left the cache still works")
  }

  @Test(
    "a text that is no statement is refused with SQLite's words and the text",
    arguments: [("SELEC 1", "syntax error"), ("SELECT x FROM missing", "no such table"), ("  ", "no statement")])
  func refused(sql: String, reason: String) throws {
    let database = try open()
    let error = #expect(throws: SQLiteError.self) { try database.run(sql) }
    #expect(error?.reason.contains(reason) == true)
    #expect(error?.subject == sql)
  }

  @Test("a parameter that the statement does not have is refused")
  func parameters() throws {
    let database = try open()
    #expect(throws: SQLiteError.self) { try database.run("SELECT ?", 1, 2) }
    #expect(throws: SQLiteError.self) { try database.statement("SELECT ?").bind(string: "x", at: 0) }
    try database.run("SELECT ?", 1)
  }

  @Test("a violated constraint is an error, and the statement works again after it")
  func constraint() throws {
    let database = try open()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x UNIQUE); INSERT INTO t VALUES (1, 'a')")
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?, ?)", 2, "a") }
    #expect(error?.code == 2067, "SQLITE_CONSTRAINT_UNIQUE, the extended code")
    try database.run("INSERT INTO t VALUES (?, ?)", 3, "b")
    #expect(database.lastInsertedRow == 3)
    #expect(database.changedRowCount == 1)
  }

  @Test("statements are kept ready up to a limit")
  func statementLimit() throws {
    let database = try open()
    for number in 0..<(3 * Database.statementLimit) {
      #expect(try database.statement("SELECT \(number)").rows { $0.integer(0) } == [Int64(number)])
      #expect(database.statements.count <= Database.statementLimit)
    }
  }

  @Test("a transaction is kept when it ends well and undone when it throws")
  func transactions() throws {
    struct Refused: Error {}
    let database = try open()
    try database.execute("CREATE TABLE t (x)")
    let result = try database.transaction(.writing) {
      try database.run("INSERT INTO t VALUES (1)")
      return 5
    }
    #expect(result == 5)
    #expect(throws: Refused.self) {
      try database.transaction(.writing) {
        try database.run("INSERT INTO t VALUES (2)")
        throw Refused()
      }
    }
    #expect(throws: SQLiteError.self) {
      try database.transaction(.writing) { try database.transaction(.writing) {} }
    }
    #expect(try database.statement("SELECT x FROM t").rows { $0.integer(0) } == [1])
  }

  @Test("a reader in a transaction sees one state while another connection writes")
  func snapshot() throws {
    let writer = try open()
    try writer.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let reader = try open(.readOnly)
    let count = { try reader.statement("SELECT count(*) FROM t").rows { $0.integer(0) } }
    try reader.transaction(.reading) {
      #expect(try count() == [1])
      try writer.run("INSERT INTO t VALUES (2)")
      #expect(try count() == [1])
    }
    #expect(try count() == [2])
    #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (3)") }
  }

  @Test("a file that is missing or no database is refused with its path")
  func badFiles() throws {
    let error = #expect(throws: SQLiteError.self) { try open(.readOnly) }
    #expect(error?.subject == folder.path("data"))
    try folder.write("data", Array("this is no database, and long enough to be sure".utf8))
    #expect(throws: SQLiteError.self) { try open() }
  }

  @Test("SQL calls a Swift function with every kind of value")
  func function() throws {
    struct Refused: Error, CustomStringConvertible { var description = "not this one" }
    let database = try open()
    try database.addFunction("twice", argumentCount: 1) { arguments in
      switch arguments[0] {
      case .integer(let number): .integer(number &* 2)
      case .real(let number): .real(number * 2)
      case .text(let bytes): .text(bytes + bytes)
      case .blob(let bytes): .blob(bytes + bytes)
      case .null: throw Refused()
      }
    }
    let values: [SQLiteValue] = [4, .real(0.25), "é", .blob([1])]
    let doubled = try database.statement("SELECT twice(?), twice(?), twice(?), twice(?)", values).rows { row in
      (0..<4).map { row.value($0) }
    }
    #expect(doubled == [[8, .real(0.5), "éé", .blob([1, 1])]])
    let error = #expect(throws: SQLiteError.self) { try database.run("SELECT twice(NULL)") }
    #expect(error?.reason == "not this one")
    #expect(throws: SQLiteError.self) { try database.run("SELECT twice(1, 2)") }
    #expect(throws: SQLiteError.self) { try database.addFunction("f", argumentCount: 1000) { _ in nil } }
  }

  @Test("a long query ends when it is told to, and the next one runs", .timeLimit(.minutes(10)))
  func interruption() throws {
    let database = try open()
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n"
    let deadline = SystemClock.deadline(inMilliseconds: 10)
    database.interrupt { SystemClock.monotonicNanoseconds() > deadline }
    let error = #expect(throws: SQLiteError.self) { try database.run(endless) }
    #expect(error?.isInterruption == true)
    database.interrupt(when: nil)
    #expect(try database.statement("SELECT 1").rows { $0.integer(0) } == [1])
  }

  @Test("a database inside a mutex is shared by threads, and the compiler agrees")
  func shared() async throws {
    let shared = Mutex(try Database(path: folder.path("shared"), mode: .readWrite, pragmas: []))
    try shared.withLock { try $0.execute("CREATE TABLE t (x)") }
    let box = Shared(database: shared)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask { try box.database.withLock { try $0.run("INSERT INTO t VALUES (?)", .integer(Int64(index))) } }
      }
      try await group.waitForAll()
    }
    let count = try box.database.withLock { try $0.statement("SELECT count(*) FROM t").rows { $0.integer(0) } }
    #expect(count == [20])
  }

  private final class Shared: Sendable {
    let database: Mutex<Database>
    init(database: consuming sending Mutex<Database>) { self.database = database }
  }
}
