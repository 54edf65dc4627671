import Testing

@testable import MockAPNsCore

/// Somebody who pushes into a world, on a connection of its own.
struct Provider {
  var world: World
  /// The connection that pushes go over.
  private(set) var connection: UInt64 = 0
  private var stream: Int32 = 1
  /// What happened on opening the connection.
  private(set) var greeting: [Effect] = []

  init(_ world: World, _ facts: ConnectionFacts = ConnectionFacts(id: 1), at now: Instant = Town.morning) {
    self.world = world
    connect(facts, at: now)
  }

  /// A provider in the town.
  init(
    _ facts: ConnectionFacts = ConnectionFacts(id: 1), at now: Instant = Town.morning,
    settings: [String: JSON] = [:]
  ) throws {
    var world = try Town.world.get()
    for (name, value) in settings {
      try WorldLoader.set(name, to: value, at: JSONPath().appending(name), in: &world.settings)
    }
    self.init(world, facts, at: now)
  }

  /// Opens a connection and goes on over it; its number is the next one.
  mutating func connect(_ facts: ConnectionFacts = ConnectionFacts(id: 0), at now: Instant = Town.morning) {
    var facts = facts
    connection += 1
    stream = 1
    facts.id = connection
    greeting = world.open(facts, at: now)
  }

  /// Goes on over a connection that is open already.
  mutating func use(_ connection: UInt64) {
    self.connection = connection
  }

  /// Sends a push; everything that every answer must obey is checked here.
  @discardableResult
  mutating func send(
    _ push: Push = Push(), at now: Instant = Town.morning, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let source = StreamID(connection: connection, stream: stream)
    stream += 2
    let before = world.lastSeq
    let effects = world.receive(push.request, on: source, evidence: push.evidence(in: world), at: now)
    let answer = try Answer(effects, source, sourceLocation)
    #expect(answer.delivery.seq == before + 1 && world.lastSeq == before + 1, sourceLocation: sourceLocation)
    return answer
  }
}

/// What came of one push.
struct Answer {
  let effects: [Effect]
  let delivery: Delivery
  let reply: Reply

  /// There must be one record, then one reply that says the same.
  init(_ effects: [Effect], _ source: StreamID, _ place: SourceLocation = #_sourceLocation) throws {
    var records: [(Int, Delivery)] = []
    var replies: [(Int, Reply)] = []
    for (index, effect) in effects.enumerated() {
      if case .record(let delivery) = effect { records.append((index, delivery)) }
      if case .reply(source, let reply) = effect { replies.append((index, reply)) }
    }
    let record = try #require(records.first, sourceLocation: place)
    let reply = try #require(replies.first, sourceLocation: place)
    #expect(records.count == 1 && replies.count == 1 && record.0 < reply.0, sourceLocation: place)
    #expect(record.1.verdict.status == reply.1.status, sourceLocation: place)
    #expect(record.1.understood.apnsID == reply.1.apnsID, sourceLocation: place)
    #expect(!record.1.verdict.explanation.isEmpty && !record.1.verdict.check.isEmpty, sourceLocation: place)
    self.effects = effects
    delivery = record.1
    self.reply = reply.1
  }

  var verdict: Verdict { delivery.verdict }
  var facts: PushFacts { delivery.understood }
  var findings: [FindingID] { delivery.findings.map(\.id) }
  /// The reason, or the status where there is none.
  var summary: String { verdict.reason ?? "\(verdict.status)" }

  var changes: [EntityChange] {
    effects.compactMap { if case .changed(let change) = $0 { change } else { nil } }
  }

  var streamLimits: [Int] {
    effects.compactMap { if case .limitStreams(_, let limit) = $0 { limit } else { nil } }
  }
}

extension CertificateCredential {
  /// The certificate of the tram, good for both environments.
  static let tram = CertificateCredential(
    name: "Apple Push Services: \(Town.app)", userID: Town.app, topics: [Town.app], environments: Environment.allCases)
  static let universal = CertificateCredential(
    name: "universal", userID: Town.app, topics: [Town.app, Town.app + ".voip", Town.app + ".complication"],
    environments: Environment.allCases)
  static let mdm = CertificateCredential(
    name: "mdm", userID: Town.mdmApp, topics: [Town.mdmApp], environments: Environment.allCases)

  func with(_ change: (inout CertificateCredential) -> Void) -> CertificateCredential {
    var copy = self
    change(&copy)
    return copy
  }
}

extension ConnectionFacts {
  static func certificate(_ certificate: CertificateCredential, named: Environment? = nil) -> ConnectionFacts {
    ConnectionFacts(id: 1, namedEnvironment: named, certificate: certificate)
  }
}
