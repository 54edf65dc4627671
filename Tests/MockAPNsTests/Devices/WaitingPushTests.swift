import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("A push that waits for its device")
struct WaitingPushTests {
  /// A device with two apps of which nothing comes through, and the tokens of both.
  private func stage(_ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws -> WaitingStage {
    let apps = "apps: {\n"
    let world = SceneWorld.file.replacing(apps, with: "\(apps)    \"com.example.tram\": { team: \"FERRYTEAM1\" },\n")
    return try WaitingStage(DeviceStage(world, configure))
  }

  @Test("waits for each app by itself, and they come in the order in which they were sent", .timeLimit(.minutes(10)))
  func order() throws {
    let stage = try stage()
    for bundleID in ["com.example.ferry", "com.example.tram", "com.example.ferry"] { try stage.push(to: bundleID) }
    try stage.change(#"{"online":true}"#)
    #expect(try stage.words(1) == ["stored offline", "replaced offline"])
    #expect(try stage.words(2) == ["stored offline", "presented"] && stage.words(3) == stage.words(2))
    let revisions = try [1, 2, 3].map { try #require(try stage.record($0)["revision"]?.integer) }
    #expect(revisions == revisions.sorted())
  }

  @Test("shares the one place of its app with pushes to other tokens", .timeLimit(.minutes(10)))
  func kinds() throws {
    let stage = try stage()
    try stage.push()
    try stage.push(kind: "voip", ScenePush.body("{}", type: "voip"))
    try stage.change(#"{"online":true}"#)
    #expect(try stage.words(1) == ["stored offline", "replaced offline"])
    #expect(try stage.words(2) == ["stored offline", "rang"])
  }

  @Test("goes from one obstacle to the next only when the device is asked again", .timeLimit(.minutes(10)))
  func obstacles() throws {
    let stage = try stage()
    try stage.push(ScenePush().priority(5))
    try stage.change(#"{"online":true,"lowPower":true}"#)
    #expect(try stage.words(1) == ["stored offline"])
    try stage.change(#"{"name":"Another name"}"#)
    #expect(try stage.words(1) == ["stored offline"])
    try stage.change(#"{"lowPower":false}"#)
    #expect(try stage.words(1) == ["stored offline", "presented"])
  }

  @Test("is told with what ended it and what decides that", .timeLimit(.minutes(10)))
  func details() throws {
    let stage = try stage()
    func last(_ seq: Int64) throws -> String { try stage.stage.outcomes(of: seq).last?["detail"]?.string ?? "" }
    try stage.push(ScenePush().expires(in: 60))
    try stage.push(ScenePush().expires(in: 60), to: "com.example.tram")
    try stage.push(to: "com.example.tram")
    #expect(try last(2).contains("delivery 3"))
    try stage.stage.call("POST", "/clock/advance", #"{"by":"30d"}"#)
    #expect(try last(1).contains("apns-expiration") && last(3).contains("30 days"))
    try stage.push(ScenePush().once)
    #expect(try last(4).contains("apns-expiration is 0"))
    try stage.push()
    try stage.stage.call("DELETE", "/devices/phone/apps/com.example.ferry")
    try stage.change(#"{"online":true}"#)
    #expect(try last(5).contains("uninstallGraceSeconds"))
    try stage.push(ScenePush(), to: "com.example.tram") {
      try stage.stage.call("POST", "/devices/phone/apps/com.example.tram/rotate", #"{"kind":"device"}"#)
    }
    #expect(try last(6).contains("retiredTokenGraceSeconds"))
  }

  @Test("tells of itself what it is, and where it waits", .timeLimit(.minutes(10)))
  func shown() throws {
    let stage = try stage()
    try stage.push(ScenePush().priority(5).collapse("a"))
    let waiting = try stage.app("waiting")
    #expect(waiting?["obstacle"] == "offline" && waiting?["seq"] == 1 && waiting?["collapseId"] == "a")
    #expect(waiting?["priority"] == 5 && waiting?["pushType"] == "alert")
    #expect(waiting?["payload"]?["aps"]?["alert"] == "Hi")
    try stage.change(#"{"online":true}"#)
    #expect(try stage.app("waiting") == nil)
  }

  @Test("is found by the outcome that it has now and by those before", .timeLimit(.minutes(10)))
  func filters() throws {
    let stage = try stage()
    try stage.push()
    try stage.push(ScenePush().once)
    func found(_ query: String) throws -> [Int64] {
      try stage.gateway.deliveries(query).compactMap { $0["seq"]?.integer }
    }
    #expect(try found("outcome=stored") == [1] && found("outcomeReason=not-stored") == [2])
    #expect(try found("delivered=true") == [] && found("delivered=false") == [1, 2])
    try stage.change(#"{"online":true}"#)
    #expect(try found("delivered=true") == [1] && found("outcome=stored") == [1] && found("outcome=presented") == [1])
    #expect(try found("device=phone") == [1, 2] && found("device=phones") == [])
  }

  @Test(
    "is kept by a snapshot with the badge, what is shown, the collapse ids and the clock", .timeLimit(.minutes(10)),
    arguments: [#"{"mode":"frozen","now":"+8h"}"#, #"{"mode":"real","now":"+8h"}"#])
  func snapshot(_ clock: String) throws {
    let stage = try stage()
    try stage.stage.call("PUT", "/clock", clock)
    try stage.leaveTraces()
    let whole = try stage.gateway.api("GET", "/snapshot").text
    #expect(try stage.gateway.api("POST", "/reset", #"{"what":["devices","clock"]}"#).status == 200)
    #expect(try stage.gateway.api("GET", "/devices/phone").status == 404)
    #expect(try stage.gateway.api("POST", "/snapshot", whole).json == ["restored": true])
    #expect(try stage.gateway.api("GET", "/snapshot").text == whole)
    try stage.expectTraces()
  }

  @Test(
    "is kept by a store through a restart, likewise", .timeLimit(.minutes(10)),
    arguments: [#"{"mode":"frozen","now":"+8h"}"#, #"{"mode":"real","now":"+8h"}"#])
  func store(_ clock: String) throws {
    let folder = try TestFolder()
    let store = folder.path("store.sqlite")
    let before: String
    do {
      let stage = try stage { $0.store = store }
      try stage.stage.call("PUT", "/clock", clock)
      try stage.leaveTraces()
      before = try stage.gateway.api("GET", "/devices/phone").text
    }
    let stage = WaitingStage(continuing: DeviceStage(of: try TestGateway(in: folder) { $0.store = store }))
    #expect(try stage.gateway.api("GET", "/devices/phone").text == before)
    try stage.expectTraces()
    #expect(try stage.words(3) == ["stored offline", "expired offline"])
  }

  @Test("goes without a word when the world is put back", .timeLimit(.minutes(10)))
  func reset() throws {
    let stage = try stage()
    try stage.push()
    #expect(try stage.gateway.api("POST", "/reset", #"{"what":["devices"]}"#).status == 200)
    #expect(try stage.words(1) == ["stored offline"])
    try stage.stage.call("POST", "/clock/advance", #"{"by":"31d"}"#)
    #expect(try stage.words(1) == ["stored offline"])
  }
}

/// A phone that is offline, with the apps of a world.
private struct WaitingStage {
  let stage: DeviceStage
  var gateway: TestGateway { stage.gateway }

  init(_ stage: DeviceStage) throws {
    self.stage = stage
    let apps = #"[{"bundleId":"com.example.ferry"},{"bundleId":"com.example.tram"}]"#
    try stage.call("POST", "/devices", #"{"id":"phone","online":false,"apps":\#(apps)}"#)
  }

  init(continuing stage: DeviceStage) {
    self.stage = stage
  }

  func change(_ members: String) throws { try stage.call("PATCH", "/devices/phone", members) }

  /// A member of the ferry on the phone.
  func app(_ member: String) throws -> JSON? {
    try stage.call("GET", "/devices/phone")["apps"]?.array?.first?[member]
  }

  func push(
    _ push: ScenePush = ScenePush(), to bundleID: String = SceneWorld.ferry, after change: () throws -> Void = {}
  ) throws {
    let apps = try stage.call("GET", "/devices/phone")["apps"]?.array
    let app = apps?.first { $0["bundleId"]?.string == bundleID }
    try change()
    let scene = DeviceScene(push).to("device", of: bundleID)
    _ = try stage.send(push, scene, try #require(app?["tokens"]?["device"]?.string))
  }

  func push(kind: String, _ push: ScenePush) throws {
    let path = "/devices/phone/apps/\(SceneWorld.ferry)/rotate"
    let token = try stage.call("POST", path, "{\"kind\":\"\(kind)\"}")["token"]?.string
    _ = try stage.send(push, DeviceScene(push).to(kind), try #require(token))
  }

  func record(_ seq: Int64) throws -> JSON { try stage.call("GET", "/deliveries/\(seq)") }

  func words(_ seq: Int64) throws -> [String] { try stage.outcomes(of: seq).map(DeviceStage.word) }

  /// A badge, a shown notification and a push that waits for an hour.
  func leaveTraces() throws {
    try change(#"{"online":true}"#)
    try push(.aps(#""badge":7"#))
    try push(ScenePush().collapse("a"))
    try change(#"{"online":false}"#)
    try push(ScenePush.aps(#""alert":"\ud83d\ude8a","badge":8"#).collapse("a").expires(in: 3600))
  }

  /// They are still there, and go on as if nothing had happened.
  func expectTraces() throws {
    #expect(try app("badge") == 7 && app("shown")?.array?.count == 1 && app("waiting")?["seq"] == 3)
    let now = try #require(ISO8601.parse(try stage.call("GET", "/clock")["now"]?.string ?? ""))
    let until = try #require(ISO8601.parse(try app("waiting")?["waitsUntil"]?.string ?? ""))
    #expect(until > now && until <= now + 3_600_000)
    try stage.call("POST", "/clock/advance", #"{"by":"61m"}"#)
    try change(#"{"online":true}"#)
    #expect(try app("waiting") == nil && app("badge") == 7)
    try push(ScenePush().collapse("a"))
    #expect(try words(2) == ["presented", "replaced collapsed"])
  }
}
