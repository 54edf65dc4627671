import Testing

@testable import MockAPNsCore

@Suite("An answer")
struct ReplyTests {
  @Test(
    "echoes apns-id byte for byte, on refusals too",
    arguments: [
      "0b5e6a8c-3a0f-4f0e-9d3b-2c1a7e5f4d3c", "F4121B12-E0BF-3266-F079-D9253E98BF49",
      "f4121b12-E0bf-3266-F079-d9253E98BF49",
    ])
  func echo(_ id: String) throws {
    var provider = try Provider()
    let push = Push().header("apns-id", id)
    for push in [push, push.without("authorization"), push.method("GET"), push.to("x"), push.body("")] {
      #expect(try provider.send(push).reply.apnsID == id)
    }
  }

  @Test("has an apns-id in upper case, with arbitrary bits, where the provider sent none or a bad one")
  func generated() throws {
    var provider = try Provider()
    var ids: Set<String> = []
    for push in [Push(), Push().without("authorization"), Push().header("apns-id", "1"), Push().method("GET")] {
      let id = try provider.send(push).reply.apnsID
      let bytes = Array(id.utf8)
      #expect(UUIDText.letterCase(of: bytes[...]) == .upper)
      ids.insert(id)
    }
    #expect(ids.count == 4)
  }

  @Test("has an apns-unique-id on a 200 of the sandbox only")
  func uniqueID() throws {
    var provider = try Provider()
    let unique = try #require(try provider.send().reply.apnsUniqueID)
    #expect(UUIDText.letterCase(of: unique) == .lower)
    #expect(try provider.send().reply.apnsUniqueID != unique)
    #expect(try provider.send(Push().method("GET")).reply.apnsUniqueID == nil)
    let store = Push().to(Town.token("store-phone/device")).authority("api.push.apple.com")
    let answer = try provider.send(store)
    #expect(answer.summary == "200" && answer.reply.apnsUniqueID == nil && answer.facts.apnsUniqueID == nil)
  }

  @Test("of a refusal is compact JSON with the reason")
  func body() throws {
    var provider = try Provider()
    let reply = try provider.send(Push().without("apns-topic")).reply
    #expect(String(decoding: reply.body, as: UTF8.self) == #"{"reason":"MissingTopic"}"#)
  }

  @Test(
    "of a 410 carries the time of the token's end in milliseconds",
    arguments: [
      ("retired/unregistered", "Unregistered", -86_400), ("retired/expired", "ExpiredToken", -7200),
    ])
  func timestamp(_ token: String, _ reason: String, _ seconds: Int) throws {
    var provider = try Provider()
    let answer = try provider.send(Push().to(Town.token(token)))
    let since = Town.morning.later(seconds)
    #expect(answer.verdict.timestamp == since)
    let body = "{\"reason\":\"\(reason)\",\"timestamp\":\(since.milliseconds)}"
    #expect(String(decoding: answer.reply.body, as: UTF8.self) == body)
  }

  @Test("of anything but a 410 carries no timestamp", arguments: RefusedPush.all)
  func noTimestamp(_ row: RefusedPush) throws {
    let answer = try row.answer()
    #expect((answer.verdict.timestamp != nil) == (answer.reply.status == 410))
  }

  @Test("and its record tell the same of the request")
  func record() throws {
    var provider = try Provider()
    try provider.send()
    let push = Push().adding("x-test", "1").body("not JSON")
    let delivery = try provider.send(push, at: Town.morning + 5).delivery
    #expect(delivery.request == push.request)
    #expect(delivery.seq == 2 && delivery.connection == 1 && delivery.stream == 3)
    #expect(delivery.receivedAt == Town.morning + 5 && delivery.environment == .sandbox)
    #expect(delivery.outcomes == [Outcome(device: "phone", at: Town.morning + 5, .dropped, .payloadNotJSON)])
    #expect(delivery.clockOffsetMilliseconds == 0)
  }

  @Test("is the same for the same seed and the same pushes")
  func determinism() throws {
    func run(seed: UInt64) throws -> [[Effect]] {
      var provider = Provider(try Town.load(Town.file, seed: seed))
      return try RefusedPush.all.prefix(40).map { try provider.send($0.push).effects }
    }
    #expect(try run(seed: 5) == run(seed: 5))
    #expect(try run(seed: 5) != run(seed: 6))
  }

  @Test("does not come for a connection that is not open")
  func closedConnection() throws {
    var world = try Town.world.get()
    #expect(
      world.receive(Push().request, on: StreamID(connection: 9, stream: 1), evidence: nil, at: Town.morning).isEmpty)
    #expect(world.lastSeq == 0)
  }
}
