import MockAPNsCore
import Testing

/// A scene whose first push ends with an outcome, and a neighbour of it that ends otherwise.
struct OutcomeRow: Sendable {
  let kind: OutcomeKind
  let reason: OutcomeReason?
  let scene: DeviceScene
  /// All outcomes of the first push, in their order.
  let outcomes: [String]
  let neighbour: DeviceScene
  let neighbourOutcomes: [String]

  /// - Parameters:
  ///   - kind: what the row is about; it must be among the outcomes.
  ///   - outcomes: all of them, when there is another one.
  init(
    _ kind: OutcomeKind, _ reason: OutcomeReason?, _ scene: DeviceScene, _ outcomes: [String]? = nil,
    but neighbour: DeviceScene, _ neighbourOutcomes: String...
  ) {
    self.kind = kind
    self.reason = reason
    self.scene = scene
    self.outcomes = outcomes ?? [Self.word(kind, reason)]
    self.neighbour = neighbour
    self.neighbourOutcomes = neighbourOutcomes
  }

  /// An outcome that has no reason.
  init(
    _ kind: OutcomeKind, _ scene: DeviceScene, _ outcomes: [String]? = nil, but neighbour: DeviceScene,
    _ neighbourOutcomes: String...
  ) {
    self.kind = kind
    self.reason = nil
    self.scene = scene
    self.outcomes = outcomes ?? [kind.rawValue]
    self.neighbour = neighbour
    self.neighbourOutcomes = neighbourOutcomes
  }

  var word: String { Self.word(kind, reason) }

  private static func word(_ kind: OutcomeKind, _ reason: OutcomeReason?) -> String {
    [kind.rawValue, reason?.rawValue].compactMap { $0 }.joined(separator: " ")
  }

  static let all = notifications + background + services + storing + tokens

