import Testing

@testable import MockAPNsCore

@Suite("A client certificate")
struct CertificateTests {
  private let bare = Push().without("authorization")

  @Test("takes the place of a provider token, which is ignored and found", arguments: [false, true])
  func insteadOfToken(_ isTokenGood: Bool) throws {
    var provider = try Provider(.certificate(.tram))
    #expect(try provider.send(bare).findings.isEmpty)
    let answer = try provider.send(isTokenGood ? Push() : Push().header("authorization", "bearer x"))
    #expect(answer.summary == "200" && answer.findings == [.certificateAndToken])
    #expect(answer.facts.certificate == CertificateCredential.tram.name)
    #expect(answer.facts.team == nil && answer.facts.key == nil)
  }

  @Test("with one topic names the default topic; with several it names none")
  func defaultTopic() throws {
    var provider = try Provider(.certificate(.tram))
    let answer = try provider.send(bare.without("apns-topic"))
    #expect(answer.summary == "200" && answer.facts.topic == Town.app)
    #expect(try provider.send(bare.topic("")).summary == "MissingTopic")
    provider.connect(.certificate(.universal))
    #expect(try provider.send(bare.without("apns-topic")).summary == "MissingTopic")
  }

  @Test(
    "is good for the topics that it lists",
    arguments: [
      (PushType.alert, "200"), (.background, "200"), (.voip, "200"), (.complication, "200"),
      (.widgets, "TopicDisallowed"), (.liveactivity, "TopicDisallowed"), (.location, "TopicDisallowed"),
    ])
  func topics(_ type: PushType, _ summary: String) throws {
    var provider = try Provider(.certificate(.universal))
    #expect(try provider.send(Push.of(type).without("authorization")).summary == summary)
  }

  @Test("of an MDM server has its UID as topic")
  func mdm() throws {
    var provider = try Provider(.certificate(.mdm))
    #expect(try provider.send(Push.of(.mdm).without("authorization").without("apns-topic")).summary == "200")
  }

  @Test("of another CA is accepted with a finding, or refused where the setting says so")
  func foreign() throws {
    let foreign = ConnectionFacts.certificate(.tram.with { $0.isForeign = true })
    var provider = try Provider(foreign)
    #expect(provider.greeting.isEmpty)
    #expect(try provider.send(bare).findings == [.foreignCertificate])
    provider = try Provider(foreign, settings: ["foreignCertificates": "reject"])
    #expect(provider.greeting == [.goAway(connection: 1, GoAway(.badCertificate, lastStream: 0))])
    #expect(try provider.send(bare).summary == "BadCertificate")
  }

  @Test("is good from its first to its last second")
  func validity() throws {
    let now = Town.morning.seconds
    var provider = try Provider(
      .certificate(
        .tram.with {
          $0.validFrom = now
          $0.validUntil = now + 9
        }))
    #expect(try provider.send(bare, at: Town.morning + -1).summary == "BadCertificate")
    #expect(try provider.send(bare, at: Town.morning).summary == "200")
    #expect(try provider.send(bare, at: Town.morning + 9999).summary == "200")
    #expect(try provider.send(bare, at: Town.morning.later(10)).summary == "BadCertificate")
  }

  @Test("that has expired is sent away at once, one that is good is not")
  func expired() throws {
    let expired = CertificateCredential.tram.with { $0.validUntil = Town.morning.seconds - 1 }
    let provider = try Provider(.certificate(expired))
    #expect(provider.greeting == [.goAway(connection: 1, GoAway(.badCertificate, lastStream: 0))])
    #expect(try Provider(.certificate(.tram)).greeting.isEmpty)
  }

  @Test("for the other environment is sent away at once where the server name tells, as Apple's service was seen to")
  func wrongEnvironmentByName() throws {
    let sandboxOnly = CertificateCredential.tram.with { $0.environments = [.sandbox] }
    var provider = try Provider(.certificate(sandboxOnly, named: .production))
    guard case .goAway(let connection, let frame)? = provider.greeting.first else {
      Issue.record("no GOAWAY")
      return
    }
    #expect(provider.greeting.count == 1 && connection == 1)
    #expect(frame.code == 0 && frame.lastStream == 0 && frame.isRepeated)
    #expect(String(decoding: frame.debugData, as: UTF8.self) == #"{"reason":"BadCertificateEnvironment"}"#)
    #expect(frame.debugData.count == 46 - 8)
    #expect(try provider.send(bare).summary == "BadCertificateEnvironment")
    provider = try Provider(.certificate(sandboxOnly, named: .sandbox))
    #expect(provider.greeting.isEmpty)
    #expect(try provider.send(bare).summary == "200")
  }

  @Test("for the other environment is refused push by push where only the request tells")
  func wrongEnvironmentByRequest() throws {
    let facts = ConnectionFacts.certificate(.tram.with { $0.environments = [.sandbox] })
    var provider = try Provider(facts)
    #expect(provider.greeting.isEmpty)
    #expect(try provider.send(bare.authority("api.push.apple.com")).summary == "BadCertificateEnvironment")
    #expect(try provider.send(bare.authority("api.sandbox.push.apple.com")).summary == "200")
    #expect(try provider.send(bare).summary == "200")
  }
}

@Suite("The environment of a push")
struct EnvironmentTests {
  static let production = ConnectionFacts(id: 1, listenerEnvironment: .production)
  static let named = ConnectionFacts(id: 1, namedEnvironment: .sandbox, listenerEnvironment: .production)
  static let channels = ConnectionFacts(id: 1, service: .channels, namedEnvironment: .production)

  @Test(
    "is that of the server name, else of the authority or host, else of the listener; a channel port's is its own",
    arguments: [
      (named, "api.push.apple.com", nil, Environment.sandbox), (named, "", "api.push.apple.com", .sandbox),
      (production, "", nil, .production), (production, "localhost:2197", nil, .production),
      (production, "api.sandbox.push.apple.com", nil, .sandbox),
      (production, "", "API.Development.push.apple.com", .sandbox),
      (production, "localhost", "api.sandbox.push.apple.com", .production),
      (ConnectionFacts(id: 1), "api.push.apple.com:443", nil, .production),
      (ConnectionFacts(id: 1), "push.apple.com", nil, .sandbox),
      (ConnectionFacts(id: 1), "api.push.apple.com.example.com", nil, .sandbox),
      (channels, "api-manage-broadcast.push.apple.com:2196", nil, .sandbox),
    ] as [(ConnectionFacts, String, String?, Environment)])
  func decided(_ facts: ConnectionFacts, _ authority: String, _ host: String?, _ environment: Environment) throws {
    var provider = try Provider(facts)
    let push = Push().authority(authority)
    #expect(try provider.send(host.map { push.adding("host", $0) } ?? push).delivery.environment == environment)
  }

  @Test("of a channel port does not come from the server name, so a certificate is not sent away for it")
  func channelCertificate() throws {
    var facts = Self.channels
    facts.certificate = .tram.with { $0.environments = [.sandbox] }
    #expect(try Provider(facts).greeting.isEmpty)
  }
}
