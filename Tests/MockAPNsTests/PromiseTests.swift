import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("The promise: whoever saw the answer finds the record in the very next call")
struct PromiseTests {
  @Test("hundreds of concurrent pushes are each found at once, as they were answered", .timeLimit(.minutes(10)))
  func found() throws {
    let gateway = try TestGateway()
    let callers = (0..<8).map { caller in
      Later { () -> [Int64] in
        try (0..<30).map { index in
          let isRefused = index % 5 == 4
          let answer = try gateway.push(isRefused ? .refused : .to(caller * 1000 + index))
          let items = try gateway.deliveries("apnsId=\(answer.id)")
          let record = try #require(items.first)
          #expect(items.count == 1)
          #expect(record["verdict"]?["status"]?.integer == Int64(answer.status))
          #expect(record["verdict"]?["reason"]?.string == answer.reason)
          #expect(answer.reason == (isRefused ? "MissingTopic" : nil))
          return try #require(record["seq"]?.integer)
        }
      }
    }
    var numbers: [Int64] = []
    for caller in callers {
      let own = try #require(try caller.value())
      #expect(own == own.sorted())
      numbers += own
    }
    #expect(numbers.sorted() == Array(1...240))
    let (kept, total, lastSeq) = try gateway.count()
    #expect([kept, total, lastSeq] == [240, 240, 240])
  }

  @Test("a number is never given again: not after DELETE, reset, snapshot or restart", .timeLimit(.minutes(10)))
  func numbers() throws {
    let folder = try TestFolder()
    let store = folder.path("store.sqlite")
    var seen: [Int64] = []
    func pushTwice(_ gateway: TestGateway) throws {
      for _ in 0..<2 {
        let answer = try gateway.push()
        seen.append(try #require(try gateway.deliveries("apnsId=\(answer.id)").first?["seq"]?.integer))
      }
    }
    do {
      let gateway = try TestGateway(in: folder) { $0.store = store }
      try pushTwice(gateway)
      #expect(try gateway.api("DELETE", "/deliveries").json["deleted"]?.integer == 2)
      try pushTwice(gateway)
      #expect(try gateway.api("POST", "/reset").status == 200)
      try pushTwice(gateway)
      let snapshot = try gateway.api("GET", "/snapshot").text
      #expect(try gateway.api("POST", "/snapshot", snapshot).status == 200)
      try pushTwice(gateway)
      #expect(try gateway.api("DELETE", "/deliveries").json["deleted"]?.integer == 4)
    }
    let gateway = try TestGateway(in: folder) { $0.store = store }
    try pushTwice(gateway)
    #expect(seen == Array(1...10))
  }

  @Test("ids differ after a restart with the same seed, and are the same in a new store", .timeLimit(.minutes(10)))
  func identifiers() throws {
    let folder = try TestFolder()
    func identifier(_ store: String) throws -> String {
      let gateway = try TestGateway(in: folder) {
        $0.store = folder.path(store)
        $0.seed = 7
      }
      return try gateway.push().id
    }
    let first = try identifier("one.sqlite")
    #expect(try identifier("one.sqlite") != first)
    #expect(try identifier("two.sqlite") == first)
  }
}
