import MockAPNsIO
import Testing

@testable import MockAPNs
@testable import MockAPNsCore

@Suite("Deliveries that share a row of the store")
struct SegmentTests {
  private let folder: TestFolder
  private let database: Database
  private let writer: LedgerWriter

  init() throws {
    folder = try TestFolder()
    database = try LedgerSchema.openForWriting(folder.path("store.sqlite"), isDurable: false)
    writer = try LedgerWriter(database, mostDeliveries: 1000, mostBytes: 1 << 30)
  }

  @Test("a commit makes rows of 64 KiB, and one of its own for what is larger", arguments: [(1, 1), (60, 2), (200, 5)])
  func rows(count: Int, rows: Int) throws {
    try commit((1...count).map { .row($0, size: 1500) })
    #expect(try rowCount() == rows)
    try commit([.row(count + 1, size: 100_000), .row(count + 2)])
    #expect(try rowCount() == rows + 2)
    #expect(try seqs() == Array(1...count + 2))
  }

  @Test("each is found from any place on, in both directions and up to any limit")
  func pages() throws {
    for start in [1, 41, 81] { try commit((start..<start + 40).map { .row($0, size: 4000) }) }
    let all = Array(1...120)
    for after in [0, 1, 16, 17, 40, 41, 119, 120, 500] {
      for limit in [1, 7, 1000] {
        #expect(try seqs(after: after, limit: limit) == Array(all.filter { $0 > after }.prefix(limit)))
        #expect(
          try seqs(after: after, limit: limit, isDescending: true)
            == Array(all.filter { $0 > after }.reversed().prefix(limit)))
      }
    }
    for seq in all { #expect(try DeliveryRow.find(UInt64(seq), in: database)?.seq == Int64(seq)) }
    for seq in [0, 121, UInt64.max] { #expect(try DeliveryRow.find(seq, in: database) == nil) }
  }

  @Test("retention keeps exactly the newest, wherever a row begins", arguments: [1, 2, 39, 40, 41, 79])
  func retention(count: Int) throws {
    try commit((1...80).map { .row($0, size: 1500) })
    try commit([.retain(count)])
    #expect(try seqs() == Array(81 - count...80))
    #expect(try DeliveryRow.find(UInt64(80 - count), in: database) == nil)
    #expect(try counters() == [count, count * 1500])
    try commit([.row(81, size: 1500)])
    #expect(try seqs() == Array(82 - count...81))
    #expect(try rowCount() <= 3)
  }

  @Test("one that was forgotten stays so when the store is opened again")
  func reopened() throws {
    try commit((1...20).map { .row($0) } + [.retain(5)])
    let again = try LedgerSchema.openForWriting(folder.path("store.sqlite"), isDurable: false)
    let writer = try LedgerWriter(again, mostDeliveries: 5, mostBytes: 1 << 30)
    #expect(try seqs() == Array(16...20))
    try writer.commit([StoreStep.row(21).entry])
    #expect(try seqs() == Array(17...21))
  }

  @Test("a filter takes single ones out of the middle, in the order of what is written around it")
  func deleting() throws {
    try commit((1...30).map { .row($0, topic: $0.isMultiple(of: 3) ? "odd" : "even") })
    try commit([.row(31, topic: "odd"), .delete("odd"), .row(32, topic: "odd")])
    let left = (1...32).filter { $0 == 32 || $0 != 31 && !$0.isMultiple(of: 3) }
    #expect(try seqs() == left)
    #expect(try counters()[0] == left.count)
    try commit([.outcomes(3), .outcomes(4)])
    #expect(try database.statement("SELECT seq FROM additions").rows { $0.integer(0) } == [4])
  }

  @Test("outcomes that come later are those of their delivery alone, also within one batch")
  func later() throws {
    try commit([.row(1), .row(2), .outcomes(1), .row(3)])
    try commit([.outcomes(2), .outcomes(2)])
    let counts = try DeliveryRow.matching(DeliveryQuery(), in: database) { [$0.outcomeCount, try $0.outcomes().count] }
    #expect(counts == [[1, 1], [2, 2], [0, 0]])
    #expect(try DeliveryRow.find(2, in: database)?.outcomes(after: 0).count == 1)
  }

  @Test("a damaged row is an error that says which")
  func damaged() throws {
    try commit([.row(1), .row(2)])
    try database.run("UPDATE segments SET records = substr(records, 1, length(records) - 1)")
    #expect { try seqs() } throws: { "\($0)".contains("delivery 1 has 1999 bytes, its heads tell of 2000") }
    try database.run("UPDATE segments SET heads = substr(heads, 1, 47)")
    #expect { try seqs() } throws: { "\($0)".contains("delivery 1 has 1999 bytes, its heads tell of 1000") }
  }

  @Test(
    "whatever does not fit in a row is an error, to readers and to whoever deletes",
    arguments: [
      // A part that ends before it begins.
      ("records", 80, "FFFFFF7F"), ("records", 1080, "FFFFFF7F"),
      // The lengths of the first two records, which remain as long together; a seq and a revision below zero.
      ("heads", 20, "00000000"), ("heads", 20, "FFFFFFFF"), ("heads", 24, "FFFFFFFFFFFFFFFF"),
      ("heads", 32, "FFFFFFFFFFFFFFFF"),
      // A seq that is not greater than the one before.
      ("heads", 24, "0100000000000000"),
    ])
  func misfit(column: String, offset: Int, bytes: String) throws {
    try commit([.row(1), .row(2), .row(3)])
    let rest = "substr(\(column), \(offset + 1 + bytes.utf8.count / 2))"
    try database.execute("UPDATE segments SET \(column) = substr(\(column), 1, \(offset)) || x'\(bytes)' || \(rest)")
    for isDescending in [false, true] {
      #expect(throws: SegmentFault.self) { try seqs(isDescending: isDescending) }
    }
    #expect(throws: SegmentFault.self) { try DeliveryRow.find(2, in: database) }
    #expect(throws: SegmentFault.self) { try commit([.delete("")]) }
  }

  @Test("lengths that add up and yet do not fit are an error")
  func shifted() throws {
    try commit([.row(1), .row(2)])
    try database.execute(
      "UPDATE segments SET heads = substr(heads, 1, 20) || x'E7030000' || substr(heads, 25, 20) || x'E9030000'")
    #expect { try seqs() } throws: { "\($0)".contains("something else in place of delivery 1") }
  }

  @Test("of a batch that fails nothing stays, and nothing is forgotten for it")
  func failed() throws {
    try commit((1...30).map { .row($0) } + [.retain(20)])
    try database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON segments WHEN new.first > 40 BEGIN SELECT raise(ABORT, 'full'); END")
    #expect(throws: SQLiteError.self) { try commit((41...50).map { .row($0) } + [.delete("")]) }
    #expect(try seqs() == Array(11...30))
    #expect(try counters() == [20, 20_000])
    try commit((31...35).map { .row($0) })
    #expect(try seqs() == Array(16...35))
    #expect(try counters() == [20, 20_000])
  }

  @Test("whatever is written, the record is what a plain list would be", arguments: [1, 2, 3, 4] as [UInt64])
  func asAList(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var list = StoreList()
    for _ in 0..<60 {
      let batch = (0..<Int.random(in: 1...40, using: &generator)).map { _ in list.step(&generator) }
      list.endBatch()
      try commit(batch)
      #expect(try seqs() == list.rows.map(\.seq))
      #expect(try counters() == [list.rows.count, list.rows.map(\.size).reduce(0, +)])
    }
    let outcomes = try DeliveryRow.matching(DeliveryQuery.everything, in: database) { $0.outcomeCount }
    #expect(outcomes == list.rows.map(\.outcomes))
  }

  private func commit(_ steps: [StoreStep]) throws { try writer.commit(steps.map(\.entry)) }

  private func rowCount() throws -> Int {
    try database.statement("SELECT count(*) FROM segments").rows { Int($0.integer(0)) }[0]
  }

  private func seqs(after: Int = 0, limit: Int = .max, isDescending: Bool = false) throws -> [Int] {
    var query = DeliveryQuery()
    (query.after, query.limit, query.isDescending) = (UInt64(after), limit, isDescending)
    return try DeliveryRow.matching(query, in: database) { Int($0.seq) }
  }

  /// How many are kept, and their bytes.
  private func counters() throws -> [Int] {
    let counters = try LedgerCounters(database)
    return [Int(counters.kept), Int(counters.bytes)]
  }
}

extension DeliveryQuery {
  fileprivate static var everything: DeliveryQuery {
    var query = DeliveryQuery()
    query.limit = .max
    return query
  }
}

/// Something that is done to a store.
private enum StoreStep {
  case row(Int, size: Int = 1000, topic: String = "")
  case outcomes(Int)
  case delete(String)
  case retain(Int)

