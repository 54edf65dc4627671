import MockAPNsCore
import MockAPNsIO

/// The writing side of the store, confined to the thread of its commit queue.
final class LedgerWriter {
  private let database: Database
  private let insertion: Statement
  private var counters: LedgerCounters
  /// The deliveries of the batch at hand that are in no row yet.
  private var segment = StoredSegment()
  /// The deliveries that are to be forgotten next, the newest first; empty when they are to be looked up.
  private var oldest: [StoredSegment.Head] = []
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
    insertion = try database.statement("INSERT INTO segments VALUES (?, ?, ?, ?)")
    counters = try LedgerCounters(database)
  }

  /// Keeps a batch in one transaction: deliveries, changed pieces and counters stand or fall together.
  func commit(_ batch: [LedgerEntry]) throws {
    var deletions: [(Int, @Sendable (Int) -> Void)] = []
    let before = counters
    do {
      try database.transaction(.writing) {
        for entry in batch { try write(entry, &deletions) }
        try endSegment()
        for change in pieces.values { try write(change) }
        pieces.removeAll(keepingCapacity: true)
        try forgetOldest()
        try counters.write(to: database)
      }
    } catch {
      counters = before
      pieces.removeAll()
      segment.removeAll()
      oldest = []
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
    segment.add(row)
    counters.add(seq: row.seq, revision: row.revision, bytes: Int64(row.bytes.count))
    if segment.isFull { try endSegment() }
  }

  /// Makes a row of the deliveries so far.
  private func endSegment() throws {
    guard !segment.isEmpty else { return }
    try insertion.bind(integer: Int64(segment.first), at: 1)
    try insertion.bind(integer: Int64(segment.last), at: 2)
    try insertion.bind(blob: segment.heads.array, at: 3)
    try insertion.run(blob: segment.records, at: 4)
    segment.removeAll()
  }

  private func addOutcomes(_ row: LedgerEntry.Row) throws {
    guard try isKept(row.seq) else { return }
    try database.run(
      """
      INSERT INTO additions
      VALUES (?1, (SELECT coalesce(max(place) + 1, 0) FROM additions WHERE seq = ?1), ?2, ?3, ?4)
      """, .integer(Int64(row.seq)), .integer(Int64(row.revision)), .integer(Int64(row.outcomeCount)), .blob(row.bytes))
    counters.see(revision: row.revision)
  }

  private func isKept(_ seq: UInt64) throws -> Bool {
    if segment.has(seq) { return true }
    guard seq > counters.forgotten else { return false }
    let rows = try database.statement(
      "SELECT heads FROM segments WHERE first <= ? ORDER BY first DESC LIMIT 1", [.integer(Int64(seq))])
    return try rows.rows { StoredSegment.heads($0.bytes(0)) }.first?.contains { $0.seq == seq } == true
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
    try endSegment()
    oldest = []
    guard !filter.clauses.isEmpty else {
      try database.execute("DELETE FROM segments; DELETE FROM additions;")
      return counters.clear()
    }
    var query = DeliveryQuery()
    (query.filter, query.limit) = (filter, .max)
    let matching = try DeliveryRow.matching(query, in: database) { (seq: $0.seq, size: $0.size) }
    for match in matching {
      try database.run("DELETE FROM additions WHERE seq = ?", .integer(match.seq))
      counters.remove(bytes: match.size)
    }
    try remove(matching.map(\.seq))
    return matching.count
  }

  /// Takes deliveries out of their segments; they must be on record and in order.
  private func remove(_ seqs: [Int64]) throws {
    var rest = seqs[...]
    while let next = rest.first {
      let rows = try database.statement(
        "SELECT first, last, heads, records FROM segments WHERE first <= ? ORDER BY first DESC LIMIT 1",
        [.integer(next)])
      let found = try rows.rows {
        (first: $0.integer(0), last: $0.integer(1), heads: StoredSegment.heads($0.bytes(2)), records: $0.bytes(3))
      }.first
      guard let found, found.last >= next else { return }
      let gone = Set(rest.prefix { $0 <= found.last })
      rest = rest.dropFirst(gone.count)
      try database.run("DELETE FROM segments WHERE first = ?", .integer(found.first))
      let records = try StoredSegment.records(found.heads, found.records)
      for (head, record) in zip(found.heads, records) where !gone.contains(head.seq) {
        segment.add(LedgerEntry.Row(head, record))
      }
      try endSegment()
    }
  }

  /// Makes room: the oldest deliveries go until both limits hold again.
  ///
  /// A row goes when none of its deliveries is left; till then `forgotten` hides those that are gone.
  private func forgetOldest() throws {
    let before = counters.forgotten
    while counters.kept > mostDeliveries || counters.bytes > mostBytes {
      if oldest.isEmpty { try findOldest() }
      guard let next = oldest.popLast() else { break }
      counters.forget(seq: next.seq, bytes: Int64(next.size))
    }
    guard counters.forgotten > before else { return }
    // Rows are found by their first seq.
    let last = SQLiteValue.integer(counters.forgotten)
    try database.run("DELETE FROM segments WHERE first <= ?1 AND last <= ?1", last)
    try database.run("DELETE FROM additions WHERE seq <= ?", last)
  }

  private func findOldest() throws {
    let forgotten = counters.forgotten
    let rows = try database.statement(
      """
      SELECT heads FROM segments WHERE first >= coalesce((SELECT max(first) FROM segments WHERE first <= ?1), 0)
      AND last > ?1 ORDER BY first LIMIT 1
      """, [.integer(forgotten)])
    guard let heads = try rows.rows({ StoredSegment.heads($0.bytes(0)) }).first else { return }
    oldest = heads.filter { $0.seq > forgotten }.reversed()
  }
}

extension LedgerEntry.Row {
  fileprivate init(_ head: StoredSegment.Head, _ record: ArraySlice<UInt8>) {
    self.init(
      seq: UInt64(head.seq), revision: UInt64(head.revision), outcomeCount: head.outcomeCount, bytes: Array(record))
  }
}
