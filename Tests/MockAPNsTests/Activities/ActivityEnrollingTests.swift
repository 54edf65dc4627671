import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("Live Activities of a world that enrolls what it does not know")
struct ActivityEnrollingTests {
  static let token = "80" + String(repeating: "e7", count: 79)

  /// Pushes to a token that nobody knows; seconds are those of the sender's timestamp from now on.
  private func push(_ gateway: TestGateway, _ event: String, at seconds: Int64 = 0, _ more: String = "") throws -> JSON
  {
    var push = Push(token: Self.token, topic: "com.example.app.push-type.liveactivity")
    push.fields = [("apns-push-type", "liveactivity")]
    let time = SystemClock.wallMilliseconds() / 1000 + seconds
    push.body = Array(#"{"aps":{"event":"\#(event)","timestamp":\#(time),"content-state":{"a":1}\#(more)}}"#.utf8)
    let answer = try gateway.push(push)
    #expect(answer.status == 200)
    return try #require(try gateway.deliveries("apnsId=\(answer.id)").first)
  }

  private func findings(_ record: JSON) -> [String] {
    (record["findings"]?.array ?? []).compactMap { $0["id"]?.string }.filter { $0 == "activity-adopted" }
  }

  @Test(
    "an update or an end adopts a running activity, once", .timeLimit(.minutes(10)),
    arguments: [("update", "activity-updated"), ("end", "activity-ended")])
  func adopted(_ event: String, _ outcome: String) throws {
    let gateway = try TestGateway()
    let record = try push(gateway, event)
    #expect(findings(record) == ["activity-adopted"])
    #expect(record["outcomes"]?.array?.first?["outcome"] == .string(outcome))
    #expect(record["outcomes"]?.array?.first?["contract"] == "not-declared")
    let second = try push(gateway, "update")
    #expect(findings(second) == [])
    #expect(second["outcomes"]?.array?.first?["reason"]?.string == (event == "end" ? "activity-ended" : nil))
    #expect(try gateway.api("GET", "/activities").json["items"]?.array?.count == 1)
  }

  @Test("its past is not known, so any timestamp of the last eight hours will do", .timeLimit(.minutes(10)))
  func timestamps() throws {
    let gateway = try TestGateway()
    let old = try push(gateway, "update", at: -9 * 3600)
    #expect(old["outcomes"]?.array?.first?["reason"] == "timestamp-too-old")
    let recent = try push(gateway, "update", at: -7 * 3600)
    #expect(recent["outcomes"]?.array?.first?["outcome"] == "activity-updated")
  }

  @Test("a start makes it a token for starting that attributes type, and no other", .timeLimit(.minutes(10)))
  func start() throws {
    let gateway = try TestGateway()
    func reason(_ type: String) throws -> JSON? {
      let more = #","attributes-type":"\#(type)","attributes":{},"alert":{"title":"Hi"}"#
      let outcome = try push(gateway, "start", at: 0, more)["outcomes"]?.array?.first
      return outcome?["outcome"] == "activity-started" ? outcome?["outcome"] : outcome?["reason"]
    }
    #expect(try reason("TramAttributes") == "activity-started")
    #expect(try reason("FerryAttributes") == "token-kind-mismatch")
    #expect(try push(gateway, "update")["outcomes"]?.array?.first?["reason"] == "token-kind-mismatch")
    #expect(try reason("TramAttributes") == "activity-started")
  }

  @Test("a start that is no start makes a token all the same, and drops the push", .timeLimit(.minutes(10)))
  func badStart() throws {
    let gateway = try TestGateway()
    let record = try push(gateway, "start")
    #expect(record["outcomes"]?.array?.first?["reason"] == "alert-missing-on-start")
    #expect(try gateway.api("GET", "/activities").json["items"] == [])
  }
}
