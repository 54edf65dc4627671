import MockAPNsCore

/// A delivery as the inspection API shows it, written straight from its row.
struct DeliveryJSON {
  /// Outcomes that a record shows itself; the rest is paged.
  static let outcomeLimit = 100

  private let record: StoredDelivery
  private var writer = JSONWriter(reserving: 2048)

  /// The JSON of a row with its first outcomes.
  static func bytes(of row: DeliveryRow) throws -> [UInt8] {
    var json = DeliveryJSON(record: row.record)
    json.write(row, try row.outcomes(limit: outcomeLimit))
    return json.writer.bytes
  }

  private mutating func write(_ row: DeliveryRow, _ outcomes: [StoredOutcome]) {
    writer.openObject()
    writer.member("seq", row.seq)
    writer.member("revision", row.revision)
    writer.member("receivedAt", ISO8601.format(record[.receivedAt] ?? 0))
    writer.member("answeredAt", ISO8601.format(record[.answeredAt] ?? 0))
    writer.member("clockOffsetSeconds", (record[.clockOffset] ?? 0) / 1000)
    number("connection", .connection)
    number("stream", .stream)
    text("environment", .environment)
    text("method", .method)
    text("path", .path)
    writeHeaders()
    writePayload()
    text("apnsId", .apnsID)
    text("apnsUniqueId", .apnsUniqueID)
    text("token", .token)
    text("topic", .topic)
    text("pushType", .pushType)
    number("priority", .priority)
    number("expiration", .expiration)
    text("collapseId", .collapseID)
    text("channel", .channel)
    text("team", .team)
    text("key", .key)
    text("certificate", .certificate)
    writeVerdict()
    writer.member("fault", .null)
    writeFindings()
    writer.name("outcomes")
    writer.openArray()
    for outcome in outcomes { writer.verbatim(outcome.json(payload: record[.payload])) }
    writer.closeArray()
    writer.member("outcomeCount", row.outcomeCount)
    writer.member("retryOf", .null)
    writer.closeObject()
  }

  private mutating func writeHeaders() {
    writer.name("headers")
    writer.openArray()
    for field in HeaderFields(trusting: Array(record[.headers] ?? [])) {
      writer.openArray()
      writer.string(String(decoding: field.name, as: UTF8.self))
      writer.string(String(decoding: field.value, as: UTF8.self))
      writer.closeArray()
    }
    writer.closeArray()
  }

  /// The payload parsed where it is JSON, and its exact bytes as text, or as base64 where they are not UTF-8.
  private mutating func writePayload() {
    let payload = Array(record[.payload] ?? [])
    if let value = try? JSONReader.read(payload).value {
      writer.member("payload", value)
    } else {
      writer.member("payload", .null)
    }
    if let text = String(validating: payload, as: UTF8.self) {
      writer.member("payloadText", text)
    } else {
      writer.member("payloadBase64", Base64.encodeStandard(payload))
    }
    writer.member("payloadBytes", Int64(payload.count))
    if record[.isCut] != nil { writer.member("payloadCut", true) }
  }

  private mutating func writeVerdict() {
    writer.name("verdict")
    writer.openObject()
    number("status", .status)
    text("reason", .reason)
    number("timestamp", .timestamp)
    let usual = Verdict.accepted
    writer.member("check", record.text(.check) ?? usual.check)
    writer.member("basis", record.text(.basis) ?? usual.basis.kind.rawValue)
    writer.member("explanation", record.text(.explanation) ?? usual.explanation)
    writer.member("source", record.text(.source) ?? usual.basis.source)
    writer.closeObject()
  }

  private mutating func writeFindings() {
    writer.name("findings")
    writer.openArray()
    var findings = record.findings
    for _ in 0..<findings.count {
      let id = String(decoding: findings.text() ?? [], as: UTF8.self)
      let path = findings.text().map { String(decoding: $0, as: UTF8.self) }
      let detail = findings.text().map { String(decoding: $0, as: UTF8.self) }
      write(id, path, detail)
    }
    writer.closeArray()
  }

  private mutating func write(_ id: String, _ path: String?, _ detail: String?) {
    let finding = FindingID(rawValue: id).map { Finding($0, path: path, detail: detail) }
    writer.openObject()
    writer.member("id", id)
    writer.member("severity", finding?.id.row.severity.rawValue ?? FindingRow.Severity.info.rawValue)
    writer.member("path", path.map(JSON.string) ?? .null)
    writer.member("message", finding?.message ?? detail ?? "")
    writer.closeObject()
  }

  private mutating func text(_ name: String, _ part: StoredDelivery.Part) {
    writer.member(name, record.text(part).map(JSON.string) ?? .null)
  }

  private mutating func number(_ name: String, _ number: StoredDelivery.Number) {
    writer.member(name, record[number].map(JSON.integer) ?? .null)
  }
}
