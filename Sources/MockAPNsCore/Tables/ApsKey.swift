/// One row of the table of keys that `aps` may have.
package struct ApsKey: Sendable {
  /// A JSON type that a value may have.
  package enum Form: Sendable {
    case text, number, one, object, texts, flag
    /// One of some words.
    case words([String])
    /// Text, or an object of `loc-key` and `loc-args` where the push goes to a Live Activity.
    case textOrLocalised

    func admits(_ value: JSON) -> Bool {
      switch (self, value) {
      case (.text, .string), (.textOrLocalised, .string), (.object, .object), (.number, .number), (.flag, .bool): true
      case (.textOrLocalised, .object): true
      case (.one, .number(let number)): number.integer == 1 || number.integer == 0
      case (.words(let words), .string(let word)): words.contains(word)
      case (.texts, .array(let values)): values.allSatisfy { $0.string != nil }
      default: false
      }
    }

    /// What an error says it must be.
    var wanted: String {
      switch self {
      case .text, .textOrLocalised: "a string"
      case .number: "a number"
      case .one: "the number 1"
      case .object: "an object"
      case .texts: "a list of strings"
      case .flag: "true or false"
      case .words(let words): "one of \(words.joined(separator: ", "))"
      }
    }
  }

  package var name: String
  /// The forms that a value may have.
  package var forms: [Form]
  package var basis: Basis
}

extension ApsKey {
  private static func row(_ name: String, _ forms: Form..., basis: Basis = .documented(ApplePage.payload)) -> ApsKey {
    ApsKey(name: name, forms: forms, basis: basis)
  }

  private static let activity = Basis.documented(ApplePage.liveActivities)

  /// The keys of `aps`.
  package static let table: [ApsKey] = [
    row("alert", .text, .object),
    row("badge", .number),
    row("sound", .text, .object),
    row("thread-id", .text),
    row("category", .text),
    row("target-content-id", .text),
    row("filter-criteria", .text),
    row("content-available", .one),
    row("mutable-content", .one),
    row("interruption-level", .words(["passive", "active", "time-sensitive", "critical"])),
    row("relevance-score", .number),
    row("timestamp", .number),
    row("event", .words(["start", "update", "end"])),
    row("content-state", .object),
    row("stale-date", .number),
    row("dismissal-date", .number),
    row("attributes-type", .text),
    row("attributes", .object),
    row("input-push-channel", .text, basis: activity),
    row("input-push-token", .one, basis: activity),
    row(
      "content-changed", .flag,
      basis: .documented(ApplePage.widgets)),
    row("url-args", .texts, basis: .observed("gh:RobotsAndPencils/buford, payload/browser.go (Safari)")),
  ]

  /// The keys of `aps.alert`.
  package static let alertTable: [ApsKey] = [
    row("title", .textOrLocalised),
    row("subtitle", .text),
    row("body", .textOrLocalised),
    row("launch-image", .text),
    row("title-loc-key", .text),
    row("title-loc-args", .texts),
    row("subtitle-loc-key", .text),
    row("subtitle-loc-args", .texts),
    row("loc-key", .text),
    row("loc-args", .texts),
    row("sound", .text, basis: activity),
    row("action", .text, basis: .observed("gh:RobotsAndPencils/buford, payload/browser.go (Safari)")),
    row("action-loc-key", .text, basis: .observed("legacy clients")),
    row("summary-arg", .text, basis: .documented("\(ApplePage.payload), until iOS 15")),
    row("summary-arg-count", .number, basis: .documented("\(ApplePage.payload), until iOS 15")),
  ]
}
