import CMockAPNsSQLite

/// Something that SQLite refused.
package struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The SQLite function that failed.
  package var call: String
  /// SQLite's extended result code.
  package var code: Int32
  /// The statement, at most 200 characters of it, or the file.
  package var subject: String
  /// SQLite's own words.
  package var reason: String

  package var description: String { "\(reason) (SQLite code \(code)), in \(call) of \(subject)" }

  /// Whether the statement ended because `Database.interrupt(when:)` said so.
  package var isInterruption: Bool { code & 0xff == SQLITE_INTERRUPT }

  /// Reads the words of the connection's last failure; the connection is nil when it could not even be made.
  init(call: String, code: Int32, subject: String, database: OpaquePointer?) {
    self.call = call
    self.code = code
    self.subject = subject.count > 200 ? subject.prefix(199) + "…" : subject
    let words = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    reason = words.map { String(cString: $0) } ?? "refused"
  }
}
