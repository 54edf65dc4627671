import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

/// A gateway whose clock stands still at noon: made-up apps on phones, and what happens to their Live Activities.
///
/// Senders go by the same clock, so every time is exact.
final class ActivityStage {
  let gateway: TestGateway
  /// The newest activity.
  private(set) var activity = ""
  private var pushes: [PushAnswer] = []
  private var firstTokens: [String: String] = [:]
  private let key: JSON
  private let app: String
  /// Whether senders live in real time, whatever the devices' clock shows.
  private let isWall: Bool
  private let set: ActivityStageSet

  static let startToken = "80" + String(repeating: "5a", count: 79)

  /// - Parameter settings: members of `settings` in JSON5.
  init(_ settings: String = "", world: String = ActivityStage.world, app: String = "com.example.tram") throws {
    self.app = app
    isWall = !world.contains("senderClock")
    set = try world == Self.world ? ActivityStageSet.take() : ActivityStageSet(world)
    gateway = set.gateway
    key = try gateway.api("GET", "/connect").json
    guard !settings.isEmpty else { return }
    let values = try JSONReader.read(Array("{\(settings)}".utf8), dialect: .json5).value.text()
    let answer = try gateway.api("PATCH", "/settings", values)
    #expect(answer.status == 200, "\(answer.text)")
  }

  deinit { set.giveBack() }

  /// Lets all of it happen; what the API refuses is an issue.
  func run(_ steps: [ActivityStep]) throws {
    for step in steps {
      switch step {
      case .push(let push): try send(push)
      case .at(let time):
        try call("POST", "/clock/advance", #"{"to":"\#(ISO8601.format(DayTime.milliseconds(time)))"}"#)
      case .activity(let action, let body): try call("POST", "/activities/\(activity)/\(action)", body)
      case .phone(let body): try call("PATCH", "/devices/phone", body)
      case .app(let body): try call("PATCH", "/devices/phone/apps/\(app)", body)
      case .api(let method, let path, let body): try call(method, path, body)
      }
    }
  }

  private func call(_ method: String, _ path: String, _ body: String) throws {
    let answer = try gateway.api(method, path, try filled(body))
    #expect(answer.status / 100 == 2, "\(method) \(path) \(body): \(answer.text)")
    if method == "POST", path == "/activities", let id = answer.json["id"]?.string { activity = id }
    try noteToken()
  }

  private func noteToken() throws {
    if !activity.isEmpty, firstTokens[activity] == nil { firstTokens[activity] = try token }
  }

  // MARK: - Pushing

  @discardableResult
  func send(_ step: ActivityPushStep) throws -> PushAnswer {
    var push = Push(topic: "\(app).push-type.liveactivity")
    push.fields = [("apns-push-type", "liveactivity")] + step.fields
    if let topic = push.fields.firstIndex(where: { $0.0 == "apns-topic" }) {
      push.topic = push.fields.remove(at: topic).1
    }
    for index in push.fields.indices { push.fields[index].1 = try filled(push.fields[index].1) }
    push.authorization = "bearer \(try providerToken())"
    push.body = Array(try filled(step.body).utf8)
    switch step.target {
    case .start: push.token = Self.startToken
    case .activity: push.token = try #require(try token)
    case .firstToken: push.token = try #require(firstTokens[activity])
    case .token(let token): push.token = token
    }
    let answer = try gateway.push(push)
    pushes.append(answer)
    let outcome = try record(of: answer)["outcomes"]?.array?.last
    if outcome?["outcome"] == "activity-started", let id = outcome?["activity"]?.string { activity = id }
    try noteToken()
    return answer
  }

  /// A provider token of this moment by the stage's clock.
  private func providerToken() throws -> String {
    func text(_ name: String) throws -> String { try #require(key[name]?.string) }
    return try ProviderTokenMaker.make(
      privateKeyPEM: try text("p8"), keyID: try text("keyId"), teamID: try text("teamId"),
      issuedAtSeconds: try now / 1000)
  }

  /// What a sender's clock shows.
  private var now: Int64 {
    get throws {
      if isWall { return SystemClock.wallMilliseconds() }
      let shown = try #require(try gateway.api("GET", "/clock").json["now"]?.string)
      return try #require(ISO8601.parse(shown))
    }
  }

  private func filled(_ text: String) throws -> String {
    guard text.contains("@") else { return text }
    let now = try now
    return text.replacing(#/@(now|\+[0-9]+|[0-9][0-9:.]*)/#) { match in
      let later = match.1.first == "+" ? Int64(match.1.dropFirst()).map { now + $0 * 1000 } : nil
      let milliseconds = later ?? (match.1 == "now" ? now : DayTime.milliseconds(String(match.1)))
      return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
  }

  private func record(of answer: PushAnswer) throws -> JSON {
    try #require(try gateway.deliveries("apnsId=\(answer.id)").first)
  }

  // MARK: - What happened

  /// The record of the last push.
  var last: JSON { get throws { try record(of: try #require(pushes.last)) } }

  /// What became of each push: `started`, `updated` and `ended`, else the reason of a drop, or status and reason.
  var outcomes: String { get throws { try outcomes(ofLast: pushes.count) } }

  func outcomes(ofLast count: Int) throws -> String {
    try pushes.suffix(count).map { try outcome(of: $0) }.joined(separator: ", ")
  }

  private func outcome(of answer: PushAnswer) throws -> String {
    if answer.status != 200 { return "\(answer.status) \(answer.reason ?? "")" }
    let outcomes = try #require(try record(of: answer)["outcomes"]?.array)
    return outcomes.map { outcome in
      let kind = outcome["outcome"]?.string ?? ""
      return kind == "dropped" ? outcome["reason"]?.string ?? "" : kind.replacing("activity-", with: "")
    }.joined(separator: " then ")
  }

  /// The newest activity as the API shows it.
  var shown: JSON { get throws { try gateway.api("GET", "/activities/\(activity)").json } }

  /// Its states, each with the time at which it came: `active 12:00, ended 12:10`.
  var states: String {
    get throws {
      try (shown["changes"]?.array ?? []).map { change in
        "\(change["state"]?.string ?? "") \(DayTime.text(change["at"]?.string ?? ""))"
      }.joined(separator: ", ")
    }
  }

  var token: String? { get throws { try shown["tokens"]?["update"]?.string } }
  var stop: String? { get throws { try shown["contentState"]?["stop"]?.string } }
  var presentedAs: String {
    get throws { try (shown["presentedAs"]?.array ?? []).compactMap(\.string).joined(separator: " ") }
  }
  /// The ids of the findings of the last push.
  var findings: [String] { get throws { try (last["findings"]?.array ?? []).compactMap { $0["id"]?.string } } }
  /// The detail of its last outcome.
  var detail: String { get throws { try last["outcomes"]?.array?.last?["detail"]?.string ?? "" } }
}

/// Times of the stage's day, such as `12:30`, `12:30:01`, `12:30:01.500`, or `36:00` of the next.
enum DayTime {
  static let midnight: Int64 = 1_772_323_200_000

  static func milliseconds(_ text: String) -> Int64 {
    let parts = text.split(separator: ":").map { Double($0) ?? 0 } + [0]
    return midnight + Int64(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000)
  }

  static func text(_ time: String) -> String {
    let passed = (ISO8601.parse(time) ?? 0) - midnight
    let (minutes, rest) = (passed / 60_000, passed % 60_000)
    let hour = "\(two(minutes / 60)):\(two(minutes % 60))"
    if rest == 0 { return hour }
    return "\(hour):\(two(rest / 1000))" + (rest % 1000 == 0 ? "" : ".\(rest % 1000)")
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