  var entry: LedgerEntry {
    switch self {
    case .row(let seq, let size, let topic): return .decision([.delivery(Self.row(seq, size, topic))])
    case .outcomes(let seq):
      let outcome = Outcome(device: "phone", at: Instant(milliseconds: 0), .presented)
      let addition = OutcomeAddition(seq: UInt64(seq), revision: UInt64(seq) + 100, outcomes: [outcome])
      return LedgerEntryWriter(keepsWorld: true).entry(.outcomes(addition)) ?? .decision([])
    case .delete(let topic):
      var filter = DeliveryFilter()
      try? filter.add("topic", [topic])
      return .delete(filter) { _ in }
    case .retain(let count): return .retain(deliveries: count, bytes: 1 << 30)
    }
  }

  /// A delivery of exactly that size in the store, if it is large enough for what must be in it.
  private static func row(_ seq: Int, _ size: Int, _ topic: String) -> LedgerEntry.Row {
    var form = StoredDeliveryWriter()
    form.write(delivery(seq, topic, body: 0))
    let rest = size - form.buffer.count
    form.write(delivery(seq, topic, body: max(0, rest)))
    return LedgerEntry.Row(seq: UInt64(seq), revision: UInt64(seq), outcomeCount: 0, bytes: form.buffer.array)
  }

