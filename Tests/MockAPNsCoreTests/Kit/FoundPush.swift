import Testing

@testable import MockAPNsCore

/// An accepted push with one finding, and the same push without the slip.
struct FoundPush: Sendable, CustomTestStringConvertible {
  let finding: FindingID
  let path: String?
  let push: Push
  var connection = ConnectionFacts(id: 1)
  var settings: [String: JSON] = [:]
  /// Pushes that go before, also before the neighbour.
  var before: [Push] = []
  /// What else is different from the town, also for the neighbour.
  var prepare: @Sendable (inout World) throws -> Void = { _ in }
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

  func after(_ pushes: [Push]) -> FoundPush {
    var copy = self
    copy.before = pushes
    return copy
  }

  func with(_ prepare: @escaping @Sendable (inout World) throws -> Void) -> FoundPush {
    var copy = self
    copy.prepare = prepare
    return copy
  }

  var testDescription: String { finding.rawValue }

  private static let now = Town.morning.seconds
  private static let upper = "F4121B12-E0BF-3266-F079-D9253E98BF49"

  static let all = headers + credentials + payloads + alerts + liveActivities + ofDevices

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
      .priorityUnadvised, at: "apns-priority", Push.of(.liveactivity).header("apns-priority", "1"),
      but: Push.of(.liveactivity).header("apns-priority", "5")),
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
