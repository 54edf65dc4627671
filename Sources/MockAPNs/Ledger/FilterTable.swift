import MockAPNsCore

/// One row of the filter table: a name that queries and `where` share, and what it compares.
package struct FilterRow: Sendable {
  package var name: String
  /// What it matches, in one sentence.
  package var meaning: String
  /// The condition for one value.
  let condition: @Sendable (String) throws(FilterFault) -> FilterCondition

  /// A part that is equal to the value.
  private static func text(_ name: String, _ part: StoredDelivery.Part, _ meaning: String) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in .text(part, Array(value.utf8)) }
  }

  /// A part that is equal to the value in letters of any case.
  private static func caseless(_ name: String, _ part: StoredDelivery.Part, _ meaning: String) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in
      .caseless(part, Array(value.lowercased().utf8))
    }
  }

  /// Something of some outcome that is equal to the value.
  private static func outcome(
    _ name: String, _ condition: @escaping @Sendable ([UInt8]) -> FilterCondition.OutcomeCondition, _ meaning: String
  ) -> FilterRow {
    FilterRow(name: name, meaning: meaning) { value throws(FilterFault) in .outcome(condition(Array(value.utf8))) }
  }

  package static let table: [FilterRow] = [
    caseless("token", .token, "The device token, in upper or lower case."),
    text("topic", .topic, "The whole topic."),
    text("bundleId", .bundleID, "The topic without its suffix."),
    text("pushType", .pushType, "apns-push-type as sent."),
    FilterRow(
      name: "status", meaning: "The status of the answer, such as 403, or a class such as 4xx.", condition: status),
    text("reason", .reason, "The reason of a refusal."),
    outcome("outcome", { .kind($0) }, "What some device did."),
    outcome("outcomeReason", { .reason($0) }, "Why some device did so."),
    FilterRow(
      name: "delivered", meaning: "Whether some device showed or did something: true or false.", condition: delivered),
    FilterRow(name: "finding", meaning: "The id of a finding.") { value throws(FilterFault) in
      .finding(Array(value.utf8))
    },
    caseless("apnsId", .apnsID, "apns-id of the answer, in upper or lower case."),
    caseless("apnsUniqueId", .apnsUniqueID, "apns-unique-id of the answer."),
    text("collapseId", .collapseID, "apns-collapse-id."),
    text("channel", .channel, "The broadcast channel."),
    outcome("device", { .device($0) }, "The id of a device that was reached."),
    outcome("activity", { .activity($0) }, "The id of a Live Activity that was reached."),
    text("environment", .environment, "sandbox or production."),
    text("team", .team, "The team of the provider token."),
    text("key", .key, "The key id of the provider token."),
    FilterRow(name: "connection", meaning: "The number of the connection.") { value throws(FilterFault) in
      guard let number = UInt64(value) else {
        throw FilterFault("connection is \"\(value)\"; it must be a number")
      }
      let connection = Int64(clamping: number)
      return .number(.connection, connection...connection)
    },
    FilterRow(name: "since", meaning: "Received at this time or later, in ISO 8601.", condition: since),
    FilterRow(name: "text", meaning: "A text that stands in the payload.") { value throws(FilterFault) in
      .payload(Array(value.utf8))
    },
    FilterRow(
      name: "json", meaning: "A path in the payload and its value, such as $.aps.alert.title=Hi.", condition: json),
  ]

  private static let status: @Sendable (String) throws(FilterFault) -> FilterCondition = {
    value throws(FilterFault) in
    if let number = Int64(value), (100...599).contains(number) { return .number(.status, number...number) }
    guard value.utf8.count == 3, value.lowercased().hasSuffix("xx"), let first = value.first?.wholeNumberValue,
      (1...5).contains(first)
    else { throw FilterFault("status is \"\(value)\"; it must be like 403 or 4xx") }
    let lowest = Int64(first) * 100
    return .number(.status, lowest...lowest + 99)
  }

  private static let delivered: @Sendable (String) throws(FilterFault) -> FilterCondition = {
    value throws(FilterFault) in
    guard value == "true" || value == "false" else {
      throw FilterFault("delivered is \"\(value)\"; it must be true or false")
    }
    return value == "true" ? .outcome(.delivered) : .undelivered
  }

  private static let since: @Sendable (String) throws(FilterFault) -> FilterCondition = {
    value throws(FilterFault) in
    guard let milliseconds = ISO8601.parse(value) else {
      throw FilterFault("since is \"\(value)\"; it must be like 2026-03-01T10:00:00Z")
    }
    return .number(.receivedAt, milliseconds...Int64.max)
  }

  private static let json: @Sendable (String) throws(FilterFault) -> FilterCondition = {
    value throws(FilterFault) in
    guard let split = value.firstIndex(of: "=") else {
      throw FilterFault("json is \"\(value)\"; it must be like $.aps.alert.title=Hi")
    }
    let path = String(value[..<split])
    do throws(JSONError) {
      return .json(try JSONPath(path), String(value[value.index(after: split)...]))
    } catch {
      throw FilterFault("json has the path \"\(path)\", which cannot be read: \(error.message)")
    }
  }
}
