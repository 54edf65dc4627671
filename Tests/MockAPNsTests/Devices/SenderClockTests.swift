import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("A backend in real time")
struct SenderClockTests {
  /// Clocks as `PUT /clock` takes them.
  static let clocks = [
    #"{"mode":"real"}"#, #"{"mode":"frozen"}"#, #"{"mode":"real","now":"+8h"}"#, #"{"mode":"frozen","now":"+8h"}"#,
    #"{"mode":"real","now":"+400d"}"#,
  ]

  /// A provider token that was issued so many seconds ago, in real time.
  private func token(_ gateway: TestGateway, age: Int64) throws -> String {
    let facts = try gateway.api("GET", "/connect").json
    let (key, team) = (gateway.gateway.developmentKey, try #require(facts["teamId"]?.string))
    return try ProviderTokenMaker.make(
      privateKeyPEM: key.privateKeyPEM, keyID: key.keyID, teamID: team,
      issuedAtSeconds: SystemClock.wallMilliseconds() / 1000 - age)
  }

  private func answer(_ stage: DeviceStage, tokenAge: Int64) throws -> String {
    var push = Push(token: try stage.deviceToken("phone"), topic: SceneWorld.ferry)
    push.authorization = "bearer \(try token(stage.gateway, age: tokenAge))"
    let answer = try stage.gateway.push(push)
    return answer.reason ?? "\(answer.status)"
  }

  private func stage(_ clock: String, _ settings: String = "{}") throws -> DeviceStage {
    let stage = try DeviceStage()
    try stage.call("PATCH", "/settings", settings)
    try stage.call("POST", "/devices", #"{"id":"phone","apps":[{"bundleId":"com.example.ferry"}]}"#)
    try stage.call("PUT", "/clock", clock)
    return stage
  }

  @Test("is judged by it, whatever the world's clock shows", .timeLimit(.minutes(10)), arguments: clocks)
  func wall(_ clock: String) throws {
    let stage = try stage(clock)
    #expect(try answer(stage, tokenAge: 0) == "200" && answer(stage, tokenAge: 3500) == "200")
    #expect(try answer(stage, tokenAge: 3700) == "ExpiredProviderToken")
    #expect(try answer(stage, tokenAge: -3700) == "ExpiredProviderToken")
    let lead = try #require(try stage.call("GET", "/clock")["offsetSeconds"]?.double)
    let told = try #require(try stage.call("GET", "/deliveries/1")["clockOffsetSeconds"]?.double)
    // A frozen clock falls behind while the test runs.
    #expect(told + 1 >= lead && told - lead < 600)
  }

  @Test("writes expirations that hold in the time of the devices", .timeLimit(.minutes(10)), arguments: clocks)
  func expiration(_ clock: String) throws {
    var stage = try stage(clock)
    let offline = #""online":false"#
    let online = DeviceScene.Step.device(#""online":true"#)
    let push = ScenePush().expires(in: 3600)
    #expect(
      try stage.play(DeviceScene(push, device: offline, then: .advance("50m"), online)) == [
        ["stored offline", "presented"]
      ])
    #expect(
      try stage.play(DeviceScene(push, device: offline, then: .advance("61m"), online)) == [
        ["stored offline", "expired offline"]
      ])
    #expect(try stage.play(DeviceScene(ScenePush().expires(in: -1), device: offline)) == [["expired offline"]])
    let findings = try stage.gateway.deliveries("finding=expiration-past").compactMap { $0["seq"]?.integer }
    #expect(findings == [3])
  }

  @Test("gets 410 with times of its own", .timeLimit(.minutes(10)), arguments: clocks)
  func unregistered(_ clock: String) throws {
    let stage = try stage(clock, #"{"retiredTokenGraceSeconds":0}"#)
    let token = try stage.deviceToken("phone")
    let before = SystemClock.wallMilliseconds()
    try stage.call("PATCH", "/tokens/\(token)", #"{"state":"unregistered","since":"-1h"}"#)
    #expect(try stage.gateway.push(Push(token: token, topic: SceneWorld.ferry)).reason == "Unregistered")
    let after = SystemClock.wallMilliseconds()
    let record = try #require(try stage.gateway.deliveries().last)
    let timestamp = try #require(record["verdict"]?["timestamp"]?.integer)
    #expect(timestamp >= before - 3_600_000 && timestamp <= after - 3_600_000)
  }

  @Test("is late by eight hours where senderClock is world; one that lives there is not", .timeLimit(.minutes(10)))
  func world() throws {
    let stage = try stage(#"{"mode":"real","now":"+8h"}"#, #"{"senderClock":"world"}"#)
    #expect(try answer(stage, tokenAge: 0) == "ExpiredProviderToken")
    #expect(try answer(stage, tokenAge: -8 * 3600) == "200")
    try stage.call("PATCH", "/devices/phone", #"{"online":false}"#)
    for (seconds, words) in [(3600, "expired offline"), (9 * 3600, "stored offline")] as [(Int64, String)] {
      var push = Push(token: try stage.deviceToken("phone"), topic: SceneWorld.ferry)
      push.authorization = "bearer \(try token(stage.gateway, age: -8 * 3600))"
      push.fields.append(("apns-expiration", "\(SystemClock.wallMilliseconds() / 1000 + seconds)"))
      #expect(try stage.gateway.push(push).status == 200)
      #expect(try stage.outcomes(of: stage.gateway.count().lastSeq).map(DeviceStage.word) == [words])
    }
  }
}
