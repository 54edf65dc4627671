/// One thing that happens in a test of Live Activities: a push, a call of the API, or time.
///
/// In a body `@12:30` is that time of the stage's day in seconds since 1970, `@now` what the sender's clock shows, and
/// `@+60` a minute later.
enum ActivityStep: Sendable {
  case push(ActivityPushStep)
  /// Turns the clock to a time of the stage's day; hours may go beyond 24.
  case at(String)
  /// A POST to a path below the activity: what its app or its user does.
  case activity(String, String = "")
  /// Changes the phone.
  case phone(String)
  /// Changes the app on the phone.
  case app(String)
  case api(String, String, String = "")
}

/// A push as a row writes it.
struct ActivityPushStep: Sendable {
  enum Target: Sendable {
    /// The push-to-start token of the phone.
    case start
    /// The update token that the newest activity has now.
    case activity
    /// The update token that it had first.
    case firstToken
    case token(String)
  }

  var body: String
  var target = Target.activity
  var fields: [(String, String)] = []
}

extension ActivityStep {
  /// Leaves a member out.
  static let absent = ""

  /// A push to start a tram ride; members of `aps` as JSON text, in place of the usual ones or added.
  static func start(_ members: KeyValuePairs<String, String> = [:]) -> ActivityStep {
    let usual = [
      ("timestamp", "@now"), ("event", #""start""#), ("attributes-type", #""TramAttributes""#),
      ("attributes", #"{"line":"9"}"#), ("content-state", #"{"stop":"A"}"#), ("alert", #"{"title":"Tram"}"#),
    ]
    return .push(ActivityPushStep(body: body(usual, members), target: .start))
  }

  /// A push that updates it.
  static func update(_ members: KeyValuePairs<String, String> = [:]) -> ActivityStep {
    let usual = [("timestamp", "@now"), ("event", #""update""#), ("content-state", #"{"stop":"B"}"#)]
    return .push(ActivityPushStep(body: body(usual, members)))
  }

  /// A push that ends it.
  static func end(_ members: KeyValuePairs<String, String> = [:]) -> ActivityStep {
    let usual = [("timestamp", "@now"), ("event", #""end""#), ("content-state", #"{"stop":"Z"}"#)]
    return .push(ActivityPushStep(body: body(usual, members)))
  }

  /// The app starts it; members of the body as JSON text.
  static func begin(_ members: KeyValuePairs<String, String> = [:]) -> ActivityStep {
    let usual = [
      ("device", #""phone""#), ("bundleId", #""com.example.tram""#), ("attributesType", #""TramAttributes""#),
      ("attributes", #"{"line":"9"}"#), ("contentState", #"{"stop":"A"}"#),
    ]
    return .api("POST", "/activities", object(usual, members))
  }

  /// The app schedules it for one o'clock.
  static let beginLater = begin(["start": #""+1h""#, "alert": #""Soon""#])

  /// The same push elsewhere or with other headers.
  func to(_ target: ActivityPushStep.Target) -> ActivityStep { changed { $0.target = target } }
  func with(_ name: String, _ value: String) -> ActivityStep { changed { $0.fields.append((name, value)) } }
  /// The same push with another body.
  func saying(_ body: String) -> ActivityStep { changed { $0.body = body } }

  private func changed(_ change: (inout ActivityPushStep) -> Void) -> ActivityStep {
    guard case .push(var push) = self else { return self }
    change(&push)
    return .push(push)
  }

  private static func body(_ usual: [(String, String)], _ members: KeyValuePairs<String, String>) -> String {
    #"{"aps":\#(object(usual, members))}"#
  }

  private static func object(_ usual: [(String, String)], _ members: KeyValuePairs<String, String>) -> String {
    var all = usual.filter { usual in !members.contains { $0.key == usual.0 } }
    all += members.filter { $0.value != absent }.map { ($0.key, $0.value) }
    return "{" + all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}
