import MockAPNsCore
import Testing

@testable import MockAPNs

@Suite("How much the record keeps")
struct RetentionTests {
  @Test("beyond retainDeliveries the oldest go, and kept and total stay true", .timeLimit(.minutes(10)))
  func byCount() throws {
    let gateway = try TestGateway { $0.settings = [("retainDeliveries", "3")] }
    for index in 1...5 { _ = try gateway.push(.to(index)) }
    #expect(try gateway.deliveries().map { $0["seq"] } == [3, 4, 5])
    #expect(try gateway.count() == (3, 5, 5))
    #expect(try gateway.api("GET", "/deliveries/2").status == 404)
  }

  @Test("beyond retainBytes the oldest go", .timeLimit(.minutes(10)))
  func byBytes() throws {
    let gateway = try TestGateway { $0.settings = [("retainBytes", "10000")] }
    var push = Push()
    push.body = Array(#"{"aps":{},"x":"\#(String(repeating: "x", count: 4000))"}"#.utf8)
    for _ in 1...4 { _ = try gateway.push(push) }
    #expect(try gateway.deliveries().map { $0["seq"] } == [3, 4])
    #expect(try gateway.count().total == 4)
    _ = try gateway.push()
    #expect(try gateway.deliveries().map { $0["seq"] } == [4, 5])
  }

  @Test("a changed setting acts at once", .timeLimit(.minutes(10)))
  func changed() throws {
    let gateway = try TestGateway()
    for index in 1...5 { _ = try gateway.push(.to(index)) }
    let snapshot = try gateway.api("GET", "/snapshot").text
    let smaller = snapshot.replacing(#""retainDeliveries":100000"#, with: #""retainDeliveries":2"#)
    #expect(try gateway.api("POST", "/snapshot", smaller).status == 200)
    #expect(try gateway.count() == (2, 5, 5))
    #expect(try gateway.api("POST", "/reset", #"{"what":["settings"]}"#).status == 200)
    _ = try gateway.push()
    #expect(try gateway.count() == (3, 6, 6))
  }

  @Test("what was kept before a restart counts after it", .timeLimit(.minutes(10)))
  func restart() throws {
    let folder = try TestFolder()
    for expected in [(2, 2), (3, 4), (3, 6)] {
      let gateway = try TestGateway(in: folder) {
        $0.store = folder.path("store.sqlite")
        $0.settings = [("retainDeliveries", "3")]
      }
      for _ in 0..<2 { _ = try gateway.push() }
      let (kept, total, _) = try gateway.count()
      #expect((kept, total) == (Int64(expected.0), Int64(expected.1)))
    }
  }
}
