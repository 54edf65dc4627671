import MockAPNsCore
import MockAPNsIO

/// A delivery as the inspection API shows it, written straight from its row.
struct DeliveryJSON {
  /// Outcomes that a record shows itself; the rest is paged.
  static let outcomeLimit = 100

  /// The columns in the order in which `write` reads them.
  static let columns = """
    seq, revision, received, answered, clock_offset, connection, stream, environment, method, path, headers,
    payload, payload_cut, apns_id, apns_unique_id, token, topic, push_type, priority, expiration, collapse_id,
    channel, team, key, certificate, status, reason, timestamp, verdict_check, basis, explanation, source, findings,
    outcome_count
    """

  private let row: Statement
  private var writer = JSONWriter(reserving: 2048)

  private init(_ row: Statement) {
    self.row = row
  }

  /// The JSON of the row that the statement stands on, with the outcomes given.
  static func bytes(of row: Statement, outcomes: [[UInt8]]) -> [UInt8] {
    var json = DeliveryJSON(row)
    json.write(outcomes)
    return json.writer.bytes
  }

  private mutating func write(_ outcomes: [[UInt8]]) {
    writer.openObject()
    writer.member("seq", row.integer(0))
    writer.member("revision", row.integer(1))
    writer.member("receivedAt", ISO8601.format(row.integer(2)))
    writer.member("answeredAt", ISO8601.format(row.integer(3)))
    writer.member("clockOffsetSeconds", row.integer(4) / 1000)
    writer.member("connection", row.integer(5))
    writer.member("stream", row.integer(6))
    text("environment", 7)
    text("method", 8)
    text("path", 9)
    writeHeaders()
    writePayload()
    text("apnsId", 13)
    text("apnsUniqueId", 14)
    text("token", 15)
    text("topic", 16)
    text("pushType", 17)
    number("priority", 18)
    number("expiration", 19)
    text("collapseId", 20)
    text("channel", 21)
    text("team", 22)
    text("key", 23)
    text("certificate", 24)
    writeVerdict()
    writer.member("fault", .null)
    writer.name("findings")
    writer.verbatim(row.isNull(32) ? Array("[]".utf8) : row.bytes(32))
    writer.name("outcomes")
    writer.openArray()
    for outcome in outcomes { writer.verbatim(outcome) }
    writer.closeArray()
    writer.member("outcomeCount", row.integer(33))
    writer.member("retryOf", .null)
    writer.closeObject()
  }

  private mutating func writeHeaders() {
    writer.name("headers")
    writer.openArray()
    for field in HeaderFields(trusting: row.bytes(10)) {
      writer.openArray()
      writer.string(String(decoding: field.name, as: UTF8.self))
      writer.string(String(decoding: field.value, as: UTF8.self))
      writer.closeArray()
    }
    writer.closeArray()
  }

  /// The payload parsed where it is JSON, and its exact bytes as text, or as base64 where they are not UTF-8.
  private mutating func writePayload() {
    let payload = row.bytes(11)
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
    if row.integer(12) == 1 { writer.member("payloadCut", true) }
  }

  private mutating func writeVerdict() {
    writer.name("verdict")
    writer.openObject()
    writer.member("status", row.integer(25))
    text("reason", 26)
    number("timestamp", 27)
    text("check", 28)
    text("basis", 29)
    text("explanation", 30)
    text("source", 31)
    writer.closeObject()
  }

  private mutating func text(_ name: String, _ column: Int32) {
    if row.isNull(column) { writer.member(name, .null) } else { writer.member(name, row.text(column)) }
  }

  private mutating func number(_ name: String, _ column: Int32) {
    if row.isNull(column) { writer.member(name, .null) } else { writer.member(name, row.integer(column)) }
  }
}
