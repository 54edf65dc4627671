@testable import MockAPNs
@testable import MockAPNsCore
import MockAPNsIO

/// Filters of the inspection API, as `name=value` lines: each is refused, or makes a query that runs.
final class FilterFuzzing {
  private let database: Database

  /// A record of one push, in memory.
  init() throws {
    database = try LedgerSchema.openForWriting(":memory:", isDurable: false)
    try database.addFunction(JSONMatch.functionName, argumentCount: 3) { values in
      guard case .blob(let payload) = values[0], case .text(let path) = values[1], case .text(let wanted) = values[2]
      else { return 0 }
      let matches = JSONMatch.matches(
        payload: payload, path: String(decoding: path, as: UTF8.self), wanted: String(decoding: wanted, as: UTF8.self))
      return matches ? 1 : 0
    }
    let writer = try LedgerWriter(database, mostDeliveries: 10, mostBytes: 1 << 20)
    try writer.commit([.delivery(Self.delivery)])
  }

  func take(_ bytes: [UInt8]) throws {
    let parameters = FuzzInput.lines(bytes).map { line in
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (name: text(parts[0]), value: text(parts.count > 1 ? parts[1] : []))
    }
    // SQLite nests at most 1000 terms and takes at most 32,766 values.
    guard parameters.count <= 100, let query = try? DeliveryQuery(parameters) else { return }
    let found = try count(query.filter)
    var opposite = DeliveryFilter()
    for (name, value) in parameters where !DeliveryQuery.pagingNames.contains(name) {
      if parameters.count == 1, !name.hasSuffix("!") { try opposite.add(name, [value], excluding: true) }
    }
    guard !opposite.clauses.isEmpty else { return }
    let others = try count(opposite)
    try BrokenRule.unless(found + others == 1, "a delivery matches a filter or its opposite")
  }

  private func count(_ filter: DeliveryFilter) throws -> Int64 {
    let sql = "SELECT count(*) FROM deliveries AS d WHERE \(filter.condition)"
    let rows = try database.statement(sql, filter.values.map { .string($0) }).rows { $0.integer(0) }
    return rows.first ?? 0
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static let delivery = Delivery(
    seq: 1, revision: 1, receivedAt: Instant(milliseconds: 1_780_000_000_000),
    answeredAt: Instant(milliseconds: 1_780_000_000_001), connection: 7, stream: 1, environment: .production,
    request: PushRequest(
      method: Array("POST".utf8), path: Array("/3/device/ab".utf8), fields: HeaderFields([]),
      body: Array(#"{"aps":{"alert":{"title":"Hi"},"badge":[1,2.5,null]}}"#.utf8)),
    understood: PushFacts(
      apnsID: "AAAAAAAA-0000-0000-0000-000000000001", token: "abab", topic: "com.example.app.voip", pushType: .voip),
    verdict: Verdict(
      status: 200, check: "accepted", basis: .chosen("a fuzzer's record"), explanation: "as the fuzzer wants it"),
    findings: [Finding(.expirationPast)])
}
