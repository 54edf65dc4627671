import Testing

@testable import MockAPNsCore

@Suite("A world of no file")
struct EnrollingTests {
  private let team = "ANYTEAM001"

  private func push(_ type: PushType = .alert, token: String = "new") -> Push {
    Push.of(type).by("ANYKEY0001", team).topic("com.new.app" + type.row.topicSuffix).to(Town.token(token))
  }

  @Test("makes key, app and device for the first push, tells each, and nothing for the second")
  func firstPush() throws {
    var provider = Provider(World(seed: 1))
    let answer = try provider.send(push())
    #expect(answer.summary == "200" && answer.findings == [.keyUnverified])
    #expect(answer.changes.map(\.kind) == [.key, .app, .device])
    #expect(answer.changes.map(\.value) == answer.changes.map { provider.world.entity($0.kind, $0.id) })
    let device = try #require(provider.world.devices.values.first)
    #expect(device.isEnrolled && device.environment == .sandbox && device.apps.count == 1)
    #expect(device.apps[0].tokens == [.device: try DeviceToken(parsing: Array(Town.token("new").utf8)[...])])
    #expect(provider.world.apps["com.new.app"]?.team == team && provider.world.apps["com.new.app"]?.isEnrolled == true)
    #expect(try provider.send(push()).changes.isEmpty)
    #expect(provider.world.revision == 5)
  }

  @Test(
    "makes a token of the kind that the topic says",
    arguments: PushType.allCases.filter { $0 != .mdm && $0 != .liveactivity })
  func kinds(_ type: PushType) throws {
    var provider = Provider(World(seed: 1))
    try provider.send(push(type))
    let entry = try #require(provider.world.tokens.values.first)
    #expect(entry.kind.topicSuffix == type.row.topicSuffix && entry.bundleID == "com.new.app")
    #expect(provider.world.tokens == provider.world.derivedTokens)
  }

  @Test(
    "makes a push-to-start token for a start, and adopts an activity for anything else",
    arguments: [
      (#"{"aps":{"event":"start","attributes-type":"Ride"}}"#, TokenKind.pushToStart(attributesType: "Ride")),
      (#"{"aps":{"event":"start"}}"#, .pushToStart(attributesType: "")),
      (#"{"aps":{"event":"update"}}"#, .update(activity: "adopted-\(Town.token("new").prefix(12))")),
      (#"{"aps":{"event":"end"}}"#, .update(activity: "adopted-\(Town.token("new").prefix(12))")),
      ("no JSON", .update(activity: "adopted-\(Town.token("new").prefix(12))")),
    ])
  func liveActivities(_ body: String, _ kind: TokenKind) throws {
    var provider = Provider(World(seed: 1))
    let answer = try provider.send(push(.liveactivity).body(body))
    #expect(provider.world.tokens.values.map(\.kind) == [kind])
    let isAdopted = answer.changes.map(\.kind).last == .activity
    if case .update(let activity) = kind {
      #expect(isAdopted && provider.world.activities[activity]?.startedAt == Town.morning)
      #expect(provider.world.activities[activity]?.updateToken?.text == Town.token("new"))
    } else {
      #expect(!isAdopted && provider.world.activities.isEmpty)
    }
    #expect(provider.world.tokens == provider.world.derivedTokens)
  }

  @Test("tells tokens with the same beginning apart")
  func sameBeginning() throws {
    var provider = Provider(World(seed: 1))
    let first = String(repeating: "a", count: 64)
    for token in [first, first.dropLast() + "b"] {
      #expect(try provider.send(push(.liveactivity).to(String(token))).summary == "200")
    }
    #expect(provider.world.devices.count == 2 && provider.world.activities.count == 2)
    #expect(provider.world.tokens.count == 2)
  }

  @Test("makes nothing for a push that is refused", arguments: RefusedPush.all)
  func refused(_ row: RefusedPush) throws {
    #expect(try row.answer().changes.isEmpty)
  }

  @Test("knows a made token in its environment and for its topic from then on")
  func afterwards() throws {
    var provider = Provider(World(seed: 1))
    try provider.send(push())
    #expect(try provider.send(push().authority("api.push.apple.com")).summary == "BadDeviceToken")
    #expect(try provider.send(push(.voip)).summary == "DeviceTokenNotForTopic")
    #expect(try provider.send(push().topic("com.other.app")).summary == "DeviceTokenNotForTopic")
  }

  @Test("has a team of its own for apps that only a certificate names")
  func certificate() throws {
    var provider = Provider(World(seed: 1), .certificate(.tram))
    try provider.send(Push().without("authorization"))
    #expect(provider.world.apps[Town.app]?.team == "" && provider.world.keys.isEmpty)
  }

  @Test("makes no more than it may: beyond the limits pushes are accepted and nothing is made")
  func limits() throws {
    var provider = Provider(World(seed: 1), ConnectionFacts(id: 1))
    try provider.send(push())
    let device = try #require(provider.world.devices.values.first)
    let app = try #require(provider.world.apps.values.first)
    let key = try #require(provider.world.keys.values.first)
    for number in provider.world.apps.count..<World.enrolledNameLimit { provider.world.apps["app\(number)"] = app }
    for number in provider.world.keys.count..<World.enrolledNameLimit { provider.world.keys["key\(number)"] = key }
    let answer = try provider.send(push(token: "other").topic("com.one.too.many"))
    #expect(answer.summary == "200" && answer.changes.isEmpty)
    provider.connect()
    #expect(try provider.send(push().by("ANYKEY0002", team)).changes.isEmpty)
    for number in 1..<World.enrolledDeviceLimit - 1 { provider.world.devices["device\(number)"] = device }
    #expect(try provider.send(push(token: "last")).changes.map(\.kind) == [.device])
    #expect(try provider.send(push(token: "too late")).changes.isEmpty)
    #expect(provider.world.devices.count == World.enrolledDeviceLimit)
  }
}

@Suite("The rate of pushes to a token")
struct TokenRateTests {
  @Test("counts accepted pushes within one second")
  func window() throws {
    var provider = try Provider(settings: ["pushesPerTokenPerSecond": 2])
    let times = [0, 400, 500, 999, 1000, 1399, 1400]
    let summaries = try times.map { try provider.send(at: Town.morning + $0).summary }
    let tooMany = "TooManyRequests"
    #expect(summaries == ["200", "200", tooMany, tooMany, "200", tooMany, "200"])
  }

  @Test("counts each token for itself, over all connections")
  func tokens() throws {
    var provider = try Provider(settings: ["pushesPerTokenPerSecond": 1])
    try provider.send()
    #expect(try provider.send(Push.of(.voip)).summary == "200")
    provider.connect()
    #expect(try provider.send().summary == "TooManyRequests")
  }

  @Test("is counted for so many tokens at once; then the counts begin anew")
  func limit() throws {
    var rates = TokenRates()
    let first = DeviceToken(derivedFrom: 0, for: "first")
    rates.add(first, at: Town.morning)
    for number in 1..<TokenRates.tokenLimit {
      rates.add(DeviceToken(derivedFrom: 0, for: "\(number)"), at: Town.morning)
    }
    #expect(rates.count(of: first, at: Town.morning) == 1)
    rates.add(DeviceToken(derivedFrom: 0, for: "one more"), at: Town.morning)
    #expect(rates.count(of: first, at: Town.morning) == 0)
  }
}
