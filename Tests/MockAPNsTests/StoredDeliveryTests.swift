import Testing

@testable import MockAPNs
@testable import MockAPNsCore

@Suite("A delivery in its stored form")
struct StoredDeliveryTests {
  private func shown(_ delivery: Delivery) throws -> JSON {
    let ledger = try SQLiteLedger(SQLiteLedger.Options())
    defer { ledger.stop() }
    _ = ledger.write(.delivery(delivery))
    return try JSONReader.read(#require(try ledger.delivery(delivery.seq))).value
  }

  @Test("every member comes back as it went in")
  func whole() throws {
    let record = try shown(Self.refused)
    let wanted: JSON = [
      "seq": 7, "revision": 9, "receivedAt": "1970-01-01T00:00:01.000Z", "answeredAt": "1970-01-01T00:00:02.000Z",
      "clockOffsetSeconds": -3, "connection": 4, "stream": 5, "environment": "production", "method": "POST",
      "path": "/3/device/ab", "headers": [["a", "b"], ["authorization", "short"]], "payload": .null, "payloadText": "{",
      "payloadBytes": 1, "payloadCut": true, "apnsId": "ID", "apnsUniqueId": "", "token": "ab", "topic": "app.voip",
      "pushType": "voip", "priority": 5, "expiration": 0, "collapseId": "c", "channel": .null, "team": "T", "key": "K",
      "certificate": "größe",
      "verdict": [
        "status": 410, "reason": "Unregistered", "timestamp": -1, "check": "odd", "basis": "chosen",
        "explanation": "as the test wants it", "source": "this test",
      ],
      "fault": .null,
      "findings": [
        [
          "id": "bom", "severity": .string(FindingID.byteOrderMark.row.severity.rawValue), "path": .null,
          "message": .string(FindingID.byteOrderMark.row.sentence),
        ],
        [
          "id": "near-miss", "severity": .string(FindingID.nearMiss.row.severity.rawValue), "path": "aps",
          "message": .string(FindingID.nearMiss.row.sentence + " Look."),
        ],
      ],
      "outcomes": [
        [
          "device": "phone", "activity": "trip", "at": "1970-01-01T00:00:00.000Z", "outcome": "presented",
          "delivered": true, "reason": "offline", "contract": "checked", "detail": "",
        ]
      ],
      "outcomeCount": 1, "retryOf": .null,
    ]
    #expect(record == wanted, "\(record)")
  }

  @Test("what is absent comes back as null, and the verdict of an accepted push is said anew")
  func bare() throws {
    let record = try shown(Self.accepted)
    for name in [
      "apnsUniqueId", "token", "topic", "pushType", "priority", "expiration", "collapseId", "channel", "team", "key",
      "certificate",
    ] { #expect(record[name] == .null, "\(name)") }
    #expect(record["findings"] == [] && record["outcomes"] == [] && record["headers"] == [])
    #expect(record["verdict"]?["check"] == "accepted")
    #expect(record["verdict"]?["explanation"] == .string(Verdict.accepted.explanation))
    #expect(record["verdict"]?["source"] == .string(Verdict.accepted.basis.source))
  }

  private static let refused = Delivery(
    seq: 7, revision: 9, receivedAt: Instant(milliseconds: 1000), answeredAt: Instant(milliseconds: 2000),
    clockOffsetMilliseconds: -3000, connection: 4, stream: 5, environment: .production,
    request: PushRequest(
      method: Array("POST".utf8), path: Array("/3/device/ab".utf8),
      fields: HeaderFields([("a", "b"), ("authorization", "short")]), body: Array("{".utf8), isBodyComplete: false),
    understood: PushFacts(
      apnsID: "ID", apnsUniqueID: "", token: "ab", topic: "app.voip", bundleID: "app", pushType: .voip, priority: 5,
      expirationSeconds: 0, collapseID: "c", team: "T", key: "K", certificate: "größe"),
    verdict: Verdict(
      status: 410, reason: "Unregistered", timestamp: Instant(milliseconds: -1), check: "odd",
      basis: .chosen("this test"), explanation: "as the test wants it"),
    findings: [Finding(.byteOrderMark), Finding(.nearMiss, path: "aps", detail: "Look.")],
    outcomes: [
      Outcome(
        device: "phone", activity: "trip", at: Instant(milliseconds: 0), .presented, .offline, contract: .checked, "")
    ])

  private static let accepted = Delivery(
    seq: 1, revision: 1, receivedAt: Instant(milliseconds: 0), answeredAt: Instant(milliseconds: 0), connection: 1,
    stream: 1, environment: .sandbox,
    request: PushRequest(method: [], path: [], fields: HeaderFields([]), body: []), understood: PushFacts(),
    verdict: .accepted, findings: [])
}
