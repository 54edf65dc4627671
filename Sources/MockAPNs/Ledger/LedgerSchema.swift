import MockAPNsIO

/// The tables of the store and how connections to it are opened.
enum LedgerSchema {
  /// Changes with the tables; a store of another version is refused by name.
  static let version: Int64 = 1

  static let tables = """
    CREATE TABLE IF NOT EXISTS deliveries (
      seq INTEGER PRIMARY KEY, revision INTEGER NOT NULL, received INTEGER NOT NULL, answered INTEGER NOT NULL,
      clock_offset INTEGER NOT NULL, connection INTEGER NOT NULL, stream INTEGER NOT NULL, environment TEXT NOT NULL,
      method BLOB NOT NULL, path BLOB NOT NULL, headers BLOB NOT NULL, payload BLOB NOT NULL,
      payload_cut INTEGER NOT NULL, apns_id TEXT NOT NULL, apns_unique_id TEXT, token TEXT, topic TEXT,
      bundle_id TEXT, push_type TEXT,
      priority INTEGER, expiration INTEGER, collapse_id TEXT, channel TEXT, team TEXT, key TEXT, certificate TEXT,
      status INTEGER NOT NULL, reason TEXT, timestamp INTEGER, verdict_check TEXT NOT NULL, basis TEXT NOT NULL,
      source TEXT NOT NULL, explanation TEXT NOT NULL, findings TEXT, outcome_count INTEGER NOT NULL,
      size INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS outcomes (
      seq INTEGER NOT NULL, position INTEGER NOT NULL, device TEXT NOT NULL, activity TEXT, at INTEGER NOT NULL,
      outcome TEXT NOT NULL, delivered INTEGER NOT NULL, reason TEXT, contract TEXT NOT NULL, detail TEXT,
      PRIMARY KEY (seq, position)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS entities (
      kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Opens the store for its writer, and makes the tables when it is new.
  ///
  /// Without `isDurable` a commit survives the end of the process, not of the machine.
  static func openForWriting(_ path: String, isDurable: Bool) throws -> Database {
    let database = try Database(
      path: path, mode: .readWrite,
      pragmas: [
        ("journal_mode", "WAL"), ("synchronous", isDurable ? "FULL" : "OFF"), ("busy_timeout", "5000"),
        ("wal_autocheckpoint", "4000"), ("cache_size", "-16000"),
      ])
    try database.execute(tables)
    try checkVersion(of: database)
    return database
  }

  /// Opens the store for readers, with the functions that filters need.
  static func openForReading(_ path: String) throws -> Database {
    let database = try Database(
      path: path, mode: .readOnly, pragmas: [("busy_timeout", "5000"), ("cache_size", "-8000")])
    try database.addFunction(JSONMatch.functionName, argumentCount: 3) { values in
      guard case .text(let path) = values[1], case .text(let wanted) = values[2] else { return 0 }
      let payload: [UInt8] =
        switch values[0] {
        case .blob(let bytes), .text(let bytes): bytes
        default: []
        }
      let matches = JSONMatch.matches(
        payload: payload, path: String(decoding: path, as: UTF8.self), wanted: String(decoding: wanted, as: UTF8.self))
      return matches ? 1 : 0
    }
    return database
  }

  private static func checkVersion(of database: Database) throws {
    try database.run("INSERT OR IGNORE INTO counters VALUES ('version', ?)", .integer(version))
    let found = try database.statement("SELECT value FROM counters WHERE name = 'version'").rows { $0.integer(0) }
    guard found.first == version else { throw StoreVersionFault(found: found.first ?? 0) }
  }
}

/// A store that another version of the gateway wrote.
struct StoreVersionFault: Error, CustomStringConvertible {
  var found: Int64

  var description: String {
    "the store has version \(found), this gateway writes version \(LedgerSchema.version); use another file"
  }
}
