import MockAPNsIO

/// The tables of the store and how connections to it are opened.
enum LedgerSchema {
  /// Changes with the tables; a store of another version is refused by name.
  static let version: Int64 = 3

  private static let tables = """
    CREATE TABLE IF NOT EXISTS segments (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, heads BLOB NOT NULL, records BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS additions (
      seq INTEGER NOT NULL, place INTEGER NOT NULL, revision INTEGER NOT NULL, outcome_count INTEGER NOT NULL,
      outcomes BLOB NOT NULL, PRIMARY KEY (seq, place)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS entities (
      kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS totals (
      id INTEGER PRIMARY KEY, kept INTEGER NOT NULL, bytes INTEGER NOT NULL, total INTEGER NOT NULL,
      last_seq INTEGER NOT NULL, last_revision INTEGER NOT NULL, forgotten INTEGER NOT NULL
    );
    """

  /// Opens the store for its writer, and makes the tables when it is new.
  ///
  /// Without `isDurable` a commit survives the end of the process, not of the machine.
  static func openForWriting(_ path: String, isDurable: Bool) throws -> Database {
    let database = try Database(
      path: path, mode: .readWrite,
      pragmas: [
        // A full segment has five pages; with small ones the calls that write pages cost twice as much.
        ("page_size", "16384"), ("journal_mode", "WAL"), ("synchronous", isDurable ? "FULL" : "OFF"),
        // Debian's SQLite overwrites what it deletes, and writes those pages once more.
        ("secure_delete", "OFF"),
        ("busy_timeout", "5000"),
        ("wal_autocheckpoint", "1000"), ("cache_size", "-16000"),
      ])
    try checkVersion(of: database)
    try database.execute(tables)
    return database
  }

  /// Opens the store for readers.
  static func openForReading(_ path: String) throws -> Database {
    try Database(path: path, mode: .readOnly, pragmas: [("busy_timeout", "5000"), ("cache_size", "-8000")])
  }

  /// Before anything else is made, so that a store of another version stays as it was.
  private static func checkVersion(of database: Database) throws {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
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
