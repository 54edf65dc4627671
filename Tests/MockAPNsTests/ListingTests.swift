import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("GET /deliveries")
struct ListingTests {
  @Test("pages follow one another by after and lastSeq, in both orders, an empty list too", .timeLimit(.minutes(10)))
  func paging() throws {
    let gateway = try TestGateway()
    #expect(try gateway.api("GET", "/deliveries").text == #"{"items":[],"lastSeq":0,"kept":0,"total":0}"#)
    for index in 1...5 { _ = try gateway.push(index == 3 ? .refused : .to(index)) }
    func page(_ query: String) throws -> [Int64] {
      let page = try gateway.api("GET", "/deliveries?\(query)").json
      let numbers = try #require(page["items"]?.array).map { try #require($0["seq"]?.integer) }
      return numbers + [0, try #require(page["lastSeq"]?.integer)]
    }
    #expect(try page("limit=2") == [1, 2, 0, 2])
    #expect(try page("limit=2&after=2") == [3, 4, 0, 4])
    #expect(try page("limit=2&after=4") == [5, 0, 5])
    #expect(try page("after=5") == [0, 5])
    #expect(try page("after=9") == [0, 9])
    #expect(try page("order=desc&limit=2") == [5, 4, 0, 5])
    #expect(try page("order=asc&status=400") == [3, 0, 5])
    #expect(try page("status!=400&reason!=x&status!=410") == [1, 2, 4, 5, 0, 5])
    #expect(try page("status=400&status=410&status=2xx") == [1, 2, 3, 4, 5, 0, 5])
    #expect(try page("reason=None") == [0, 5])
    #expect(try gateway.count() == (5, 5, 5))
  }

  @Test(
    "a bad parameter is refused by name",
    arguments: [
      ("after=x", "after is \"x\""), ("after=-1", "after is \"-1\""), ("limit=0", "limit is 0"),
      ("limit=1001", "limit is 1001"), ("order=up", "order is \"up\""), ("waitSeconds=soon", "waitSeconds is \"soon\""),
      ("waitSeconds=-1", "waitSeconds is \"-1\""), ("topics=x", "did you mean \"topic\"?"),
      ("Status=200", "did you mean \"status\"?"), ("status=9xx", "status is \"9xx\""), ("=x", "there is no filter"),
      ("connection=a", "connection is \"a\""), ("json=$[=1", "json has the path"),
      ("delivered=1", "delivered is \"1\""),
    ])
  func refused(_ query: String, _ words: String) throws {
    let gateway = try TestGateway()
    let answer = try gateway.api("GET", "/deliveries?\(query.replacing("$[", with: "$%5B"))")
    #expect(answer.status == 400)
    #expect(answer.type == "application/problem+json")
    #expect(answer.detail.contains(words), "\(answer.text)")
  }

  @Test("one delivery is shown whole; one that is not there is a 404", .timeLimit(.minutes(10)))
  func single() throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    #expect(try gateway.api("GET", "/deliveries/1").json == gateway.deliveries().first)
    for path in ["/deliveries/2", "/deliveries/0", "/deliveries/18446744073709551615", "/deliveries/1/more"] {
      let answer = try gateway.api("GET", path)
      #expect(answer.status == 404 && answer.json["type"]?.string == "/problems/not-found")
    }
    #expect(try gateway.api("GET", "/deliveries/one").status == 400)
    let outcomes = try gateway.api("GET", "/deliveries/1/outcomes").json["items"]?.array
    #expect(outcomes?.map { $0["outcome"] } == ["presented"])
    #expect(try gateway.api("PUT", "/deliveries/1").status == 405)
  }

  @Test("a waiting reader hears of the push it waits for, not of others", .timeLimit(.minutes(10)))
  func waiting() throws {
    let gateway = try TestGateway()
    let reader = Later { try gateway.deliveries("status=400&waitSeconds=30s") }
    _ = try gateway.push()
    #expect(try reader.value(withinMilliseconds: 100) == nil)
    _ = try gateway.push(.refused)
    #expect(try reader.value(withinMilliseconds: 10_000)?.count == 1)
  }

  @Test("a wait ends at its deadline with an empty list", .timeLimit(.minutes(10)), arguments: ["150ms", "0.15"])
  func deadline(_ wait: String) throws {
    let gateway = try TestGateway()
    let started = SystemClock.monotonicNanoseconds()
    #expect(try gateway.deliveries("waitSeconds=\(wait)") == [])
    let milliseconds = (SystemClock.monotonicNanoseconds() - started) / 1_000_000
    #expect(milliseconds >= 150)
  }

  @Test("a wait is as long as it was asked for, ten minutes at most")
  func longestWait() throws {
    #expect(try DeliveryRoutes.duration("9m") == 540_000)
    #expect(try DeliveryRoutes.duration("9h") == 600_000)
  }

  @Test("a wait ends when the gateway stops", .timeLimit(.minutes(10)))
  func stopping() throws {
    let gateway = try TestGateway()
    let reader = Later { try gateway.api("GET", "/deliveries?waitSeconds=600") }
    #expect(try reader.value(withinMilliseconds: 100) == nil)
    let started = SystemClock.monotonicNanoseconds()
    gateway.gateway.stop()
    // Its answer may be cut off by the stop; what counts is that it ends.
    let answer = try? reader.value(withinMilliseconds: 20_000)
    #expect(answer?.status ?? 200 == 200)
    #expect(SystemClock.monotonicNanoseconds() - started < 10_000_000_000)
  }
}
