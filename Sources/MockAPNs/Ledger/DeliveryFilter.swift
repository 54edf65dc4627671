import MockAPNsCore

/// Which deliveries are meant: all clauses must hold.
package struct DeliveryFilter: Sendable, Equatable {
  /// One condition in SQL with its values.
  package struct Clause: Sendable, Equatable {
    var sql: String
    var values: [String]
  }

  package private(set) var clauses: [Clause] = []

  package init() {}

  /// Adds a filter; several values mean or. The fault names the filter or the value.
  package mutating func add(
    _ name: String, _ values: [String], excluding: Bool = false
  ) throws(FilterFault) {
    guard let row = FilterRow.table.first(where: { $0.name == name }) else {
      let names = FilterRow.table.map(\.name)
      let hint = NearMiss.hint(name, among: names)
      throw FilterFault(
        "there is no filter \(name)\(hint.isEmpty ? "; known are \(names.joined(separator: ", "))" : hint)")
    }
    var alternatives: [Clause] = []
    for value in values { alternatives.append(try row.clause(value)) }
    let sql = alternatives.map { "(\($0.sql))" }.joined(separator: " OR ")
    let whole = excluding ? "NOT coalesce((\(sql)), 0)" : "(\(sql))"
    clauses.append(Clause(sql: whole, values: alternatives.flatMap(\.values)))
  }

  /// The condition for a WHERE clause over `deliveries AS d`; all values are bound as text.
  package var condition: String {
    clauses.isEmpty ? "1" : clauses.map(\.sql).joined(separator: " AND ")
  }

  package var values: [String] { clauses.flatMap(\.values) }
}

/// Why a filter cannot be used, in one sentence.
package struct FilterFault: Error, Sendable, Equatable {
  package var message: String

  init(_ message: String) {
    self.message = message
  }
}

