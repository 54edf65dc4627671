import Foundation
import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("A delivery record")
struct RecordTests {
  @Test("it has the documented members in their order", .timeLimit(.minutes(10)))
  func shape() throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    let record = try #require(try gateway.deliveries().first?.object)
    let wanted = """
      seq revision receivedAt answeredAt clockOffsetSeconds connection stream environment method path headers payload
      payloadText payloadBytes apnsId apnsUniqueId token topic pushType priority expiration collapseId channel team key
      certificate verdict fault findings outcomes outcomeCount retryOf
      """
    #expect(record.members.map(\.name) == wanted.split { $0 == " " || $0 == "\n" }.map(String.init))
    let verdict = try #require(record["verdict"]?.object)
    #expect(
      verdict.members.map(\.name) == ["status", "reason", "timestamp", "check", "basis", "explanation", "source"])
    #expect(record["payload"] == ["aps": ["alert": ["title": "Hi"]]])
    #expect(record["payloadText"] == #"{"aps":{"alert":{"title":"Hi"}}}"#)
    #expect(record["payloadBytes"] == 32)
    #expect(record["method"] == "POST")
    #expect(record["path"] == .string("/3/device/" + Push().token))
    #expect(record["team"] == .string(gateway.gateway.developmentKey.teamID))
    #expect(record["key"] == .string(gateway.gateway.developmentKey.keyID))
    #expect(record["environment"] == "sandbox")
    let time = try #require(record["receivedAt"]?.string)
    #expect(time.hasSuffix("Z") && time.count == 24 && ISO8601.parse(time) != nil)
    for name in ["apnsUniqueId", "token", "topic", "pushType"] { #expect(record[name]?.string != nil) }
    for name in ["priority", "collapseId", "channel", "certificate", "fault", "retryOf"] {
      #expect(record[name] == .null)
    }
    #expect(record["headers"]?.array?.contains(["apns-push-type", "alert"]) == true)
  }

  @Test("a finding has an id, a severity, a path and a message", .timeLimit(.minutes(10)))
  func finding() throws {
    let gateway = try TestGateway()
    var push = Push()
    push.fields = []
    _ = try gateway.push(push)
    let finding = try #require(try gateway.deliveries("finding=push-type-missing").first?["findings"]?.array?.first)
    #expect(finding.object?.members.map(\.name) == ["id", "severity", "path", "message"])
    #expect(finding["path"] == "apns-push-type")
  }

  @Test("a payload that is not UTF-8 is shown in base64, byte for byte", .timeLimit(.minutes(10)))
  func base64() throws {
    let gateway = try TestGateway()
    var push = Push()
    push.body = [0x7B, 0xFF, 0x00, 0x7D]
    #expect(try gateway.push(push).status == 200)
    let record = try #require(try gateway.deliveries().first)
    #expect(record["payloadBase64"] == "e/8AfQ==")
    #expect(record["payloadText"] == nil)
    #expect(record["payload"] == .null)
    #expect(record["payloadBytes"] == 4)
  }

  @Test(
    "the secret of authorization is nowhere: not in the API, not in the store", .timeLimit(.minutes(10)),
    arguments: ["bearer ", "Bearer ", "basic ", ""])
  func secret(_ scheme: String) throws {
    let folder = try TestFolder()
    let secret: String
    do {
      let gateway = try TestGateway(in: folder) { $0.store = folder.path("store.sqlite") }
      secret = String(gateway.token.suffix(60))
      var push = Push()
      push.authorization = scheme + gateway.token
      push.fields += [("x-other", "kept")]
      _ = try gateway.push(push)
      let text = try gateway.api("GET", "/deliveries").text
      #expect(!text.contains(secret.suffix(20)) && text.contains("(redacted)") && text.contains("kept"))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.root) where name.hasPrefix("store") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      #expect(bytes.range(of: Data(secret.suffix(20).utf8)) == nil)
    }
  }
}
