@testable import MockAPNs
@testable import MockAPNsCore
import MockAPNsIO

/// Filters of the inspection API, as `name=value` lines: each is refused, or makes a query that runs.
final class FilterFuzzing {
  private let database: Database

  /// A record of one push, in memory.
  init() throws {
    database = try LedgerSchema.openForWriting(":memory:", isDurable: false)
    let writer = try LedgerWriter(database, mostDeliveries: 10, mostBytes: 1 << 20)
    try writer.commit([LedgerEntryWriter(keepsWorld: false).entry(.delivery(Self.delivery))].compactMap(\.self))
  }

  func take(_ bytes: [UInt8]) throws {
    let parameters = FuzzInput.lines(bytes).map { line in
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (name: text(parts[0]), value: text(parts.count > 1 ? parts[1] : []))
    }
    guard let query = try? DeliveryQuery(parameters) else { return }
    let found = try count(query.filter)
    var opposite = DeliveryFilter()
    for (name, value) in parameters where !DeliveryQuery.pagingNames.contains(name) {
      if parameters.count == 1, !name.hasSuffix("!") { try opposite.add(name, [value], excluding: true) }
    }
    guard !opposite.clauses.isEmpty else { return }
    let others = try count(opposite)
    try BrokenRule.unless(found + others == 1, "a delivery matches a filter or its opposite")
  }

  private func count(_ filter: DeliveryFilter) throws -> Int {
    var query = DeliveryQuery()
    query.filter = filter
    return try DeliveryRow.matching(query, in: database) { $0.seq }.count
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