/// One row of the filter table: a name that queries and `where` share, and what it compares.
package struct FilterRow: Sendable {
  package var name: String
  /// What it matches, in one sentence.
  package var meaning: String
  /// The condition for one value.
  let clause: @Sendable (String) throws(FilterFault) -> DeliveryFilter.Clause

  /// A column that is equal to the value.
  private static func column(_ name: String, _ column: String, _ meaning: String) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in
      DeliveryFilter.Clause(sql: "d.\(column) = ?", values: [value])
    }
  }

  /// A column that is equal to the value in lower-case letters.
  private static func caseless(_ name: String, _ column: String, _ meaning: String) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in
      DeliveryFilter.Clause(sql: "lower(d.\(column)) = ?", values: [value.lowercased()])
    }
  }

  /// A column of some outcome that is equal to the value.
  private static func outcome(_ name: String, _ column: String, _ meaning: String) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in
      DeliveryFilter.Clause(
        sql: "EXISTS (SELECT 1 FROM outcomes o WHERE o.seq = d.seq AND o.\(column) = ?)", values: [value])
    }
  }

  package static let table: [FilterRow] = [
    caseless("token", "token", "The device token, in upper or lower case."),
    column("topic", "topic", "The whole topic."),
    column("bundleId", "bundle_id", "The topic without its suffix."),
    column("pushType", "push_type", "apns-push-type as sent."),
    FilterRow(
      name: "status", meaning: "The status of the answer, such as 403, or a class such as 4xx.", clause: status),
    column("reason", "reason", "The reason of a refusal."),
    outcome("outcome", "outcome", "What some device did."),
    outcome("outcomeReason", "reason", "Why some device did so."),
    FilterRow(
      name: "delivered", meaning: "Whether some device showed or did something: true or false.", clause: delivered),
    FilterRow(name: "finding", meaning: "The id of a finding.") { value throws(FilterFault) in
      DeliveryFilter.Clause(sql: "instr(d.findings, ?) > 0", values: ["{\"id\":\"\(value)\","])
    },
    caseless("apnsId", "apns_id", "apns-id of the answer, in upper or lower case."),
    caseless("apnsUniqueId", "apns_unique_id", "apns-unique-id of the answer."),
    column("collapseId", "collapse_id", "apns-collapse-id."),
    column("channel", "channel", "The broadcast channel."),
    outcome("device", "device", "The id of a device that was reached."),
    outcome("activity", "activity", "The id of a Live Activity that was reached."),
    column("environment", "environment", "sandbox or production."),
    column("team", "team", "The team of the provider token."),
    column("key", "key", "The key id of the provider token."),
    FilterRow(name: "connection", meaning: "The number of the connection.") { value throws(FilterFault) in
      guard UInt64(value) != nil else { throw FilterFault("connection is \"\(value)\"; it must be a number") }
      return DeliveryFilter.Clause(sql: "d.connection = CAST(? AS INTEGER)", values: [value])
    },
    FilterRow(name: "since", meaning: "Received at this time or later, in ISO 8601.", clause: since),
    FilterRow(name: "text", meaning: "A text that stands in the payload.") { value throws(FilterFault) in
      DeliveryFilter.Clause(sql: "instr(CAST(d.payload AS TEXT), ?) > 0", values: [value])
    },
    FilterRow(
      name: "json", meaning: "A path in the payload and its value, such as $.aps.alert.title=Hi.", clause: json),
  ]

  private static let status: @Sendable (String) throws(FilterFault) -> DeliveryFilter.Clause = {
    value throws(FilterFault) in
    if let number = Int(value), (100...599).contains(number) {
      return DeliveryFilter.Clause(sql: "d.status = CAST(? AS INTEGER)", values: [value])
    }
    guard value.utf8.count == 3, value.lowercased().hasSuffix("xx"), let first = value.first?.wholeNumberValue,
      (1...5).contains(first)
    else { throw FilterFault("status is \"\(value)\"; it must be like 403 or 4xx") }
    return DeliveryFilter.Clause(sql: "d.status / 100 = CAST(? AS INTEGER)", values: [String(first)])
  }

  private static let delivered: @Sendable (String) throws(FilterFault) -> DeliveryFilter.Clause = {
    value throws(FilterFault) in
    guard value == "true" || value == "false" else {
      throw FilterFault("delivered is \"\(value)\"; it must be true or false")
    }
    let exists = "EXISTS (SELECT 1 FROM outcomes o WHERE o.seq = d.seq AND o.delivered = 1)"
    return DeliveryFilter.Clause(sql: value == "true" ? exists : "NOT \(exists)", values: [])
  }

  private static let since: @Sendable (String) throws(FilterFault) -> DeliveryFilter.Clause = {
    value throws(FilterFault) in
    guard let milliseconds = ISO8601.parse(value) else {
      throw FilterFault("since is \"\(value)\"; it must be like 2026-03-01T10:00:00Z")
    }
    return DeliveryFilter.Clause(sql: "d.received >= CAST(? AS INTEGER)", values: [String(milliseconds)])
  }

  private static let json: @Sendable (String) throws(FilterFault) -> DeliveryFilter.Clause = {
    value throws(FilterFault) in
    guard let split = value.firstIndex(of: "=") else {
      throw FilterFault("json is \"\(value)\"; it must be like $.aps.alert.title=Hi")
    }
    let (path, wanted) = (String(value[..<split]), String(value[value.index(after: split)...]))
    do throws(JSONError) {
      _ = try JSONPath(path)
    } catch {
      throw FilterFault("json has the path \"\(path)\", which cannot be read: \(error.message)")
    }
    return DeliveryFilter.Clause(sql: "\(JSONMatch.functionName)(d.payload, ?, ?)", values: [path, wanted])
  }
}

/// The SQL function behind the filter `json`.
enum JSONMatch {
  static let functionName = "json_matches"

  /// Whether the payload has that value at the path; numbers, booleans and null are compared as they are written.
  static func matches(payload: [UInt8], path: String, wanted: String) -> Bool {
    guard let path = try? JSONPath(path), let document = try? JSONReader.read(payload),
      let found = document.value.value(at: path)
    else { return false }
    return found.string.map { $0 == wanted } ?? (found.text() == wanted)
  }
}
