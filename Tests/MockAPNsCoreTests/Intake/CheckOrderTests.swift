import Testing

@testable import MockAPNsCore

/// Two faults in one push, the earlier one first.
struct FaultPair: Sendable, CustomTestStringConvertible {
  let first: String
  let push: Push
  var connection = ConnectionFacts(id: 1)
  var before: [Push] = []

  init(_ first: String, over second: String, _ push: Push) {
    self.first = first
    self.second = second
    self.push = push
  }

  let second: String

  func on(_ connection: ConnectionFacts) -> FaultPair {
    var copy = self
    copy.connection = connection
    return copy
  }

  func after(_ pushes: Push...) -> FaultPair {
    var copy = self
    copy.before = pushes
    return copy
  }

  var testDescription: String { "\(first) over \(second)" }
}

@Suite("The order of the checks")
struct CheckOrderTests {
  private static let nobody = Push().without("authorization")
  private static let now = Town.morning.seconds

  /// What traces, threads and documentation tell.
  static let known: [FaultPair] = [
    FaultPair("MethodNotAllowed", over: "MissingProviderToken", nobody.method("GET").to("")),
    FaultPair("MethodNotAllowed", over: "MissingDeviceToken", Push().method("GET").to("")),
    FaultPair("MissingProviderToken", over: "MissingDeviceToken", nobody.to("")),
    FaultPair(
      "MissingProviderToken", over: "MissingTopic, BadDeviceToken", nobody.without("apns-topic").to("aaaa").body("{}")),
    FaultPair("MissingProviderToken", over: "PayloadEmpty", nobody.body("")),
    FaultPair("MissingProviderToken", over: "BadMessageId", nobody.header("apns-id", "1")),
    FaultPair(
      "TooManyProviderTokenUpdates", over: "InvalidProviderToken", Push().by("UNKNOWN004")
    ).after(Push().by("UNKNOWN001"), Push().by("UNKNOWN002"), Push().by("UNKNOWN003")),
    FaultPair("TopicDisallowed", over: "BadDeviceToken", Push().topic("com.example.boat").to(Town.token("nobody"))),
    FaultPair("MissingTopic", over: "BadDeviceToken", Push().without("apns-topic").to(Town.token("nobody"))),
    FaultPair(
      "InvalidProviderToken", over: "TopicDisallowed, BadDeviceToken",
      Push().signed(.wrong).topic("com.example.boat").to(Town.token("nobody"))),
    FaultPair(
      "BadCertificateEnvironment", over: "MethodNotAllowed", Push().method("GET")
    ).on(.certificate(.tram.with { $0.environments = [.production] })),
    FaultPair(
      "BadDeviceToken", over: "Unregistered",
      Push().authority("api.push.apple.com").to(
        Town.token("retired/unregistered"))),
    FaultPair(
      "DeviceTokenNotForTopic", over: "Unregistered",
      Push().topic("com.example.bus").to(
        Town.token("retired/unregistered"))),
  ]

  /// What this gateway chose where nothing is known.
  static let chosen: [FaultPair] = [
    FaultPair("431", over: "MethodNotAllowed", Push().method("GET").fieldListBytes(8001)),
    FaultPair("BadPath", over: "MissingProviderToken", nobody.path("/3/devices/x")),
    FaultPair(
      "InvalidProviderToken", over: "ExpiredProviderToken",
      Push().signed(.wrong).by(
        "KEYTOWN001", issuedAt: now - 7200)),
    FaultPair(
      "ExpiredProviderToken", over: "InvalidProviderToken (revoked)",
      Push().by(
        "KEYREVOKED", issuedAt: now - 7200)),
    FaultPair("InvalidProviderToken", over: "DuplicateHeaders", Push().signed(.wrong).adding("apns-topic", "x")),
    FaultPair("DuplicateHeaders", over: "BadMessageId", Push().adding("apns-id", "1").adding("apns-id", "2")),
    FaultPair("BadMessageId", over: "BadExpirationDate", Push().header("apns-id", "1").header("apns-expiration", "x")),
    FaultPair(
      "BadExpirationDate", over: "BadPriority",
      Push().header("apns-expiration", "x").header(
        "apns-priority", "7")),
    FaultPair("BadPriority", over: "InvalidPushType", Push().header("apns-priority", "7").type("silent")),
    FaultPair("InvalidPushType", over: "MissingTopic", Push().type("silent").without("apns-topic")),
    FaultPair("InvalidPushType", over: "MissingDeviceToken", Push().type("voip").to("")),
    FaultPair("MissingDeviceToken", over: "PayloadEmpty", Push().to("").body("")),
    FaultPair("PayloadEmpty", over: "BadDeviceToken", Push().to("aaaa").body("")),
    FaultPair("PayloadTooLarge", over: "BadDeviceToken", Push().to("aaaa").body(of: 5000)),
    FaultPair("InternalServerError", over: "TooManyProviderTokenUpdates", Push().by("KEYTOWN001", issuedAt: now))
      .after(
        Push().by("KEYTOWN001", issuedAt: now - 1), Push().by("KEYTOWN001", issuedAt: now - 2),
        Push().by("KEYTOWN001", issuedAt: now - 7200)),
  ]

  @Test("is the one that is known of Apple's service: the earlier fault gives the answer", arguments: known)
  func knownOrder(_ pair: FaultPair) throws { try expectFirst(pair) }

  @Test("is chosen where nothing is known, and does not change by accident", arguments: chosen)
  func chosenOrder(_ pair: FaultPair) throws { try expectFirst(pair) }

  private func expectFirst(_ pair: FaultPair) throws {
    var provider = try Provider(pair.connection)
    for push in pair.before { try provider.send(push) }
    #expect(try provider.send(pair.push).summary == pair.first)
  }

  @Test("on a channel port the credential is judged before method and path")
  func channelPorts() throws {
    var provider = try Provider(ConnectionFacts(id: 1, service: .channels))
    #expect(try provider.send(Self.nobody.method("GET").path("/x")).summary == "MissingProviderToken")
    #expect(try provider.send(Push().signed(.wrong).path("/x")).summary == "InvalidProviderToken")
    #expect(try provider.send(Push().method("GET").path("/x")).summary == "BadPath")
  }

  @Test("names each check once, with a rule and a basis")
  func rows() {
    for checks in [Check.inOrder, Check.inOrderForChannels] {
      #expect(Set(checks.map(\.id)).count == checks.count)
      #expect(checks.allSatisfy { $0.rule.hasSuffix(".") && !$0.basis.source.isEmpty })
    }
  }
}
