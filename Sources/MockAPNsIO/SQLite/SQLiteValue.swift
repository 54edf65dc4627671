import CMockAPNsSQLite

/// A value of one of SQLite's storage classes.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// UTF-8, not checked.
  case text([UInt8])
  case blob([UInt8])

  package static func string(_ text: String) -> SQLiteValue { .text(Array(text.utf8)) }

  package static func string(_ text: String?) -> SQLiteValue { text.map { .text(Array($0.utf8)) } ?? .null }

  package static func integer(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension SQLiteValue {
  /// Copies an argument of a function or a column out of SQLite.
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self = .text(Self.bytes(of: value))
    case SQLITE_BLOB: self = .blob(Self.bytes(of: value))
    default: self = .null
    }
  }

  private static func bytes(of value: OpaquePointer?) -> [UInt8] {
    // The pointer must be asked for before the count, which depends on it.
    let start = sqlite3_value_blob(value)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }

  /// Makes this the result of a function's call.
  func becomeResult(of context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let bytes): mockapns_result_text(context, bytes, UInt64(bytes.count))
    case .blob(let bytes): mockapns_result_blob(context, bytes, UInt64(bytes.count))
    }
  }
}
