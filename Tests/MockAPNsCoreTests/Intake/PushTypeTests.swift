import Testing

@testable import MockAPNsCore

@Suite("A push of each type")
struct PushTypeTests {
  private func provider(for type: PushType) throws -> Provider {
    try Provider(type == .mdm ? .certificate(.mdm) : ConnectionFacts(id: 1))
  }

  private func push(_ type: PushType) -> Push {
    type == .mdm ? Push.of(type).without("authorization") : Push.of(type)
  }

  @Test("is accepted with its topic and an advised priority", arguments: PushType.allCases)
  func accepted(_ type: PushType) throws {
    var provider = try provider(for: type)
    for priority in type.row.advisedPriorities {
      let answer = try provider.send(push(type).header("apns-priority", "\(priority)"))
      #expect(answer.summary == "200", "\(answer.verdict.explanation)")
      #expect(answer.findings.isEmpty)
      #expect(answer.facts.pushType == type && answer.facts.priority == priority)
      #expect(answer.facts.bundleID == (type == .mdm ? Town.mdmApp : Town.app))
    }
  }

  @Test("may be as large as its limit, and not a byte larger", arguments: PushType.allCases)
  func size(_ type: PushType) throws {
    let limit = type == .voip ? 5120 : 4096
    #expect(type.row.payloadLimit == limit)
    var provider = try provider(for: type)
    #expect(try provider.send(push(type).body(of: limit)).summary == "200")
    #expect(try provider.send(push(type).body(of: limit + 1)).summary == "PayloadTooLarge")
  }

  @Test("without apns-push-type is accepted as what its topic says, with a finding", arguments: PushType.allCases)
  func withoutType(_ type: PushType) throws {
    var provider = try provider(for: type)
    let limit = type.row.payloadLimit
    let answer = try provider.send(push(type).without("apns-push-type").body(of: limit))
    #expect(answer.summary == "200" && answer.findings == [.pushTypeMissing])
    #expect(answer.facts.pushType == nil)
    #expect(try provider.send(push(type).without("apns-push-type").body(of: limit + 1)).summary == "PayloadTooLarge")
  }

  @Test("on the topic of another type is refused", arguments: PushType.allCases, PushType.allCases)
  func otherTopic(_ type: PushType, _ other: PushType) throws {
    guard type != .mdm, other != .mdm, type.row.topicSuffix != other.row.topicSuffix else { return }
    var provider = try provider(for: type)
    #expect(try provider.send(push(other).type(type.rawValue)).summary == "InvalidPushType")
  }

  @Test("fits the kind of token whose topic it has", arguments: PushType.allCases)
  func otherToken(_ type: PushType) throws {
    guard !type.row.topicSuffix.isEmpty else { return }
    var provider = try provider(for: type)
    #expect(try provider.send(push(type).to(Town.token("phone/device"))).summary == "DeviceTokenNotForTopic")
    guard type != .liveactivity else { return }
    #expect(try provider.send(push(type).to(Town.longToken("ride/update"))).summary == "DeviceTokenNotForTopic")
  }

  @Test("to a Live Activity reaches tokens that start it and tokens that update it")
  func liveActivity() throws {
    var provider = try Provider()
    #expect(try provider.send(Push.of(.liveactivity).to(Town.longToken("ride/update"))).summary == "200")
    #expect(try provider.send(Push.of(.liveactivity).to(Town.longToken("phone/pushToStart"))).summary == "200")
  }

  @Test("goes to an app whose bundle id ends like a suffix when such an app is registered")
  func suffixInBundleID() throws {
    var provider = try Provider()
    let push = Push().topic("com.example.kiosk.voip").to(Town.token("phone/kiosk"))
    #expect(try provider.send(push).facts.bundleID == "com.example.kiosk.voip")
    #expect(try provider.send(push.type("voip")).summary == "InvalidPushType")
  }

  @Test(
    "has a row as Apple's page has it",
    arguments: [
      (PushType.alert, "", AcceptedCredential.tokenOrCertificate), (.background, "", .tokenOrCertificate),
      (.complication, ".complication", .tokenOrCertificate), (.controls, ".push-type.controls", .tokenOrCertificate),
      (.fileprovider, ".pushkit.fileprovider", .tokenOrCertificate),
      (.liveactivity, ".push-type.liveactivity", .tokenOnly), (.location, ".location-query", .tokenOnly),
      (.mdm, "", .certificateOnly), (.pushtotalk, ".voip-ptt", .tokenOrCertificate),
      (.voip, ".voip", .tokenOrCertificate), (.widgets, ".push-type.widgets", .tokenOrCertificate),
    ])
  func row(_ type: PushType, _ suffix: String, _ credential: AcceptedCredential) {
    #expect(type.row.type == type && type.row.topicSuffix == suffix && type.row.credential == credential)
    #expect(PushType.rows.map(\.type) == PushType.allCases && PushType.allCases.count == 11)
  }
}