  private static func delivery(_ seq: Int, _ topic: String, body: Int) -> Delivery {
    var facts = PushFacts()
    facts.topic = topic
    return Delivery(
      seq: UInt64(seq), revision: UInt64(seq), receivedAt: Instant(milliseconds: 0),
      answeredAt: Instant(milliseconds: 0), connection: 1, stream: 1, environment: .sandbox,
      request: PushRequest(
        method: [], path: [], fields: HeaderFields([]), body: [UInt8](repeating: UInt8(ascii: " "), count: body)),
      understood: facts, verdict: .accepted, findings: [], outcomes: [])
  }
}

/// What a store should come to, kept as a plain list.
private struct StoreList {
  var rows: [(seq: Int, size: Int, topic: String, outcomes: Int)] = []
  private var last = 0
  private var most = 1000

  /// Does one thing at random, and says what.
  mutating func step(_ generator: inout SeededGenerator) -> StoreStep {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<80:
      last += 1
      let size = Int.random(in: 1000...4000, using: &generator)
      let topic = "topic \(Int.random(in: 0..<20, using: &generator))"
      rows.append((last, size, topic, 0))
      return .row(last, size: size, topic: topic)
    case 80..<94:
      let seq = Int.random(in: 1...last + 2, using: &generator)
      if let index = rows.firstIndex(where: { $0.seq == seq }) { rows[index].outcomes += 1 }
      return .outcomes(seq)
    case 94..<98:
      let topic = "topic \(Int.random(in: 0..<20, using: &generator))"
      rows.removeAll { $0.topic == topic }
      return .delete(topic)
    default:
      most = Int.random(in: 20...400, using: &generator)
      return .retain(most)
    }
  }

  /// Room is made once, at the end of a commit.
  mutating func endBatch() { rows.removeFirst(max(0, rows.count - most)) }
}
