import MockAPNsCore
import Testing

@testable import MockAPNs

@Suite("What is remembered of provider tokens")
struct EvidenceCacheTests {
  @Test("is the judgement of the latest so many texts, failures included")
  func limit() throws {
    let ledger = try SQLiteLedger(SQLiteLedger.Options())
    defer { ledger.stop() }
    let cache = EvidenceCache(Gateway(world: World(seed: 1), ledger: ledger))
    func judged(_ number: Int) -> TokenEvidence? { cache.evidence(for: Array("bearer \(number)".utf8)[...]) }
    let first = judged(0)
    #expect(judged(0) === first)
    for number in 1...(3 * EvidenceCache.limit) {
      _ = judged(number)
      #expect(cache.count <= EvidenceCache.limit)
    }
    let forgotten = judged(0)
    #expect(forgotten !== first)
    #expect(judged(0) === forgotten)
  }
}