  /// What an alert push shows.
  static let notifications: [OutcomeRow] = [
    OutcomeRow(
      .presented, DeviceScene(.aps(#""alert":{"title":"Hi"}"#)),
      but: DeviceScene(.aps(#""alert":{"title":""}"#)), "dropped nothing-to-show"),
    OutcomeRow(
      .presented, DeviceScene(.aps(#""alert":{"loc-key":"HI","loc-args":["you"]}"#)),
      but: DeviceScene(.aps(#""alert":{"loc-args":["you"]}"#)), "dropped nothing-to-show"),
    OutcomeRow(
      .listed, DeviceScene(.aps(#""alert":"Hi","interruption-level":"passive""#)),
      but: DeviceScene(.aps(#""alert":"Hi","interruption-level":"time-sensitive""#)), "presented"),
    OutcomeRow(.listed, DeviceScene(ScenePush().priority(1)), but: DeviceScene(ScenePush().priority(5)), "presented"),
    OutcomeRow(
      .sounded, DeviceScene(.aps(#""sound":"default""#)), but: DeviceScene(.aps(#""sound":"x","alert":"y""#)),
      "presented"),
    OutcomeRow(
      .sounded, DeviceScene(.aps(#""sound":{"name":"horn.caf","critical":1,"volume":0.5}"#)),
      but: DeviceScene(.aps(#""sound":{"critical":1}"#)), "dropped nothing-to-show"),
    OutcomeRow(
      .badged, DeviceScene(.aps(#""badge":0"#)), but: DeviceScene(.aps(#""badge":"0""#)), "dropped nothing-to-show"),
    OutcomeRow(
      .badged, DeviceScene(.aps(#""alert":"Hi","badge":3"#)), ["presented", "badged"], but: DeviceScene(), "presented"),
    OutcomeRow(
      .dropped, .notificationsOff, DeviceScene(app: #""notifications":"denied""#),
      but: DeviceScene(app: #""notifications":"allowed""#), "presented"),
    OutcomeRow(
      .dropped, .nothingToShow, DeviceScene(.aps("")), but: DeviceScene(.aps(#""sound":"x""#)), "sounded"),
    OutcomeRow(
      .dropped, .payloadNotJSON, DeviceScene(.body("hello")),
      but: DeviceScene(.body(#"{"aps":{"alert":"hello"}}"#)), "presented"),
    OutcomeRow(
      .dropped, .payloadNotObject, DeviceScene(.body(#"[{"aps":{"alert":"Hi"}}]"#)), but: DeviceScene(), "presented"),
    OutcomeRow(
      .dropped, .apsMissing, DeviceScene(.body(#"{"alert":"Hi"}"#)),
      but: DeviceScene(.body(#"{"alert":"Hi","aps":{"badge":1}}"#)), "badged"),
    OutcomeRow(
      .dropped, .nullInPayload, DeviceScene(.aps(#""alert":{"title":"Hi","body":null}"#)),
      but: DeviceScene(.body(#"{"aps":{"alert":"Hi"},"mine":null}"#)), "presented"),
    OutcomeRow(
      .dropped, .pushTypeMissing, DeviceScene(.body(#"{"aps":{"alert":"Hi"}}"#, type: nil)).onWatch,
      but: DeviceScene().onWatch, "presented"),
    OutcomeRow(
      .dropped, .pushTypeMissing, DeviceScene(.body(#"{"aps":{"alert":"Hi"}}"#, type: nil)).onWatch,
      but: DeviceScene(.body(#"{"aps":{"alert":"Hi"}}"#, type: nil)), "presented"),
  ]

  /// Waking an app, alone and with an alert.
  static let background: [OutcomeRow] = [
    OutcomeRow(
      .woken, DeviceScene(.background), but: DeviceScene(.background, app: #""forceQuit":true"#), "dropped force-quit"),
    OutcomeRow(
      .woken, DeviceScene(.aps(#""alert":"Hi","content-available":1"#)), ["presented", "woken"],
      but: DeviceScene(.aps(#""alert":"Hi","content-available":0"#)), "presented"),
    OutcomeRow(
      .woken, DeviceScene(.aps(#""alert":"Hi","content-available":1"#), app: #""notifications":"denied""#),
      ["dropped notifications-off", "woken"], but: DeviceScene(app: #""notifications":"denied""#),
      "dropped notifications-off"),
    OutcomeRow(
      .woken, DeviceScene(.body(#"{"aps":{"content-available":1}}"#, type: nil)),
      but: DeviceScene(.aps(#""content-available":1"#)), "dropped push-type-mismatch"),
    OutcomeRow(
      .woken, DeviceScene(.body(#"{"aps":{"content-available":1,"alert":"not shown"}}"#, type: "background")),
      but: DeviceScene(.aps(#""content-available":1,"alert":"shown""#)), "presented", "woken"),
    OutcomeRow(
      .dropped, .pushTypeMismatch, DeviceScene(.aps(#""content-available":1"#)),
      but: DeviceScene(.body(#"{"aps":{"content-available":1}}"#, type: "background")), "woken"),
    OutcomeRow(
      .dropped, .contentAvailableOff, DeviceScene(.body(#"{"aps":{"content-available":true}}"#, type: "background")),
      but: DeviceScene(.body(#"{"aps":{"content-available":1.0}}"#, type: "background")), "woken"),
    OutcomeRow(
      .dropped, .contentAvailableOff, DeviceScene(.body(#"{"aps":{}}"#, type: "background")),
      but: DeviceScene(.background), "woken"),
    OutcomeRow(
      .dropped, .forceQuit, DeviceScene(.background).after(.app(#""forceQuit":true"#)),
      but: DeviceScene(.background).after(.app(#""forceQuit":true"#), .app(#""foreground":true"#)), "woken"),
    OutcomeRow(
      .dropped, .forceQuit, DeviceScene(.aps(#""alert":"Hi","content-available":1"#), app: #""forceQuit":true"#),
      ["presented", "dropped force-quit"], but: DeviceScene(app: #""forceQuit":true"#), "presented"),
    OutcomeRow(
      .held, .lowPower, DeviceScene(.background.priority(1)), but: DeviceScene(.background.priority(5)), "woken"),
    OutcomeRow(
      .held, .lowPower, DeviceScene(.background.priority(1), then: .app(#""foreground":true"#)),
      ["held low-power", "woken"], but: DeviceScene(.background.priority(1), app: #""foreground":true"#), "woken"),
    OutcomeRow(
      .dropped, .forceQuit, DeviceScene(.background.priority(1), then: .app(#""forceQuit":true"#)),
      ["held low-power", "dropped force-quit"],
      but: DeviceScene(.background.priority(1), then: .app(#""notifications":"denied""#)), "held low-power"),
  ]
}

extension DeviceScene {
  var onWatch: DeviceScene { with { $0.device = #""platform":"watchOS","osVersion":"11.2""# } }
}
