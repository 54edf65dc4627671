import Testing

@testable import MockAPNsCore

/// A setting as its row should be: the default first, what else is allowed, and what is not.
struct SettingExpectation: Sendable, CustomTestStringConvertible {
  let name: String
  let allowed: [JSON]
  let refused: [JSON]

  var testDescription: String { name }

  static func choice(_ name: String, _ words: String...) -> SettingExpectation {
    SettingExpectation(
      name: name, allowed: words.map(JSON.string),
      refused: [.string(words[0].uppercased()), "", 1, true, .null, [.string(words[0])]])
  }

  static func count(_ name: String, _ value: Int, least: Int = 0) -> SettingExpectation {
    SettingExpectation(
      name: name, allowed: [.integer(value), .integer(least), 1_000_000],
      refused: [.integer(least - 1), .number(JSONNumber(1.5) ?? JSONNumber(-1)), "1", true, .null, [1]])
  }

  static func limit(_ name: String) -> SettingExpectation {
    SettingExpectation(name: name, allowed: [.null, 1, 50], refused: [0, -1, "1", false])
  }

  static let all: [SettingExpectation] = [
    .choice("unknownTokens", "enroll", "reject"), .choice("unknownTopics", "enroll", "reject"),
    .choice("unknownKeys", "enroll", "reject"), .choice("senderClock", "wall", "world"),
    .count("initialConcurrentStreams", 1, least: 1), .count("maxConcurrentStreams", 1000, least: 1),
    SettingExpectation(name: "throttleAfterRejection", allowed: [false, true], refused: ["true", 1, .null]),
    .count("providerTokenUpdates", 2), .choice("looseProviderTokens", "accept", "reject"),
    .choice("derSignatures", "accept", "reject"),
    .choice("environmentKeyReason", "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken"),
    .choice("foreignCertificates", "accept", "reject"), .choice("backgroundPriority10", "accept", "reject"),
    .choice("invalidPayload", "accept", "reject"), .count("retiredTokenGraceSeconds", 3600),
    .count("uninstallGraceSeconds", 3600), .choice("endWithOldTimestamp", "apply", "drop"),
    .choice("missingTimestamp", "drop", "apply"), .choice("endWithBadState", "drop", "apply"),
    .choice("wrongTypeDate", "drop", "apply"), .choice("pushWhilePending", "drop", "apply"),
    .choice("updateWithoutStaleDate", "clear", "keep"), .choice("secondEnd", "ignore", "apply"),
    .choice("nullInState", "apply", "drop"), .choice("lateJoiner", "stored", "none"),
    .count("liveActivitiesPerApp", 5, least: 1), .count("pushToStartBudget", 10),
    .count("pushToStartRefillPerHour", 1), .limit("updateBudgetPerHour"), .limit("pushesPerTokenPerSecond"),
    .count("channelLimit", 10_000), .count("idleTimeoutSeconds", 1200, least: 1),
    .count("retainDeliveries", 100_000, least: 1), .count("retainBytes", 268_435_456, least: 1),
  ]
}

/// A setting that a check reads: the same push with one value and with another.
struct SettingEffect: Sendable, CustomTestStringConvertible {
  let name: String
  let values: [(JSON, String)]
  let push: Push
  var connection = ConnectionFacts(id: 1)
  var before: [Push] = []

  var testDescription: String { name }

  init(_ name: String, _ first: (JSON, String), _ second: (JSON, String), _ push: Push, after before: [Push] = []) {
    self.name = name
    values = [first, second]
    self.push = push
    self.before = before
  }

  func on(_ connection: ConnectionFacts) -> SettingEffect {
    var copy = self
    copy.connection = connection
    return copy
  }

  private static let now = Town.morning.seconds

