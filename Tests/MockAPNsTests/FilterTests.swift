import MockAPNsIO
import Testing

@testable import MockAPNs
@testable import MockAPNsCore

@Suite("Filters of deliveries")
struct FilterTests {
  /// For each filter: a value of the first delivery, one of none, and one that cannot be read, if there is such.
  private static let cases: [String: (hit: String, miss: String, bad: String?)] = [
    "token": (String(repeating: "AB", count: 32), "abab", nil),
    "topic": ("com.example.app.voip", "com.example.app", nil),
    "bundleId": ("com.example.app", "com.example", nil),
    "pushType": ("voip", "mdm", nil),
    "status": ("2xx", "403", "2xxx"),
    "reason": ("Odd", "odd", nil),
    "outcome": ("presented", "listed", nil),
    "outcomeReason": ("offline", "lost", nil),
    "delivered": ("true", "", "yes"),
    "finding": ("expiration-past", "expiration", nil),
    "apnsId": ("aaaaaaaa-0000-0000-0000-000000000001", "aaaaaaaa", nil),
    "apnsUniqueId": ("UNIQUE-1", "unique", nil),
    "collapseId": ("c'1", "c", nil),
    "channel": ("", "any", nil),
    "device": ("phone", "pho", nil),
    "activity": ("trip", "tri", nil),
    "environment": ("production", "test", nil),
    "team": ("TEAM000001", "TEAM", nil),
    "key": ("KEY0000001", "KEY", nil),
    "connection": ("7", "8", "seven"),
    "since": ("2026-03-01T10:00:00Z", "2027-01-01T00:00:00Z", "yesterday"),
    "text": (#"Hi \""#, "Ho", nil),
    "json": ("$.aps.alert.title=Hi \"you\"", "$.aps.alert.title=Hi", "$.aps"),
  ]

  @Test(
    "each filter finds what it names and nothing else, and excludes the rest", arguments: FilterRow.table.map(\.name))
  func each(_ name: String) throws {
    let sample = try #require(Self.cases[name], "a new filter needs a case here")
    let ledger = try SQLiteLedger(SQLiteLedger.Options())
    defer { ledger.stop() }
    _ = ledger.write(.delivery(Self.rich))
    _ = ledger.write(.delivery(Self.poor))
    func found(_ values: [String], excluding: Bool = false) throws -> [Int64] {
      var query = DeliveryQuery()
      try query.filter.add(name, values, excluding: excluding)
      return try ledger.page(query).items.map { try #require(try JSONReader.read($0).value["seq"]?.integer) }
    }
    if !sample.hit.isEmpty {
      #expect(try found([sample.hit]) == [1])
      #expect(try found([sample.hit], excluding: true) == [2])
      if !sample.miss.isEmpty { #expect(try found([sample.miss, sample.hit]) == [1]) }
    }
    if !sample.miss.isEmpty {
      #expect(try found([sample.miss]) == [])
      #expect(try found([sample.miss], excluding: true) == [1, 2])
    }
    if let bad = sample.bad {
      let fault = #expect(throws: FilterFault.self) { try found([bad]) }
      #expect(fault?.message.hasPrefix("\(name) ") == true && fault?.message.contains("\"\(bad.prefix(3))") == true)
    }
  }

  @Test("filters of different names must all hold, those of one name need only one")
  func combined() throws {
    let ledger = try SQLiteLedger(SQLiteLedger.Options())
    defer { ledger.stop() }
    _ = ledger.write(.delivery(Self.rich))
    _ = ledger.write(.delivery(Self.poor))
    var query = DeliveryQuery()
    try query.filter.add("environment", ["production", "sandbox"])
    #expect(try ledger.page(query).items.count == 2)
    try query.filter.add("status", ["400"])
    #expect(try ledger.page(query).items.count == 1)
    try query.filter.add("status", ["4xx"], excluding: true)
    #expect(try ledger.page(query).items.isEmpty)
  }

  private static let rich = Delivery(
    seq: 1, revision: 1, receivedAt: Instant(milliseconds: 1_780_000_000_000),
    answeredAt: Instant(milliseconds: 1_780_000_000_001), connection: 7, stream: 1, environment: .production,
    request: PushRequest(
      method: Array("POST".utf8), path: Array("/3/device/ab".utf8), fields: HeaderFields([]),
      body: Array(#"{"aps":{"alert":{"title":"Hi \"you\""}}}"#.utf8)),
    understood: PushFacts(
      apnsID: "AAAAAAAA-0000-0000-0000-000000000001", apnsUniqueID: "unique-1",
      token: String(repeating: "ab", count: 32), topic: "com.example.app.voip", bundleID: "com.example.app",
      pushType: .voip, collapseID: "c'1", team: "TEAM000001", key: "KEY0000001"),
    verdict: Verdict(
      status: 200, reason: "Odd", check: "accepted", basis: .chosen("this test"), explanation: "as the test wants it"),
    findings: [Finding(.expirationPast)],
    outcomes: [
      Outcome(
        device: "phone", activity: "trip", at: Instant(milliseconds: 0), .presented, .offline, contract: .checked)
    ])

  private static let poor = Delivery(
    seq: 2, revision: 2, receivedAt: Instant(milliseconds: 0), answeredAt: Instant(milliseconds: 0), connection: 9,
    stream: 1, environment: .sandbox,
    request: PushRequest(method: [], path: [], fields: HeaderFields([]), body: Array("{".utf8)),
    understood: PushFacts(),
    verdict: Verdict(
      status: 400, reason: "MissingTopic", check: "topic", basis: .chosen("this test"), explanation: "refused"),
    findings: [])
}
