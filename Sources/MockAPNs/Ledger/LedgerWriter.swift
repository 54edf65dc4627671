import MockAPNsCore
import MockAPNsIO

/// The writing side of the store, confined to the thread of its commit queue.
final class LedgerWriter {
  private let database: Database
  private let insertion: Statement
  private var counters: LedgerCounters
  /// What changed in the batch at hand: of several changes of one piece the last is written.
  private var pieces: [Piece: EntityChange] = [:]
  private var mostDeliveries: Int
  private var mostBytes: Int

  private struct Piece: Hashable {
    var kind: EntityChange.Kind
    var id: String
  }

  init(_ database: Database, mostDeliveries: Int, mostBytes: Int) throws {
    self.database = database
    self.mostDeliveries = mostDeliveries
    self.mostBytes = mostBytes
    insertion = try database.statement("INSERT INTO deliveries VALUES (?, ?, ?, ?, ?)")
    counters = try LedgerCounters(database)
  }

  /// Keeps a batch in one transaction: deliveries, changed pieces and counters stand or fall together.
  func commit(_ batch: [LedgerEntry]) throws {
    var deletions: [(Int, @Sendable (Int) -> Void)] = []
    let before = counters
    do {
      try database.transaction(.writing) {
        for entry in batch { try write(entry, &deletions) }
        for change in pieces.values { try write(change) }
        pieces.removeAll(keepingCapacity: true)
        try forgetOldest()
        try counters.write(to: database)
      }
    } catch {
      counters = before
      pieces.removeAll()
      throw error
    }
    for (count, done) in deletions { done(count) }
  }

  private func write(_ entry: LedgerEntry, _ deletions: inout [(Int, @Sendable (Int) -> Void)]) throws {
    switch entry {
    case .decision(let pieces): for piece in pieces { try keep(piece) }
    case .delete(let filter, let done): deletions.append((try delete(filter), done))
    case .retain(let deliveries, let bytes): (mostDeliveries, mostBytes) = (deliveries, bytes)
    }
  }

  private func keep(_ piece: LedgerEntry.Piece) throws {
    switch piece {
    case .delivery(let row): try add(row)
    case .outcomes(let row): try addOutcomes(row)
    case .changed(let change): pieces[Piece(kind: change.kind, id: change.id)] = change
    }
  }

  private func add(_ row: LedgerEntry.Row) throws {
    let size = Int64(row.bytes.count)
    try insertion.bind(integer: Int64(row.seq), at: 1)
    try insertion.bind(integer: Int64(row.revision), at: 2)
    try insertion.bind(integer: size, at: 3)
    try insertion.bind(integer: Int64(row.outcomeCount), at: 4)
    try insertion.run(blob: row.bytes, at: 5)
    counters.add(seq: row.seq, revision: row.revision, bytes: size)
  }

  private func addOutcomes(_ row: LedgerEntry.Row) throws {
    let seq = SQLiteValue.integer(Int64(row.seq))
    let counts = try database.statement("SELECT outcome_count FROM deliveries WHERE seq = ?", [seq]).rows {
      $0.integer(0)
    }
    guard let count = counts.first else { return }
    try database.run("INSERT INTO additions VALUES (?, ?, ?)", seq, .integer(count), .blob(row.bytes))
    try database.run(
      "UPDATE deliveries SET outcome_count = ?, revision = ? WHERE seq = ?",
      .integer(count + Int64(row.outcomeCount)), .integer(Int64(row.revision)), seq)
    counters.see(revision: row.revision)
  }

  private func write(_ change: EntityChange) throws {
    guard let value = change.value else {
      try database.run(
        "DELETE FROM entities WHERE kind = ? AND id = ?", .string(change.kind.rawValue), .string(change.id))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO entities VALUES (?, ?, ?)", .string(change.kind.rawValue), .string(change.id),
      .text(value.bytes()))
  }

  /// Forgets what matches; everything at once starts the total anew.
  private func delete(_ filter: DeliveryFilter) throws -> Int {
    guard !filter.clauses.isEmpty else {
      try database.execute("DELETE FROM deliveries; DELETE FROM additions;")
      return counters.clear()
    }
    var query = DeliveryQuery()
    (query.filter, query.limit) = (filter, .max)
    let matching = try DeliveryRow.matching(query, in: database) { (seq: $0.seq, size: $0.size) }
    for match in matching {
      try database.run("DELETE FROM deliveries WHERE seq = ?", .integer(match.seq))
      try database.run("DELETE FROM additions WHERE seq = ?", .integer(match.seq))
      counters.remove(bytes: match.size)
    }
    return matching.count
  }

  /// Makes room: the oldest deliveries go until both limits hold again.
  private func forgetOldest() throws {
    guard counters.kept > mostDeliveries || counters.bytes > mostBytes else { return }
    var last: Int64 = 0
    let oldest = try database.statement("SELECT seq, size FROM deliveries ORDER BY seq")
    while counters.kept > mostDeliveries || counters.bytes > mostBytes, try oldest.step() {
      last = oldest.integer(0)
      counters.remove(bytes: oldest.integer(1))
    }
    oldest.reset()
    try database.run("DELETE FROM deliveries WHERE seq <= ?", .integer(last))
    try database.run("DELETE FROM additions WHERE seq <= ?", .integer(last))
  }
}

/// How many deliveries there are and were; stored with every batch, so that the numbers survive with it.
struct LedgerCounters: Equatable {
  /// Deliveries on record now.
  private(set) var kept: Int64 = 0
  /// Their bytes.
  private(set) var bytes: Int64 = 0
  /// Deliveries recorded since the record was last cleared.
  private(set) var total: Int64 = 0
  private(set) var lastSeq: Int64 = 0
  private(set) var lastRevision: Int64 = 0

  init(_ database: Database) throws {
    let rows = try database.statement("SELECT name, value FROM counters").rows { ($0.text(0), $0.integer(1)) }
    let values = Dictionary(rows, uniquingKeysWith: { first, _ in first })
    kept = values["kept"] ?? 0
    bytes = values["bytes"] ?? 0
    total = values["total"] ?? 0
    lastSeq = values["lastSeq"] ?? 0
    lastRevision = values["lastRevision"] ?? 0
  }

  mutating func add(seq: UInt64, revision: UInt64, bytes size: Int64) {
    kept += 1
    bytes += size
    total += 1
    lastSeq = Int64(seq)
    lastRevision = max(lastRevision, Int64(revision))
  }

  mutating func see(revision: UInt64) {
    lastRevision = max(lastRevision, Int64(revision))
  }

  mutating func remove(bytes size: Int64) {
    kept -= 1
    bytes -= size
  }

  /// Starts anew and tells how many there were; numbers that were given stay given.
  mutating func clear() -> Int {
    let count = kept
    (kept, bytes, total) = (0, 0, 0)
    return Int(count)
  }

  func write(to database: Database) throws {
    let values = [
      ("kept", kept), ("bytes", bytes), ("total", total), ("lastSeq", lastSeq), ("lastRevision", lastRevision),
    ]
    for (name, value) in values {
      try database.run("INSERT OR REPLACE INTO counters VALUES (?, ?)", .string(name), .integer(value))
    }
  }
}
