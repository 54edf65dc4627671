/// The whole gateway as one value: who may push, what devices exist, and what was answered.
///
/// The story of one push: the transport hands over a request; `receive` finds its connection and environment, runs
/// the checks of `Check.inOrder`, makes devices for what is unknown where the settings say so, and returns effects:
/// what was made, the record, the answer, then what changes for the connection. Time, randomness and the worth of a
/// signature come in as arguments, so the same inputs give the same effects. Whoever owns the value serialises access.
package struct World: Sendable {
  package var settings = Settings()
  package internal(set) var keys = Register<String, ProviderKey>()
  package internal(set) var apps = Register<String, App>()
  package internal(set) var certificates: [String: ProviderCertificate] = [:]
  package internal(set) var devices = Register<String, Device>()
  package internal(set) var retiredTokens: [RetiredToken] = []
  package internal(set) var activities = Register<String, Activity>()
  package internal(set) var channels: [String: ChannelDescription] = [:]
  /// Every token that was ever good, by its digits; derived from devices, retired tokens and activities.
  package internal(set) var tokens: [DeviceToken: TokenEntry] = [:]
  /// The activities of each app on each device, the oldest first; derived.
  var activityIDs: [AppPlace: [String]] = [:]
  /// The activities that retired tokens name beside their own; derived.
  var activitiesOfRetiredTokens: Set<String> = []
  /// The clock that devices go by.
  package internal(set) var clock = WorldClock()
  /// What time will change by itself; derived.
  var deadlines = Deadlines()
  /// What made names and tokens follow from.
  let seed: UInt64
  /// Why no push can be taken, such as a record that takes nothing more; nil while all is well.
  package var unavailability: String?
  /// Whether a change tells how its part is now; false where nobody keeps it, which spares each push a copy.
  package var tellsContents = true
  /// The environment of devices that name none.
  package var defaultEnvironment = Environment.sandbox

  var connections = Register<UInt64, Connection>()
  var rates = TokenRates()
  /// When some connection may have been idle for too long; no connection can be before that.
  var idleCheck: Instant?
  var generator: SeededGenerator
  /// The last generation that was given to a key while the world ran; loaded keys have 0.
  var lastKeyGeneration: UInt32 = 0
  /// The number of the last delivery.
  package internal(set) var lastSeq: UInt64 = 0
  /// The number of the last change.
  package internal(set) var revision: UInt64 = 0

  package init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  /// Takes in a connection whose handshake is done; the effects may already send it away.
  package mutating func open(_ facts: ConnectionFacts, at now: Instant) -> [Effect] {
    let limit = facts.certificate == nil ? settings.initialConcurrentStreams : settings.maxConcurrentStreams
    connections[facts.id] = Connection(
      facts: facts, streamLimit: min(limit, settings.maxConcurrentStreams), lastActive: now)
    idleCheck = min(idleCheck ?? .distantFuture, now + settings.idleTimeoutSeconds * 1000)
    return dismissal(of: facts, at: now)
  }

  /// The number of streams that a connection may open at first.
  package func streamLimit(of connection: UInt64) -> Int {
    connections[connection]?.streamLimit ?? settings.maxConcurrentStreams
  }

  /// Forgets a connection that is gone.
  package mutating func close(_ connection: UInt64) {
    connections[connection] = nil
  }

  /// Judges one push.
  ///
  /// - Parameters:
  ///   - push: the request, complete or cut at the transport's limit.
  ///   - source: where it came from; the connection must have been opened.
  ///   - evidence: its provider token with the worth of the signature; nil when it has none.
  ///   - now: when it was complete, in real time.
  /// - Returns: what was made for it, the record, the reply and what follows for the connection, in this order; nothing
  ///   when the connection is not open.
  package mutating func receive(
    _ push: PushRequest, on source: StreamID, evidence: TokenEvidence?, at now: Instant
  ) -> [Effect] {
    guard let connection = connections[source.connection] else { return [] }
    let environment = environment(of: push, on: connection.facts)
    var effects: [Effect] = []
    // What most pushes come to.
    effects.reserveCapacity(3)
    let clockNow = clock.now(at: now)
    settle(to: clockNow, &effects)
    var judgement = Judgement(push, evidence: evidence, environment: environment, connection: connection, now: now)
    judgement.worldNow = clockNow
    if settings.senderClock == .world { judgement.now = clockNow }
    let checks = connection.facts.service == .push ? CheckList.push : CheckList.channels
    let refusal = checks.judge(&judgement, self)
    if refusal == nil { accept(&judgement, at: now, &effects) }
    if refusal != nil { judgement.readOn(self) }
    if judgement.facts.apnsID.isEmpty { judgement.facts.apnsID = PushID(from: &generator).text }
    let verdict = verdict(refusal)
    let outcomes = refusal == nil ? deliver(&judgement, &effects) : []
    let delivery = record(judgement, verdict, outcomes, on: source)
    effects.append(.record(delivery))
    effects.append(.reply(source, Reply(delivery)))
    settle(&judgement.connection, verdict, at: now, &effects)
    return effects
  }

  /// What an accepted push changes: ids are given, unknown things are made, rates are counted.
  private mutating func accept(_ judgement: inout Judgement, at now: Instant, _ effects: inout [Effect]) {
    if judgement.environment == .sandbox {
      judgement.facts.apnsUniqueID = PushID(from: &generator, isUpper: false).text
    }
    if !judgement.connection.facts.offeredALPN { judgement.note(.noALPN) }
    judgement.reviewPayload(self)
    if adopts(judgement) { judgement.note(.activityAdopted, path: ":path") }
    if let token = judgement.token, settings.pushesPerTokenPerSecond != nil { rates.add(token, at: now) }
    enroll(&judgement, &effects)
  }

  /// Hands an accepted push to its device, which may know more to tell of it.
  private mutating func deliver(_ judgement: inout Judgement, _ effects: inout [Effect]) -> [Outcome] {
    guard let token = judgement.token, let entry = judgement.tokenEntry ?? tokens[token] else { return [] }
    let push = judgement.devicePush(seq: lastSeq + 1, token, entry.kind)
    let reaction = deliver(push, entry, at: judgement.worldNow)
    judgement.findings += reaction.findings
    effects += reaction.effects
    return reaction.outcomes
  }

  private func verdict(_ objection: (check: Check, refusal: Refusal)?) -> Verdict {
    guard let (check, refusal) = objection else { return .accepted }
    return Verdict(
      status: refusal.status, reason: refusal.reason, timestamp: refusal.timestamp, check: check.id,
      basis: refusal.basis ?? check.basis, explanation: refusal.explanation)
  }

  private mutating func record(
    _ judgement: Judgement, _ verdict: Verdict, _ outcomes: [Outcome], on source: StreamID
  ) -> Delivery {
    let now = judgement.receivedAt
    lastSeq += 1
    revision += 1
    return Delivery(
      seq: lastSeq, revision: revision, receivedAt: now, answeredAt: now, clockOffsetMilliseconds: clock.lead(at: now),
      connection: source.connection, stream: source.stream, environment: judgement.environment,
      request: judgement.request, understood: judgement.facts, verdict: verdict, findings: judgement.findings,
      outcomes: outcomes)
  }

  /// What remains of a push for its connection: its memory, its stream limit, and whether it is sent away.
  private mutating func settle(
    _ connection: inout Connection, _ verdict: Verdict, at now: Instant, _ effects: inout [Effect]
  ) {
    connection.lastActive = now
    if verdict.status == 200 { connection.isThrottled = false }
    if verdict.status != 200, verdict.status != 410, settings.throttleAfterRejection { connection.isThrottled = true }
    var limit = connection.isTrusted ? settings.maxConcurrentStreams : connection.streamLimit
    if connection.isThrottled { limit = 1 }
    if limit != connection.streamLimit {
      connection.streamLimit = limit
      effects.append(.limitStreams(connection: connection.facts.id, limit))
    }
    connections[connection.facts.id] = connection
  }

  /// The server name decides, else the authority or host of the request, else the listener; always on a channel port.
  private func environment(of push: PushRequest, on facts: ConnectionFacts) -> Environment {
    if facts.service == .channels { return facts.listenerEnvironment }
    if let named = facts.namedEnvironment { return named }
    if !push.authority.isEmpty { return Environment(appleHost: push.authority) ?? facts.listenerEnvironment }
    if let host = push.fields.first(named: "host") {
      return Environment(appleHost: host) ?? facts.listenerEnvironment
    }
    return facts.listenerEnvironment
  }
}

extension Verdict {
  /// That of every accepted push.
  package static let accepted = Verdict(
    status: 200, reason: nil, timestamp: nil, check: "accepted", basis: .documented(ApplePage.responses),
    explanation: "accepted: every check passed")
}

extension Reply {
  /// The answer that a record tells of.
  init(_ delivery: Delivery) {
    let verdict = delivery.verdict
    var body: [UInt8] = []
    if let reason = verdict.reason {
      var writer = JSONWriter()
      writer.openObject()
      writer.member("reason", reason)
      if let timestamp = verdict.timestamp { writer.member("timestamp", timestamp.milliseconds) }
      writer.closeObject()
      body = writer.bytes
    }
    self.init(
      status: verdict.status, apnsID: delivery.understood.apnsID,
      apnsUniqueID: verdict.status == 200 ? delivery.understood.apnsUniqueID : nil, body: body)
  }
}
