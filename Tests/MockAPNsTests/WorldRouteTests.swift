import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("Deleting, resetting, snapshots and how to connect")
struct WorldRouteTests {
  @Test(
    "DELETE forgets what the filters match, or all; only the latter starts the total anew", .timeLimit(.minutes(10)))
  func deleting() throws {
    let gateway = try TestGateway()
    for push in [Push(), .refused, Push(), .refused] { _ = try gateway.push(push) }
    #expect(try gateway.api("DELETE", "/deliveries?reason=MissingTopic").json == ["deleted": 2])
    #expect(try gateway.count() == (2, 4, 4))
    #expect(try gateway.api("DELETE", "/deliveries?reason=MissingTopic").json == ["deleted": 0])
    #expect(try gateway.api("DELETE", "/deliveries").json == ["deleted": 2])
    #expect(try gateway.count() == (0, 0, 4))
  }

  @Test(
    "DELETE with a parameter that chooses nothing deletes nothing", .timeLimit(.minutes(10)),
    arguments: ["after=1", "limit=1", "order=desc", "waitSeconds=1", "nonsense=1"])
  func notDeleting(_ query: String) throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    #expect(try gateway.api("DELETE", "/deliveries?\(query)").status == 400)
    #expect(try gateway.count().kept == 1)
  }

  @Test("reset without a body forgets deliveries and what was enrolled", .timeLimit(.minutes(10)))
  func resetAll() throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    let answer = try gateway.api("POST", "/reset").json
    #expect(answer["deleted"] == 1)
    #expect(answer["reset"]?.array?.contains("connections") == false)
    #expect(try gateway.count().kept == 0)
    #expect(try gateway.api("GET", "/snapshot").json["devices"] == [])
    #expect(try gateway.push().status == 200)
  }

  @Test(
    "reset takes each part that it knows", .timeLimit(.minutes(10)),
    arguments: ["deliveries"] + WorldPart.allCases.map(\.rawValue))
  func resetPart(_ part: String) throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    let answer = try gateway.api("POST", "/reset", #"{"what":["\#(part)"]}"#)
    #expect(answer.json["reset"] == [.string(part)])
    #expect(try gateway.count().kept == (part == "deliveries" ? 0 : 1))
    let devices = try gateway.api("GET", "/snapshot").json["devices"]?.array?.count
    #expect(devices == (part == "devices" ? 0 : 1))
    #expect(try gateway.push().status == 200)
  }

  @Test("reset with where forgets the deliveries that match", .timeLimit(.minutes(10)))
  func resetWhere() throws {
    let gateway = try TestGateway()
    for push in [Push(), .refused, .refused] { _ = try gateway.push(push) }
    let body = #"{"what":["deliveries"],"where":{"status":[400,410],"reason!":"BadTopic"}}"#
    #expect(try gateway.api("POST", "/reset", body).json["deleted"] == 2)
    #expect(try gateway.api("GET", "/snapshot").json["devices"]?.array?.count == 1)
  }

  @Test(
    "reset refuses what it does not know, and does nothing", .timeLimit(.minutes(10)),
    arguments: [
      (#"{"what":["delivery"]}"#, "delivery"), (#"{"what":"deliveries"}"#, "what"), (#"{"wat":[]}"#, "wat"),
      (#"{"where":{"status":400}}"#, "where"), (#"{"what":["deliveries"],"where":{"stats":400}}"#, "status"),
      (#"{"what":["deliveries"],"where":[]}"#, "where"), ("[]", "object"), ("{", "JSON"),
      (#"{"what":["devices"],"where":{"status":400}}"#, "devices"),
    ])
  func resetRefused(_ body: String, _ word: String) throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    let answer = try gateway.api("POST", "/reset", body)
    #expect(answer.status == 400 && answer.detail.contains(word), "\(answer.text)")
    #expect(try gateway.count().kept == 1)
  }

  @Test("a snapshot restores settings and devices", .timeLimit(.minutes(10)))
  func snapshot() throws {
    let gateway = try TestGateway()
    _ = try gateway.push()
    let whole = try gateway.api("GET", "/snapshot")
    let changed = whole.text.replacing(#""providerTokenUpdates":2"#, with: #""providerTokenUpdates":9"#)
    #expect(changed != whole.text)
    #expect(try gateway.api("POST", "/reset").status == 200)
    #expect(try gateway.api("POST", "/snapshot", changed).json == ["restored": true])
    #expect(try gateway.api("GET", "/snapshot").text == changed)
    #expect(try gateway.push().status == 200)
    #expect(try gateway.api("GET", "/snapshot").text == changed)
  }

  @Test(
    "a snapshot with a fault changes nothing", .timeLimit(.minutes(10)), arguments: ["", "{", "[]", #"{"setting":{}}"#])
  func badSnapshot(_ body: String) throws {
    let gateway = try TestGateway()
    let before = try gateway.api("GET", "/snapshot").text
    #expect(try gateway.api("POST", "/snapshot", body).status == 400)
    #expect(try gateway.api("GET", "/snapshot").text == before)
  }

  @Test("what /connect says is enough to push, also after the world was replaced", .timeLimit(.minutes(10)))
  func connect() throws {
    let gateway = try TestGateway()
    func push() throws -> PushAnswer {
      let facts = try gateway.api("GET", "/connect").json
      func text(_ name: String) throws -> String { try #require(facts[name]?.string) }
      var request = HTTPClient.Request(url: "https://\(try text("push"))/3/device/\(Push().token)")
      request.authorityPath = try gateway.folder.write("connect.pem", try text("caPem"))
      request.method = "POST"
      request.isHTTP2 = true
      request.body = Push().body
      let token = try ProviderTokenMaker.make(
        privateKeyPEM: try text("p8"), keyID: try text("keyId"), teamID: try text("teamId"))
      request.fields = [HTTP1Field("authorization", "bearer \(token)"), HTTP1Field("apns-topic", "com.example.app")]
      return try PushAnswer(HTTPClient.send(request))
    }
    #expect(try push().status == 200)
    let facts = try gateway.api("GET", "/connect").json
    #expect(facts["environment"] == "sandbox")
    #expect(facts["pushProduction"] == .string(gateway.gateway.addresses.pushProduction))
    #expect(facts["channelsSandbox"] == .string(gateway.gateway.addresses.channelsSandbox))
    #expect(facts["channelsProduction"] == .string(gateway.gateway.addresses.channelsProduction))
    let world =
      #"{"settings":{"unknownTokens":"enroll"},"teams":{"OTHERTEAM1":{}},"#
      + #""apps":{"com.example.app":{"team":"OTHERTEAM1"}}}"#
    #expect(try gateway.api("POST", "/snapshot", world).status == 200)
    #expect(try push().status == 200)
    var other = Push()
    other.authorization = "bearer \(try gateway.gateway.providerToken())"
    #expect(try gateway.push(other).status == 200)
  }

  @Test("health and trust answer in plain words", .timeLimit(.minutes(10)))
  func open() throws {
    let gateway = try TestGateway()
    #expect(try gateway.api("GET", "//livez").text == "ok\n")
    #expect(try gateway.api("GET", "//readyz").status == 200)
    #expect(try gateway.api("GET", "//ca.pem").text == gateway.gateway.authorityPEM)
    #expect(try gateway.api("GET", "//nothing").status == 404)
    #expect(try gateway.api("POST", "//livez").status == 405)
  }
}
