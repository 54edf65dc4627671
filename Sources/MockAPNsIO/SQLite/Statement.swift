import CMockAPNsSQLite

/// One prepared SQL statement; parameters count from 1, columns from 0.
///
/// It belongs to its `Database` and to the thread that has it. Values are copied on their way in and out.
package final class Statement {
  private let pointer: OpaquePointer
  private let sql: String

  init(_ sql: String, database: OpaquePointer?) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError(call: "sqlite3_prepare_v3", code: code, subject: sql, database: database)
    }
    guard let prepared else {
      var error = SQLiteError(call: "sqlite3_prepare_v3", code: SQLITE_MISUSE, subject: sql, database: nil)
      error.reason = "the text holds no statement"
      throw error
    }
    pointer = prepared
    self.sql = sql
  }

  deinit { sqlite3_finalize(pointer) }

  package func bind(integer number: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(pointer, index, number), "sqlite3_bind_int64")
  }

  /// Binds UTF-8 text.
  package func bind(text bytes: [UInt8], at index: Int32) throws(SQLiteError) {
    try check(mockapns_bind_text(pointer, index, bytes, UInt64(bytes.count)), "sqlite3_bind_text64")
  }

  package func bind(string text: String, at index: Int32) throws(SQLiteError) {
    var text = text
    let code = text.withUTF8 {
      mockapns_bind_text(pointer, index, $0.baseAddress ?? emptyText.utf8Start, UInt64($0.count))
    }
    try check(code, "sqlite3_bind_text64")
  }

  package func bind(blob bytes: [UInt8], at index: Int32) throws(SQLiteError) {
    try check(mockapns_bind_blob(pointer, index, bytes, UInt64(bytes.count)), "sqlite3_bind_blob64")
  }

  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(pointer, index), "sqlite3_bind_null")
  }

  package func bind(value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(integer: number, at: index)
    case .real(let number): try check(sqlite3_bind_double(pointer, index, number), "sqlite3_bind_double")
    case .text(let bytes): try bind(text: bytes, at: index)
    case .blob(let bytes): try bind(blob: bytes, at: index)
    }
  }

  /// Whether there is a next row, which the column accessors then read.
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(pointer)
    guard code != SQLITE_ROW else { return true }
    guard code == SQLITE_DONE else {
      let error = SQLiteError(
        call: "sqlite3_step", code: code, subject: sql, database: sqlite3_db_handle(pointer))
      sqlite3_reset(pointer)
      throw error
    }
    return false
  }

  /// Executes the statement to its end and makes it ready for the next values; bound values stay.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Executes the statement like `run` with a blob that is not copied; the parameter is NULL afterwards.
  package func run(blob: borrowing BlobBuffer, at index: Int32) throws {
    defer { sqlite3_bind_null(pointer, index) }
    let start = blob.bytes.baseAddress ?? UnsafeRawPointer(emptyText.utf8Start)
    try check(mockapns_bind_blob_in_place(pointer, index, start, UInt64(blob.count)), "sqlite3_bind_blob64")
    try run()
  }

  /// Reads every row and makes the statement ready for the next values.
  package func rows<Row>(_ read: (Statement) throws(SQLiteError) -> Row) throws(SQLiteError) -> [Row] {
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  /// Ends the execution, and with it the statement's hold on a snapshot of the data.
  package func reset() {
    sqlite3_reset(pointer)
  }

  func clear() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  private func check(_ code: Int32, _ call: String) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw SQLiteError(call: call, code: code, subject: sql, database: sqlite3_db_handle(pointer))
  }
}

/// What an empty string is bound from, because SQLite takes a null pointer for NULL.
private let emptyText: StaticString = ""

extension Statement {
  package var columnCount: Int32 { sqlite3_column_count(pointer) }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// 0 for NULL and for text that is no number.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// Empty for NULL; what is not UTF-8 is repaired.
  package func text(_ column: Int32) -> String { String(decoding: columnBytes(column), as: UTF8.self) }

  /// The bytes of a blob or of a text; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] { Array(columnBytes(column)) }

  package func value(_ column: Int32) -> SQLiteValue { SQLiteValue(sqlite3_column_value(pointer, column)) }

  /// Valid until the next call on the same column.
  private func columnBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The pointer must be asked for before the count, which depends on it.
    let start = sqlite3_column_blob(pointer, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
  }
}
