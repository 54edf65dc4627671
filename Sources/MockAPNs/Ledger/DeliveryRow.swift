import MockAPNsCore
import MockAPNsIO

/// A delivery on record: its row, and the outcomes that came later.
struct DeliveryRow {
  let seq: Int64
  let revision: Int64
  /// The bytes that it counts for.
  let size: Int64
  /// Of all its outcomes.
  let outcomeCount: Int
  let record: StoredDelivery
  private let database: Database

  private init(_ row: Statement, _ database: Database) {
    seq = row.integer(0)
    revision = row.integer(1)
    size = row.integer(2)
    outcomeCount = Int(row.integer(3))
    record = StoredDelivery(bytes: row.bytes(4))
    self.database = database
  }

  /// Its outcomes after that position, at most so many; -1 is before the first.
  func outcomes(after position: Int = -1, limit: Int = .max) throws -> [StoredOutcome] {
    let kept = record.outcomes
    var found = Array(StoredOutcome.all(kept).dropFirst(position + 1).prefix(limit))
    guard outcomeCount > kept.count, found.count < limit else { return found }
    let additions = try database.statement("SELECT position, outcomes FROM additions WHERE seq = ? ORDER BY position")
    try additions.bind(integer: seq, at: 1)
    defer { additions.reset() }
    while found.count < limit, try additions.step() {
      let first = Int(additions.integer(0))
      let list = StoredList(additions.bytes(1)[...])
      guard first + list.count > position + 1 else { continue }
      found += StoredOutcome.all(list).dropFirst(max(0, position + 1 - first)).prefix(limit - found.count)
    }
    return found
  }
}

extension DeliveryRow {
  private static let columns = "seq, revision, size, outcome_count, record"

  /// The delivery of that number; nil when it is not kept.
  static func find(_ seq: UInt64, in database: Database) throws -> DeliveryRow? {
    let row = try database.statement("SELECT \(columns) FROM deliveries WHERE seq = ?")
    try row.bind(integer: Int64(clamping: seq), at: 1)
    defer { row.reset() }
    return try row.step() ? DeliveryRow(row, database) : nil
  }

  /// What is taken of each delivery that matches, in the order asked for and of no more than that.
  static func matching<Taken>(
    _ query: DeliveryQuery, in database: Database, take: (DeliveryRow) throws -> Taken
  ) throws -> [Taken] {
    let order = query.isDescending ? "DESC" : "ASC"
    let rows = try database.statement("SELECT \(columns) FROM deliveries WHERE seq > ? ORDER BY seq \(order)")
    try rows.bind(integer: Int64(clamping: query.after), at: 1)
    defer { rows.reset() }
    var found: [Taken] = []
    while found.count < query.limit, try rows.step() {
      let row = DeliveryRow(rows, database)
      if try query.filter.matches(row) { found.append(try take(row)) }
    }
    return found
  }
}
