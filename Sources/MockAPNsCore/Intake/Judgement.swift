/// One push on its way through the checks: what was sent, who sent it, and what has been understood so far.
struct Judgement {
  let request: PushRequest
  let evidence: TokenEvidence?
  /// The provider token, when the push is authenticated by one and it could be read.
  let providerToken: ProviderToken?
  let environment: Environment
  /// When it was complete, in real time.
  let receivedAt: Instant
  /// The same by the clock that its sender is taken to live by: real time, unless the setting senderClock says else.
  var now: Instant
  /// The same by the clock of devices.
  var worldNow: Instant
  /// Where the connection stands after this push.
  var connection: Connection
  var facts = PushFacts()
  var findings: [Finding] = []
  /// The key that signed the provider token; nil with a certificate.
  var key: ProviderKey?
  /// The suffix of the topic, empty for a bare bundle id.
  var topicSuffix = ""
  /// Where the app of the topic stands among those of the world; nil for an unknown one.
  var app: Int?
  /// The payload when it is a JSON object.
  var payload: JSON?
  /// The payload when it is JSON of another type.
  var otherPayload: JSON?
  var token: DeviceToken?
  /// What the world knows of the token; nil for an unknown one.
  var tokenEntry: TokenEntry?

  init(
    _ request: PushRequest, evidence: TokenEvidence?, environment: Environment, connection: Connection, now: Instant
  ) {
    self.request = request
    self.evidence = evidence
    self.environment = environment
    self.connection = connection
    receivedAt = now
    self.now = now
    worldNow = now
    providerToken = connection.facts.certificate == nil ? try? evidence?.token.get() : nil
  }

  var isTokenUnknown: Bool { if case nil = tokenEntry { true } else { false } }

  /// What is added to times that its sender wrote, in milliseconds.
  var shift: Int64 { worldNow.milliseconds - now.milliseconds }

  /// What a device gets of it.
  func devicePush(seq: UInt64, _ token: DeviceToken, _ kind: TokenKind) -> DevicePush {
    // Kept and shown with each key once, as it is read; further oddities may stand unnoted behind the first.
    let isRepeating = findings.contains { [.duplicateKey, .byteOrderMark, .loneSurrogate].contains($0.id) }
    let object = isRepeating ? payload?.withoutRepetitions.object : payload?.object
    let body: DevicePush.Payload =
      object.map(DevicePush.Payload.object)
      ?? otherPayload.map { .notObject($0.typeName) } ?? .notJSON
    return DevicePush(
      seq: seq, token: token, kind: kind, type: facts.pushType, priority: facts.priority ?? 10,
      collapseID: facts.collapseID, payload: body, size: request.body.count, receivedAt: worldNow,
      waitsUntil: DevicePush.wait(expiration: facts.expirationSeconds, receivedAt: worldNow, shift: shift),
      shift: shift)
  }

  /// The value of a header; nil when it is absent.
  func value(_ header: PushHeader) -> ArraySlice<UInt8>? {
    request.value(header)
  }

  /// The value of a header as text, for explanations: cut at 80 characters, odd bytes replaced.
  func shown(_ header: PushHeader) -> String {
    Self.shown(value(header) ?? [])
  }

  static func shown(_ bytes: some Collection<UInt8>) -> String {
    let text = String(
      decoding: bytes.prefix(80).map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
    return bytes.count > 80 ? text + "…" : text
  }

  /// The push type that was named, else the one that the topic stands for.
  var effectivePushType: PushType {
    facts.pushType ?? PushType.rows.first { $0.topicSuffix == topicSuffix }?.type ?? .alert
  }

  /// Reads what stands behind the check that refused, so that a refused push is found by its topic or token as well.
  mutating func readOn(_ world: World) {
    var rest = self
    for check in [Check.messageID, .expiration, .priority, .collapseID, .pushType, .topicPresent, .deviceTokenForm] {
      _ = check.judge(&rest, world)
    }
    if rest.facts.bundleID == nil { rest.facts.bundleID = rest.facts.topic.map { world.splitTopic($0).bundleID } }
    facts = rest.facts
    if let providerToken {
      facts.team = providerToken.teamID
      facts.key = providerToken.keyID
    }
  }

  /// Findings kept of one push.
  static let findingLimit = 100

  mutating func note(_ note: JSONNote) {
    let path = note.path.elements.isEmpty ? nil : note.path.description
    switch note.kind {
    case .duplicateKey: self.note(.duplicateKey, path: path)
    case .byteOrderMark: self.note(.byteOrderMark)
    case .loneSurrogate: self.note(.loneSurrogate, path: path)
    }
  }

  /// Keeps a finding, up to the limit; further ones of the same push pass unnoted.
  mutating func note(_ id: FindingID, path: String? = nil, _ detail: String? = nil) {
    guard findings.count < Self.findingLimit else { return }
    findings.append(Finding(id, path: path, detail: detail))
  }
}

/// The provider token of a request and what its signature is worth; checked outside, once for each text.
package final class TokenEvidence: Sendable {
  /// What checking the signature gave.
  package enum Signature: Sendable, Equatable {
    case verified, wrong
    /// The world knows no key of that id.
    case keyUnknown
    /// The key was taken on first sight and cannot verify anything.
    case unverifiable
  }

  /// The text after the word bearer.
  package let text: [UInt8]
  package let token: Result<ProviderToken, ProviderTokenFault>
  package let signature: Signature
  /// The generation of the key that the signature was checked with.
  package let keyGeneration: UInt32

  package init(
    text: [UInt8], token: Result<ProviderToken, ProviderTokenFault>, signature: Signature, keyGeneration: UInt32 = 0
  ) {
    self.text = text
    self.token = token
    self.signature = signature
    self.keyGeneration = keyGeneration
  }
}

/// A check that objected: the answer, and why in one sentence.
struct Refusal {
  var status: Int
  var reason: String?
  var explanation: String
  var timestamp: Instant?
  /// Says more than the basis of the check, where one rule of it has its own.
  var basis: Basis?

  init(_ reason: Reason, _ explanation: String, basis: Basis? = nil, timestamp: Instant? = nil) {
    status = reason.row.status
    self.reason = reason.rawValue
    self.explanation = explanation
    self.basis = basis
    self.timestamp = timestamp
  }

  /// A refusal that HTTP knows and APNs has no reason for.
  init(status: Int, _ explanation: String) {
    self.status = status
    self.explanation = explanation
  }
}
