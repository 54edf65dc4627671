@testable import MockAPNsCore

/// Any push at all: a request line, header lines, an empty line and the body.
///
/// An authorization of `bearer` and JSON for header, claims and signature, each after a tab, is encoded here.
struct RequestFuzzing {
  private static let now = Instant(milliseconds: 1_772_359_200_000)
  private let worlds: [World]

  /// A world of a file, which refuses the unknown, and one that takes it in.
  init() throws {
    worlds = [try WorldFuzzing.load(Array(WorldFuzzing.town.utf8), at: Self.now).get(), World(seed: 1)]
  }

  func take(_ bytes: [UInt8]) throws(BrokenRule) {
    if let fields = HeaderFields(records: bytes) { try Self.takeRecords(fields) }
    let push = Self.push(bytes)
    let isForChannels = push.path.starts(with: "/1/".utf8) || push.path.starts(with: "/4/".utf8)
    for world in worlds {
      var world = world
      let facts = ConnectionFacts(id: 1, service: isForChannels ? .channels : .push)
      _ = world.open(facts, at: Self.now)
      for stream: Int32 in [1, 3] { try Self.send(push, on: stream, into: &world) }
      try BrokenRule.unless(world.tokens == world.derivedTokens, "tokens are those of devices")
    }
  }

  private static func takeRecords(_ fields: HeaderFields) throws(BrokenRule) {
    var copy = HeaderFields()
    for field in fields { copy.append(name: field.name, value: field.value, isValid: field.isValid) }
    try BrokenRule.unless(copy == fields, "fields are what was put in")
    _ = fields.redacted
  }

  private static func send(_ push: PushRequest, on stream: Int32, into world: inout World) throws(BrokenRule) {
    let source = StreamID(connection: 1, stream: stream)
    let effects = world.receive(push, on: source, evidence: evidence(push, world), at: now)
    var records: [Delivery] = []
    var replies: [Reply] = []
    for effect in effects {
      if case .record(let delivery) = effect { records.append(delivery) }
      if case .reply(source, let reply) = effect {
        try BrokenRule.unless(records.count == 1, "the record goes before the reply")
        replies.append(reply)
      }
    }
    try BrokenRule.unless(records.count == 1 && replies.count == 1, "a push gets one record and one reply")
    try BrokenRule.unless(records[0].verdict.status == replies[0].status, "the record has the status of the reply")
    try BrokenRule.unless(records[0].understood.apnsID == replies[0].apnsID, "the record has the id of the reply")
    try BrokenRule.unless(!records[0].verdict.explanation.isEmpty, "a verdict is explained")
    try BrokenRule.unless(replies[0].body.isEmpty == (replies[0].status == 200), "only a refusal has a body")
  }

  /// What the key of the world makes of the provider token; every signature of a known key is good.
  private static func evidence(_ push: PushRequest, _ world: World) -> TokenEvidence? {
    guard let value = push.fields.first(named: "authorization"), value.starts(with: "bearer ".utf8) else { return nil }
    let text = Array(value.dropFirst(7))
    let token = Result { () throws(ProviderTokenFault) in try ProviderToken(parsing: text[...]) }
    guard case .success(let parsed) = token, let key = world.keys[parsed.keyID] else {
      return TokenEvidence(text: text, token: token, signature: .keyUnknown)
    }
    let worth: TokenEvidence.Signature = key.publicKeyPEM == nil ? .unverifiable : .verified
    return TokenEvidence(text: text, token: token, signature: worth, keyGeneration: key.generation)
  }
}

/// Reading the input.
extension RequestFuzzing {
  private static func push(_ bytes: [UInt8]) -> PushRequest {
    var rest = bytes[...]
    let first = line(&rest).split(separator: UInt8(ascii: " "), maxSplits: 1).map(Array.init)
    var fields = HeaderFields()
    var authority: [UInt8] = []
    var size = 0
    while !rest.isEmpty {
      let line = line(&rest)
      if line.isEmpty { break }
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      let value = Self.value(parts.count > 1 ? parts[1].drop { $0 == UInt8(ascii: " ") } : [])
      size += parts[0].count + value.count + 32
      if parts[0].elementsEqual("authority".utf8) {
        authority = value
      } else {
        fields.append(name: parts[0], value: value)
      }
    }
    return PushRequest(
      method: first.first ?? [], path: first.count > 1 ? first[1] : [], authority: authority, fields: fields,
      fieldListBytes: size, body: Array(rest), isBodyComplete: rest.last != UInt8(ascii: "~"))
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest.dropFirst(line.count + 1)
    return line
  }

  private static func value(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let parts = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return Array(text) }
    let token = parts[1...].map { Base64.encodeURL(Array($0)) }.joined(separator: ".")
    return Array(parts[0]) + Array(token.utf8)
  }
}
