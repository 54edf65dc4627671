import MockAPNsIO
import Testing

@testable import MockAPNs
@testable import MockAPNsCore

@Suite("Outcomes on record")
struct OutcomeRecordTests {
  private let ledger: SQLiteLedger

  init() throws { ledger = try SQLiteLedger(SQLiteLedger.Options()) }

  @Test("those that come later stand behind the first ones, in the record and in pages")
  func later() throws {
    defer { ledger.stop() }
    _ = ledger.write(.delivery(Self.delivery(1, outcomes: 0..<2)))
    _ = ledger.write(.delivery(Self.delivery(2, outcomes: 0..<0)))
    for part in [2..<5, 5..<130] { add(part, to: 1, revision: 10 + UInt64(part.count)) }
    let record = try #require(try record(1))
    #expect(record["outcomes"]?.array?.compactMap(Self.number) == Array(0..<100))
    #expect(record["outcomeCount"] == 130 && record["revision"] == 135)
    #expect(try page(of: 1, after: -1, limit: 200) == Array(0..<130))
    #expect(try page(of: 1, after: 0, limit: 3) == [1, 2, 3])
    #expect(try page(of: 1, after: 3, limit: 100) == Array(4..<104))
    #expect(try page(of: 1, after: 129, limit: 100) == [])
    #expect(try self.record(2)?["outcomes"] == [])
  }

  @Test("whoever reads for long holds up nothing that is written meanwhile")
  func reading() throws {
    defer { ledger.stop() }
    _ = ledger.write(.delivery(Self.delivery(1, outcomes: 0..<1)))
    #expect(try record(1) != nil)
    let reader = try LedgerSchema.openForReading(ledger.path)
    try reader.transaction(.reading) {
      let count = try reader.statement("SELECT count(*) FROM segments")
      #expect(try count.rows { $0.integer(0) } == [1])
      _ = ledger.write(.delivery(Self.delivery(2, outcomes: 0..<1)))
      #expect(try record(2) != nil)
      #expect(try count.rows { $0.integer(0) } == [1])
    }
  }

  @Test("filters see the later ones too")
  func filtered() throws {
    defer { ledger.stop() }
    _ = ledger.write(.delivery(Self.delivery(1, outcomes: 0..<1)))
    _ = ledger.write(.delivery(Self.delivery(2, outcomes: 0..<0)))
    add(1..<3, to: 2, revision: 3)
    for (name, value, seqs) in [
      ("device", "device 0", [1]), ("device", "device 2", [2]), ("outcomeReason", "offline", [1, 2]),
      ("delivered", "true", [2]), ("delivered", "false", [1]), ("outcome", "lost", []),
    ] as [(String, String, [Int64])] {
      var query = DeliveryQuery()
      try query.filter.add(name, [value])
      let found = try ledger.page(query).items.map { try JSONReader.read($0).value["seq"]?.integer }
      #expect(found == seqs, "\(name)=\(value)")
    }
  }

  @Test("one that is not kept any more gets none, and takes those it has with it")
  func forgotten() throws {
    defer { ledger.stop() }
    add(0..<1, to: 1, revision: 1)
    _ = ledger.write(.delivery(Self.delivery(2, outcomes: 0..<1)))
    add(1..<2, to: 2, revision: 3)
    #expect(try page(of: 1, after: -1, limit: 9) == [])
    _ = ledger.write(.delete(DeliveryFilter()) { _ in })
    _ = ledger.write(.delivery(Self.delivery(3, outcomes: 0..<1)))
    #expect(try page(of: 2, after: -1, limit: 9) == [])
    #expect(try page(of: 3, after: -1, limit: 9) == [0])
  }

  private func add(_ numbers: Range<Int>, to seq: UInt64, revision: UInt64) {
    let addition = OutcomeAddition(seq: seq, revision: revision, outcomes: numbers.map(Self.outcome))
    _ = ledger.write(.outcomes(addition))
  }

  private func record(_ seq: UInt64) throws -> JSON? {
    try ledger.delivery(seq).map { try JSONReader.read($0).value }
  }

  private func page(of seq: UInt64, after position: Int, limit: Int) throws -> [Int] {
    try ledger.outcomes(of: seq, after: position, limit: limit).compactMap {
      Self.number(try JSONReader.read($0).value)
    }
  }

  /// Delivered is every other one but the first.
  private static func outcome(_ number: Int) -> Outcome {
    Outcome(
      device: "device \(number)", at: Instant(milliseconds: Int64(number)),
      number > 0 && number.isMultiple(of: 2) ? .presented : .stored, .offline, "number \(number)")
  }

  private static func number(_ outcome: JSON) -> Int? {
    guard let device = outcome["device"]?.string, outcome["detail"] == .string("number" + device.dropFirst(6)) else {
      return nil
    }
    return Int(device.dropFirst(7))
  }

  private static func delivery(_ seq: UInt64, outcomes: Range<Int>) -> Delivery {
    Delivery(
      seq: seq, revision: seq, receivedAt: Instant(milliseconds: 0), answeredAt: Instant(milliseconds: 0),
      connection: 1, stream: 1, environment: .sandbox,
      request: PushRequest(method: [], path: [], fields: HeaderFields([]), body: []), understood: PushFacts(),
      verdict: .accepted, findings: [], outcomes: outcomes.map(outcome))
  }
}
