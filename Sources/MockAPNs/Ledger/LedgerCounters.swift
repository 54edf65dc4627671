import MockAPNsIO

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
  /// Deliveries up to this one made room, though some of them may still stand in a row with newer ones.
  private(set) var forgotten: Int64 = 0

  init(_ database: Database) throws {
    let row = try database.statement("SELECT kept, bytes, total, last_seq, last_revision, forgotten FROM totals")
    defer { row.reset() }
    guard try row.step() else { return }
    (kept, bytes, total) = (row.integer(0), row.integer(1), row.integer(2))
    (lastSeq, lastRevision, forgotten) = (row.integer(3), row.integer(4), row.integer(5))
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

  mutating func forget(seq: Int64, bytes size: Int64) {
    remove(bytes: size)
    forgotten = seq
  }

  /// Starts anew and tells how many there were; numbers that were given stay given.
  mutating func clear() -> Int {
    let count = kept
    (kept, bytes, total) = (0, 0, 0)
    return Int(count)
  }

  /// All in one row, which costs a commit less than a row for each.
  func write(to database: Database) throws {
    let row = try database.statement("INSERT OR REPLACE INTO totals VALUES (1, ?, ?, ?, ?, ?, ?)")
    for (index, value) in [kept, bytes, total, lastSeq, lastRevision, forgotten].enumerated() {
      try row.bind(integer: value, at: Int32(index + 1))
    }
    try row.run()
  }
}
