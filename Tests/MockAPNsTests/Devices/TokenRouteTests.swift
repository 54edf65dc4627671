import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("A device token")
struct TokenRouteTests {
  private let path = "/devices/phone/apps/com.example.ferry"

  private func stage(_ settings: String = "{}") throws -> DeviceStage {
    let world = SceneWorld.file.replacing(
      #"{ team: "FERRYTEAM1" }, "com.apple"#,
      with: #"{ team: "FERRYTEAM1", attributesTypes: { Ride: { attributes: {}, contentState: {} } } }, "com.apple"#)
    let stage = try DeviceStage(world)
    try stage.call("PATCH", "/settings", settings)
    try stage.call("POST", "/devices", #"{"id":"phone","apps":[{"bundleId":"com.example.ferry"}]}"#)
    return stage
  }

  private func summary(_ stage: DeviceStage, _ token: String) throws -> String {
    let answer = try stage.gateway.push(Push(token: token, topic: SceneWorld.ferry))
    guard answer.status == 200 else { return answer.reason ?? "\(answer.status)" }
    return try stage.outcomes(of: stage.gateway.count().lastSeq).map(DeviceStage.word).joined(separator: ", ")
  }

  @Test(
    "has the length that was seen of its kind", .timeLimit(.minutes(10)), arguments: TokenKind.plain.map(\.name))
  func kinds(_ kind: String) throws {
    let stage = try stage()
    let first = try stage.call("POST", "\(path)/rotate", "{\"kind\":\"\(kind)\"}")
    #expect((first["superseded"]?.isNull == false) == (kind == "device"))
    let second = try stage.call("POST", "\(path)/rotate", "{\"kind\":\"\(kind)\"}")
    let token = try #require(second["token"]?.string)
    #expect(token.count == 64 && second["superseded"] == first["token"] && second["token"] != first["token"])
    let shown = try stage.call("GET", "/tokens/\(token)")
    #expect(shown["kind"] == .string(kind) && shown["state"] == "active" && shown["device"] == "phone")
    #expect(try stage.call("GET", "/tokens/\(first["token"]?.string ?? "")")["state"] == "superseded")
  }

  @Test("that starts Live Activities has 160 digits from 80 on, and one type", .timeLimit(.minutes(10)))
  func pushToStart() throws {
    let stage = try stage()
    let body = #"{"kind":"pushToStart","attributesType":"Ride"}"#
    let token = try #require(try stage.call("POST", "\(path)/rotate", body)["token"]?.string)
    #expect(token.count == 160 && token.hasPrefix("80"))
    #expect(try stage.call("GET", "/tokens/\(token)")["attributesType"] == "Ride")
    #expect(try stage.call("GET", "/devices/phone")["apps"]?.array?[0]["tokens"]?["pushToStart"]?["Ride"] != nil)
  }

  @Test(
    "is not rotated where there is none to be had", .timeLimit(.minutes(10)),
    arguments: [
      ("{}", 400, "kind"), (#"{"kind":"phone"}"#, 400, "none of device, voip"),
      (#"{"kind":"viop"}"#, 400, #"did you mean "voip"?"#), (#"{"kind":1}"#, 400, "kind must be a text"),
      (#"{"kind":"update","activity":"x"}"#, 400, "rotate the activity"),
      (#"{"kind":"pushToStart","attributesType":"Rida"}"#, 400, #"did you mean "Ride"?"#),
      (#"{"kind":"device","why":1}"#, 400, "why is no known key"), ("", 400, "body"), ("[]", 400, "object"),
    ])
  func notRotated(_ body: String, _ status: Int, _ words: String) throws {
    let stage = try stage()
    let before = try stage.gateway.api("GET", "/devices/phone").text
    let answer = try stage.gateway.api("POST", "\(path)/rotate", body)
    #expect(answer.status == status && answer.detail.contains(words), "\(answer.text)")
    #expect(try stage.gateway.api("GET", "/devices/phone").text == before)
  }

  @Test("that was superseded answers 200 for its grace by the world's clock, then 410", .timeLimit(.minutes(10)))
  func grace() throws {
    let stage = try stage()
    let old = try stage.deviceToken("phone")
    try stage.call("POST", "\(path)/rotate", #"{"kind":"device"}"#)
    #expect(try summary(stage, old) == "dropped token-superseded")
    try stage.call("POST", "/clock/advance", #"{"by":"59m"}"#)
    #expect(try summary(stage, old) == "dropped token-superseded")
    try stage.call("POST", "/clock/advance", #"{"by":"1m"}"#)
    #expect(try summary(stage, old) == "Unregistered")
    #expect(try summary(stage, stage.deviceToken("phone")) == "presented")
    try stage.call("PATCH", "/settings", #"{"retiredTokenGraceSeconds":7200}"#)
    #expect(try summary(stage, old) == "dropped token-superseded")
  }

  @Test("of a removed app goes with a grace of its own, and an app that is back has another", .timeLimit(.minutes(10)))
  func reinstalled() throws {
    let stage = try stage(#"{"uninstallGraceSeconds":60,"retiredTokenGraceSeconds":0}"#)
    let old = try stage.deviceToken("phone")
    try stage.call("DELETE", path)
    #expect(try stage.call("GET", "/tokens/\(old)")["state"] == "uninstalled")
    #expect(try summary(stage, old) == "dropped app-not-installed")
    try stage.call("POST", "/devices/phone/apps", #"{"bundleId":"com.example.ferry"}"#)
    #expect(try summary(stage, old) == "dropped token-superseded")
    #expect(try summary(stage, stage.deviceToken("phone")) == "presented")
    try stage.call("POST", "/clock/advance", #"{"by":"60s"}"#)
    #expect(try summary(stage, old) == "Unregistered")
    #expect(try stage.deviceToken("phone") != old && summary(stage, stage.deviceToken("phone")) == "presented")
  }

  @Test(
    "answers as the state says that it was given", .timeLimit(.minutes(10)),
    arguments: [
      ("unregistered", "Unregistered"), ("expired", "ExpiredToken"), ("superseded", "Unregistered"),
      ("dead", "Unregistered"), ("uninstalled", "Unregistered"), ("active", "presented"),
    ])
  func states(_ state: String, _ summary: String) throws {
    let stage = try stage(#"{"retiredTokenGraceSeconds":0,"uninstallGraceSeconds":0}"#)
    let token = try stage.deviceToken("phone")
    #expect(try stage.call("PATCH", "/tokens/\(token)", "{\"state\":\"\(state)\"}")["state"] == .string(state))
    #expect(try self.summary(stage, token) == summary)
    #expect(try stage.call("PATCH", "/tokens/\(token.uppercased())", #"{"state":"active"}"#)["state"] == "active")
    #expect(try self.summary(stage, token) == "presented")
  }

  @Test("has a grace of its own where it was given one", .timeLimit(.minutes(10)))
  func ownGrace() throws {
    let stage = try stage()
    let token = try stage.deviceToken("phone")
    let body = #"{"state":"expired","since":"-10m","graceSeconds":601}"#
    #expect(try stage.call("PATCH", "/tokens/\(token)", body)["graceSeconds"] == 601)
    #expect(try summary(stage, token) == "dropped token-superseded")
    try stage.call("PATCH", "/tokens/\(token)", #"{"state":"expired","since":"-10m","graceSeconds":600}"#)
    #expect(try summary(stage, token) == "ExpiredToken")
  }

  @Test("that becomes good again supersedes the one that took its place", .timeLimit(.minutes(10)))
  func revived() throws {
    let stage = try stage()
    let old = try stage.deviceToken("phone")
    try stage.call("POST", "\(path)/rotate", #"{"kind":"device"}"#)
    let new = try stage.deviceToken("phone")
    try stage.call("PATCH", "/tokens/\(old)", #"{"state":"active"}"#)
    #expect(try stage.deviceToken("phone") == old && summary(stage, old) == "presented")
    #expect(try stage.call("GET", "/tokens/\(new)")["state"] == "superseded")
    #expect(try summary(stage, new) == "dropped token-superseded")
  }

  @Test(
    "is not changed by what cannot be", .timeLimit(.minutes(10)),
    arguments: [
      ("{}", 400, "has no state"), (#"{"state":"gone"}"#, 400, "active, unregistered"), (#"{"state":1}"#, 400, "state"),
      (#"{"state":"dead","since":"soon"}"#, 400, "since is"), (#"{"state":"dead","graceSeconds":-1}"#, 400, "grace"),
      (#"{"state":"dead","sinse":"-1h"}"#, 400, #"did you mean "since"?"#),
      (#"{"state":"active","graceSeconds":5}"#, 400, "graceSeconds"),
      (#"{"state":"active","since":"-1h"}"#, 400, "since"),
    ])
  func notChanged(_ body: String, _ status: Int, _ words: String) throws {
    let stage = try stage()
    let token = try stage.deviceToken("phone")
    let before = try stage.gateway.api("GET", "/snapshot").text
    let answer = try stage.gateway.api("PATCH", "/tokens/\(token)", body)
    #expect(answer.status == status && answer.detail.contains(words), "\(answer.text)")
    #expect(try stage.gateway.api("GET", "/snapshot").text == before)
  }

  @Test("that nobody has is a 404, and what is none a 400", .timeLimit(.minutes(10)))
  func unknown() throws {
    let stage = try stage()
    let nobody = String(repeating: "0", count: 64)
    for method in ["GET", "PATCH"] {
      let missing = try stage.gateway.api(method, "/tokens/\(nobody)", #"{"state":"dead"}"#)
      #expect(missing.status == 404 && missing.detail.contains(nobody))
      let bad = try stage.gateway.api(method, "/tokens/abc", #"{"state":"dead"}"#)
      #expect(bad.status == 400 && bad.detail.contains("hexadecimal"))
    }
  }

  @Test("of an app that is not there cannot become good", .timeLimit(.minutes(10)))
  func revivedInVain() throws {
    let stage = try stage()
    let token = try stage.deviceToken("phone")
    try stage.call("DELETE", path)
    let answer = try stage.gateway.api("PATCH", "/tokens/\(token)", #"{"state":"active"}"#)
    #expect(answer.status == 400 && answer.detail.contains("not installed"), "\(answer.text)")
    #expect(try stage.call("GET", "/tokens/\(token)")["state"] == "uninstalled")
  }
}
