import CMockAPNsSQLite

/// One connection to an SQLite file.
///
/// Deliberately not `Sendable`: SQLite's own locks are switched off, so it stays with the thread that opened it, or
/// several threads share it inside a `Mutex`. Everything that is made from it goes with it.
package final class Database {
  package enum Mode: Sendable {
    /// Creates the file when it is missing.
    case readWrite
    case readOnly
  }

  package enum Transaction: Sendable {
    /// Sees one state of the data throughout; blocks nobody.
    case reading
    /// Waits for its turn to write at once, not in the middle.
    case writing
  }

  /// Statements kept ready, at most `statementLimit`.
  private(set) var statements: [String: Statement] = [:]
  static let statementLimit = 128
  private var isInterrupted: Interruption?
  private let pointer: OpaquePointer

  /// Opens a file and sets pragmas in the order given; names and values are ours, never anybody's input.
  package init(path: String, mode: Mode, pragmas: [(name: String, value: String)]) throws(SQLiteError) {
    var opened: OpaquePointer?
    let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(call: "sqlite3_open_v2", code: code, subject: path, database: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
    for each in pragmas { try execute("PRAGMA \(each.name) = \(each.value)") }
  }

  deinit {
    // A statement that somebody still holds keeps the connection until it is gone too.
    sqlite3_close_v2(pointer)
  }

  /// The statement ready for new values; prepared once, so never ask for the same text while reading its rows.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] {
      known.clear()
      return known
    }
    if statements.count >= Self.statementLimit { statements.removeAll() }
    let made = try Statement(sql, database: pointer)
    statements[sql] = made
    return made
  }

  /// The statement with its values bound in order.
  package func statement(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Statement {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { try statement.bind(value: value, at: Int32(index + 1)) }
    return statement
  }

  /// Executes one statement with values.
  package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    try statement(sql, values).run()
  }

  /// Executes a text of any number of statements without values, such as a schema.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError(call: "sqlite3_exec", code: code, subject: sql, database: pointer)
    }
  }

  /// Commits what `body` did, or undoes it when it throws; not to be nested.
  package func transaction<Result>(_ kind: Transaction, _ body: () throws -> Result) throws -> Result {
    try run(kind == .writing ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite itself may have rolled back already.
      try? run("ROLLBACK")
      throw error
    }
  }

  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }

  /// SQLite releases the function with the connection, or at once when it refuses it.
  func register(_ name: String, argumentCount: Int32, _ function: ScalarFunction) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      pointer, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(function).toOpaque(), ScalarFunction.call, nil, nil, ScalarFunction.release)
    guard code == SQLITE_OK else {
      throw SQLiteError(call: "sqlite3_create_function_v2", code: code, subject: name, database: pointer)
    }
  }

  /// Rows that the last INSERT, UPDATE or DELETE touched.
  package var changedRowCount: Int64 { sqlite3_changes64(pointer) }
}

extension Database {
  private final class Interruption {
    let isDue: () -> Bool
    init(_ isDue: @escaping () -> Bool) { self.isDue = isDue }
  }

  /// From now on ends every statement that runs while `isDue` says true; nil ends none.
  ///
  /// It is asked on the owner's thread every few microseconds of work, so that a deadline or a stop reaches a long
  /// query.
  package func interrupt(when isDue: (() -> Bool)?) {
    let interruption = isDue.map(Interruption.init)
    guard let interruption else {
      sqlite3_progress_handler(pointer, 0, nil, nil)
      isInterrupted = nil
      return
    }
    let callback: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { pointer in
      guard let pointer else { return 0 }
      return Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().isDue() ? 1 : 0
    }
    sqlite3_progress_handler(pointer, 1000, callback, Unmanaged.passUnretained(interruption).toOpaque())
    isInterrupted = interruption
  }
}
