import MockAPNsCore
import MockAPNsIO

/// How a delivery stands in its table, and how it is shown from there.
enum DeliveryRow {
  /// Writes a delivery with its outcomes; the bytes that it counts for.
  static func insert(_ delivery: Delivery, into database: Database) throws -> Int64 {
    let row = try database.statement(insertion)
    let (request, facts, verdict) = (delivery.request, delivery.understood, delivery.verdict)
    let headers = request.fields.redacted.records
    let size = Int64(request.body.count + headers.count + request.path.count + 400)
    var binder = Binder(row)
    try binder.add(Int64(delivery.seq), Int64(delivery.revision), delivery.receivedAt.milliseconds)
    try binder.add(delivery.answeredAt.milliseconds, delivery.clockOffsetMilliseconds)
    try binder.add(Int64(delivery.connection), Int64(delivery.stream))
    try binder.add(delivery.environment.rawValue)
    try binder.add(blobs: request.method, request.path, headers, request.body)
    try binder.add(request.isBodyComplete ? 0 : 1)
    try binder.add(facts.apnsID, facts.apnsUniqueID, facts.token, facts.topic, facts.bundleID)
    try binder.add(facts.pushType?.rawValue)
    try binder.add(facts.priority.map(Int64.init), facts.expirationSeconds)
    try binder.add(facts.collapseID, nil, facts.team, facts.key, facts.certificate)
    try binder.add(Int64(verdict.status))
    try binder.add(verdict.reason)
    try binder.add(verdict.timestamp?.milliseconds)
    try binder.add(verdict.check, verdict.basis.kind.rawValue, verdict.basis.source, verdict.explanation)
    try binder.add(delivery.findings.isEmpty ? nil : findings(delivery.findings))
    try binder.add(Int64(delivery.outcomes.count), size)
    try row.run()
    for (position, outcome) in delivery.outcomes.enumerated() {
      try insert(outcome, of: delivery.seq, at: position, into: database)
    }
    return size
  }

  static func insert(_ outcome: Outcome, of seq: UInt64, at position: Int, into database: Database) throws {
    try database.run(
      "INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .integer(Int64(seq)), .integer(Int64(position)),
      .string(outcome.device), .string(outcome.activity), .integer(outcome.at.milliseconds),
      .string(outcome.kind.rawValue), .integer(outcome.kind.isDelivered ? 1 : 0), .string(outcome.reason?.rawValue),
      .string(outcome.contract.rawValue), .string(outcome.detail))
  }

  private static let insertion =
    "INSERT INTO deliveries VALUES (\(Array(repeating: "?", count: 36).joined(separator: ",")))"

  /// Findings as the JSON that a record shows.
  private static func findings(_ findings: [Finding]) -> String {
    var writer = JSONWriter()
    writer.openArray()
    for finding in findings {
      writer.openObject()
      writer.member("id", finding.id.rawValue)
      writer.member("severity", finding.id.row.severity.rawValue)
      writer.member("path", finding.path.map(JSON.string) ?? .null)
      writer.member("message", finding.message)
      writer.closeObject()
    }
    writer.closeArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Binds values one after the other.
  private struct Binder {
    let statement: Statement
    var index: Int32 = 0

    init(_ statement: Statement) {
      self.statement = statement
    }

    mutating func add(_ numbers: Int64?...) throws(SQLiteError) {
      for number in numbers {
        index += 1
        if let number { try statement.bind(integer: number, at: index) } else { try statement.bindNull(at: index) }
      }
    }

    mutating func add(_ texts: String?...) throws(SQLiteError) {
      for text in texts {
        index += 1
        if let text { try statement.bind(string: text, at: index) } else { try statement.bindNull(at: index) }
      }
    }

    mutating func add(blobs: [UInt8]...) throws(SQLiteError) {
      for blob in blobs {
        index += 1
        try statement.bind(blob: blob, at: index)
      }
    }
  }
}
