import MockAPNsCore
import MockAPNsIO

/// A delivery on record: what its segment has of it, and the outcomes that came later.
struct DeliveryRow {
  let seq: Int64
  let revision: Int64
  /// Of all its outcomes.
  let outcomeCount: Int
  let record: StoredDelivery
  private let database: Database

  private init(
    _ head: StoredSegment.Head, _ record: ArraySlice<UInt8>, _ later: LaterOutcomes?, _ database: Database
  ) {
    seq = head.seq
    revision = max(head.revision, later?.revision ?? 0)
    outcomeCount = head.outcomeCount + (later?.count ?? 0)
    self.record = StoredDelivery(bytes: record)
    self.database = database
  }

  /// The bytes that it counts for.
  var size: Int64 { Int64(record.bytes.count) }

  /// Its outcomes after that position, at most so many; -1 is before the first.
  func outcomes(after position: Int = -1, limit: Int = .max) throws -> [StoredOutcome] {
    let kept = record.outcomes
    var found = Array(StoredOutcome.all(kept).dropFirst(position + 1).prefix(limit))
    guard outcomeCount > kept.count, found.count < limit else { return found }
    let additions = try database.statement("SELECT outcomes FROM additions WHERE seq = ? ORDER BY place")
    try additions.bind(integer: seq, at: 1)
    defer { additions.reset() }
    var first = kept.count
    while found.count < limit, try additions.step() {
      let list = StoredList(additions.bytes(0)[...])
      found += StoredOutcome.all(list).dropFirst(max(0, position + 1 - first)).prefix(limit - found.count)
      first += list.count
    }
    return found
  }
}

extension DeliveryRow {
  /// The delivery of that number; nil when it is not kept.
  static func find(_ seq: UInt64, in database: Database) throws -> DeliveryRow? {
    var query = DeliveryQuery()
    (query.after, query.limit) = (seq &- 1, 1)
    guard seq > 0, let row = try matching(query, in: database, take: { $0 }).first, row.seq == seq else { return nil }
    return row
  }

  /// What is taken of each delivery that matches, in the order asked for and of no more than that.
  static func matching<Taken>(
    _ query: DeliveryQuery, in database: Database, take: (DeliveryRow) throws -> Taken
  ) throws -> [Taken] {
    let after = max(Int64(clamping: query.after), try LedgerCounters(database).forgotten)
    let segments = try database.statement(
      """
      SELECT heads, records FROM segments
      WHERE first >= coalesce((SELECT max(first) FROM segments WHERE first <= ?1), 0)
      ORDER BY first \(query.isDescending ? "DESC" : "ASC")
      """)
    try segments.bind(integer: after, at: 1)
    defer { segments.reset() }
    var found: [Taken] = []
    while found.count < query.limit, try segments.step() {
      let heads = StoredSegment.heads(segments.bytes(0))
      let records = try StoredSegment.records(heads, segments.bytes(1))
      let later = try LaterOutcomes.all(heads, in: database)
      for place in query.isDescending ? Array(heads.indices.reversed()) : Array(heads.indices) {
        guard heads[place].seq > after, found.count < query.limit else { continue }
        let row = DeliveryRow(heads[place], records[place], later[heads[place].seq], database)
        if try query.filter.matches(row) { found.append(try take(row)) }
      }
    }
    return found
  }
}

/// How many outcomes of a delivery came later, and its revision since.
private struct LaterOutcomes {
  var count: Int
  var revision: Int64

  /// Those of the deliveries of a segment, by their seq.
  static func all(_ heads: [StoredSegment.Head], in database: Database) throws -> [Int64: LaterOutcomes] {
    guard let first = heads.first, let last = heads.last else { return [:] }
    let rows = try database.statement(
      """
      SELECT seq, sum(outcome_count), max(revision) FROM additions WHERE seq BETWEEN ? AND ? GROUP BY seq
      """, [.integer(first.seq), .integer(last.seq)])
    var found: [Int64: LaterOutcomes] = [:]
    defer { rows.reset() }
    while try rows.step() {
      found[rows.integer(0)] = LaterOutcomes(count: Int(rows.integer(1)), revision: rows.integer(2))
    }
    return found
  }
}
