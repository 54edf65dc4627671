import Testing

@testable import MockAPNsCore

/// An accepted push with one finding, and the same push without the slip.
struct FoundPush: Sendable, CustomTestStringConvertible {
  let finding: FindingID
  let path: String?
  let push: Push
  var connection = ConnectionFacts(id: 1)
  var settings: [String: JSON] = [:]
  /// The neighbour without the finding.
  var neighbour = Push()

  init(_ finding: FindingID, at path: String? = nil, _ push: Push, but neighbour: Push = Push()) {
    self.finding = finding
    self.path = path
    self.push = push
    self.neighbour = neighbour
  }

  func on(_ connection: ConnectionFacts) -> FoundPush {
    var copy = self
    copy.connection = connection
    return copy
  }

  func set(_ name: String, _ value: JSON) -> FoundPush {
    var copy = self
    copy.settings[name] = value
    return copy
  }

  var testDescription: String { finding.rawValue }

  private static let now = Town.morning.seconds
  private static let upper = "F4121B12-E0BF-3266-F079-D9253E98BF49"

  static let all = headers + credentials + payloads

  private static let headers: [FoundPush] = [
    FoundPush(.pushTypeMissing, at: "apns-push-type", Push().without("apns-push-type")),
    FoundPush(
      .expirationMilliseconds, at: "apns-expiration", Push().header("apns-expiration", "\(now * 1000)"),
      but: Push().header("apns-expiration", "\(now)")),
    FoundPush(
      .expirationMilliseconds, at: "apns-expiration", Push().header("apns-expiration", "100000000000"),
      but: Push().header("apns-expiration", "99999999999")),
    FoundPush(
      .expirationPast, at: "apns-expiration", Push().header("apns-expiration", "\(now - 1)"),
      but: Push().header("apns-expiration", "0")),
    FoundPush(
      .backgroundPriority10, at: "apns-priority", Push.of(.background).header("apns-priority", "10"),
      but: .of(.background)),
    FoundPush(
      .backgroundPriority10, at: "apns-priority", Push.of(.background).without("apns-priority"),
      but: Push.of(.background).header("apns-priority", "1")),
    FoundPush(
      .apnsIDUppercase, at: "apns-id", Push().header("apns-id", upper),
      but: Push().header("apns-id", upper.lowercased())),
    FoundPush(.tokenUppercase, at: ":path", Push().to(Town.token("phone/device").uppercased())),
    FoundPush(
      .compressedBody, at: "content-encoding", Push().header("content-encoding", "gzip"),
      but: Push().header("content-encoding", "identity")),
  ]

  private static let credentials: [FoundPush] = [
    FoundPush(.issuedAtText, at: "authorization", Push().token { $0.iat = .string("\(now)") }),
    FoundPush(
      .issuedAtFraction, at: "authorization",
      Push().token { $0.spell = { $0.replacing("\(now - 60)", with: "\(now - 60).5") } }),
    FoundPush(.algorithmES512, at: "authorization", Push().token { $0.alg = "ES512" }),
    FoundPush(.sloppyBase64, at: "authorization", Push().token { $0.finish = { $0 + "==" } }),
    FoundPush(.derSignature, at: "authorization", Push().token { $0.signature = TokenText.der(70) }),
    FoundPush(.keyUnverified, at: "authorization", Push().by("KEYUNSEEN1")),
    FoundPush(.keyUnverified, at: "authorization", Push().by("NEWKEY0001")).set("unknownKeys", "enroll"),
    FoundPush(.certificateAndToken, at: "authorization", Push(), but: Push().without("authorization"))
      .on(.certificate(.tram)),
    FoundPush(.foreignCertificate, Push().without("authorization"))
      .on(.certificate(.tram.with { $0.isForeign = true })),
    FoundPush(.noALPN, Push()).on(ConnectionFacts(id: 1, offeredALPN: false)),
  ]

  private static let payloads: [FoundPush] = [
    FoundPush(.payloadNotJSON, Push().body("hello")),
    FoundPush(.payloadNotJSON, Push().body("[{}]"), but: Push().body("{}")),
    FoundPush(.payloadNotJSON, Push().body(#"{"aps":{"badge":NaN}}"#)),
    FoundPush(.duplicateKey, at: "aps.alert", Push().body(#"{"aps":{"alert":"a","alert":"b"}}"#)),
    FoundPush(.byteOrderMark, Push().body("\u{FEFF}{\"aps\":{\"alert\":\"a\"}}")),
    FoundPush(
      .loneSurrogate, at: "aps.alert", Push().body(#"{"aps":{"alert":"\ud83d"}}"#),
      but: Push().body(#"{"aps":{"alert":"\ud83d\ude8a"}}"#)),
    FoundPush(.invalidUTF8, Push().body(Array(#"{"aps":{"alert":""#.utf8) + [0xFF] + Array(#""}}"#.utf8))),
  ]
}

@Suite("A finding")
struct FindingTests {
  /// Findings that nothing brings about yet, and why.
  static let notReached: [FindingID: String] = [
    .nearMiss: "slips are told in the explanation of a refusal so far"
  ]

  /// Certificates and connections keep their finding whatever is pushed over them.
  private static let ofConnection: Set<FindingID> = [.foreignCertificate, .noALPN]

  @Test("is attached to an accepted push, and to its neighbour without the slip it is not", arguments: FoundPush.all)
  func found(_ row: FoundPush) throws {
    var provider = try Provider(row.connection, settings: row.settings)
    let answer = try provider.send(row.push)
    #expect(answer.summary == "200")
    let finding = try #require(answer.delivery.findings.first { $0.id == row.finding })
    #expect(finding.path == row.path)
    #expect(finding.message.hasPrefix(row.finding.row.sentence))
    provider.connect(Self.ofConnection.contains(row.finding) ? ConnectionFacts(id: 0) : row.connection)
    #expect(try !provider.send(row.neighbour).findings.contains(row.finding))
  }

  @Test("has a push that brings it about", arguments: FindingID.allCases)
  func everyFindingIsReached(_ id: FindingID) {
    #expect(FoundPush.all.contains { $0.finding == id } == (Self.notReached[id] == nil))
  }

  @Test("has a row with a sentence and a basis, and an id in lower case with dashes", arguments: FindingID.allCases)
  func row(_ id: FindingID) {
    #expect(id.row.sentence.hasSuffix(".") && !id.row.basis.source.isEmpty)
    #expect(id.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
  }

  @Test("of a push that was refused for something else is kept")
  func ofRefused() throws {
    var provider = try Provider()
    let answer = try provider.send(Push().without("apns-push-type").to(Town.token("nobody")))
    #expect(answer.summary == "BadDeviceToken" && answer.findings == [.pushTypeMissing])
  }
}