  static let all: [SettingEffect] = [
    SettingEffect("unknownTokens", ("enroll", "200"), ("reject", "BadDeviceToken"), Push().to(Town.token("nobody"))),
    SettingEffect(
      "unknownTopics", ("enroll", "DeviceTokenNotForTopic"), ("reject", "TopicDisallowed"), Push().topic("com.new")),
    SettingEffect("unknownKeys", ("enroll", "200"), ("reject", "InvalidProviderToken"), Push().by("NEWKEY0001")),
    SettingEffect(
      "providerTokenUpdates", (1, "200"), (0, "TooManyProviderTokenUpdates"), Push().by("KEYTOWN002"), after: [Push()]),
    SettingEffect(
      "looseProviderTokens", ("accept", "200"), ("reject", "InvalidProviderToken"), Push().token { $0.alg = "ES512" }),
    SettingEffect(
      "derSignatures", ("accept", "200"), ("reject", "InvalidProviderToken"),
      Push().token { $0.signature = TokenText.der(71) }),
    SettingEffect(
      "environmentKeyReason", ("BadEnvironmentKeyInToken", "BadEnvironmentKeyInToken"),
      ("BadEnvironmentKeyIdInToken", "BadEnvironmentKeyIdInToken"), Push().by("KEYPRODUCT")),
    SettingEffect("foreignCertificates", ("accept", "200"), ("reject", "BadCertificate"), Push())
      .on(.certificate(.tram.with { $0.isForeign = true })),
    SettingEffect(
      "backgroundPriority10", ("accept", "200"), ("reject", "BadPriority"),
      Push.of(.background).without("apns-priority")),
    SettingEffect("invalidPayload", ("accept", "200"), ("reject", "BadRequestPayload"), Push().body("x")),
    SettingEffect(
      "retiredTokenGraceSeconds", (3600, "200"), (1800, "Unregistered"), Push().to(Town.token("retired/superseded"))),
    SettingEffect(
      "uninstallGraceSeconds", (61, "200"), (60, "Unregistered"), Push().to(Town.token("empty-phone/device"))),
    SettingEffect(
      "pushesPerTokenPerSecond", (.null, "200"), (1, "TooManyRequests"), Push(), after: [Push()]),
  ]
}

@Suite("A setting")
struct SettingTests {
  @Test("has the default that is written first, and takes what is allowed", arguments: SettingExpectation.all)
  func row(_ expected: SettingExpectation) throws {
    let row = try #require(Settings.row(expected.name))
    #expect(row.read(Settings()) == expected.allowed[0])
    #expect(row.meaning.hasSuffix(".") && !row.allowed.isEmpty)
    for value in expected.allowed {
      var settings = Settings()
      #expect(row.write(&settings, value))
      #expect(row.read(settings) == value)
    }
    for value in expected.refused {
      var settings = Settings()
      #expect(!row.write(&settings, value), "\(value)")
      #expect(settings == Settings())
    }
  }

  @Test("has a row, and every row is a setting")
  func rows() {
    #expect(Settings.rows.map(\.name) == SettingExpectation.all.map(\.name))
    #expect(Settings.row("unknownTokes") == nil)
  }

  @Test("that a check reads changes its verdict", arguments: SettingEffect.all)
  func effect(_ row: SettingEffect) throws {
    for (value, summary) in row.values {
      var provider = try Provider(row.connection, settings: [row.name: value])
      for push in row.before { #expect(try provider.send(push).summary == "200") }
      #expect(try provider.send(row.push).summary == summary)
    }
  }

  @Test("of a world of no file enrolls what is unknown; of a world file it refuses it")
  func strictness() throws {
    let names = ["unknownTokens", "unknownTopics", "unknownKeys"]
    let file = try Town.load("{}").settings
    for name in names {
      let row = try #require(Settings.row(name))
      #expect(row.read(World(seed: 1).settings) == "enroll" && row.read(file) == "reject")
    }
    let loose = try Town.load("{ settings: { unknownTokens: 'enroll' } }").settings
    #expect(loose.unknownTokens == .enroll && loose.unknownTopics == .reject)
  }
}
