/// What an alert push shows, plays and sets, as far as its `aps` is in order.
///
/// Nothing is put into words before somebody asks, since a push that nobody looks at should cost little.
package struct Presentation {
  private let aps: JSONObject

  package init(_ aps: JSONObject) {
    self.aps = aps
  }

  /// Whether a flag of `aps` is set: the number 1 and nothing else. Documented: `ApplePage.payload`.
  static func isOne(_ value: JSON?) -> Bool { value?.integer == 1 }

  /// Whether there is a title, a subtitle or a body.
  var hasTexts: Bool {
    switch aps["alert"] {
    case .string(let body): !body.isEmpty
    case .object(let alert):
      Self.alertTexts.contains { row in
        if let text = alert[row.name]?.string { return !text.isEmpty }
        return alert[row.key]?.string?.isEmpty == false
      }
    default: false
    }
  }

  var isPassive: Bool { aps["interruption-level"]?.string == "passive" }
  var badge: Int64? { aps["badge"]?.integer }
  var wakesApp: Bool { Self.isOne(aps["content-available"]) }

  /// Whether the service extension may change what is shown, which it may where there is a text.
  var runsExtension: Bool { Self.isOne(aps["mutable-content"]) && hasTexts }

  /// The sound as it is named, with what makes a critical one of it.
  var sound: String? {
    switch aps["sound"] {
    case .string(let name): return name.isEmpty ? nil : name
    case .object(let sound):
      guard let name = sound["name"]?.string else { return nil }
      let volume = sound["volume"]?.number.map { " at volume \($0.text)" } ?? ""
      return Self.isOne(sound["critical"]) ? "\(name), critical\(volume)" : name
    default: return nil
    }
  }

  /// Title, subtitle and body as far as there are any.
  private var texts: [String] {
    if let body = aps["alert"]?.string { return body.isEmpty ? [] : [body] }
    guard let alert = aps["alert"]?.object else { return [] }
    return Self.alertTexts.compactMap { row in
      if let text = alert[row.name]?.string { return text.isEmpty ? nil : text }
      guard let key = alert[row.key]?.string, !key.isEmpty else { return nil }
      return "\(key)(\((alert[row.arguments]?.array ?? []).map { $0.string ?? $0.text() }.joined(separator: ", ")))"
    }
  }

  private static let alertTexts = [
    (name: "title", key: "title-loc-key", arguments: "title-loc-args"),
    (name: "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args"),
    (name: "body", key: "loc-key", arguments: "loc-args"),
  ]

  /// What is seen and heard, in one line.
  package var detail: String {
    var parts = [texts.map { "\"\($0)\"" }.joined(separator: " ")]
    if let sound { parts.append("sound \(sound)") }
    if let level = aps["interruption-level"]?.string, level != "active" { parts.append("interruption level \(level)") }
    if let category = aps["category"]?.string { parts.append("category \(category)") }
    if runsExtension { parts.append("the service extension ran first") }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension Outcome {
  /// What is said beside kind and reason, in words; the payload is that of the push.
  package static func words(for detail: Detail?, payload: @autoclosure () -> [UInt8]) -> String? {
    switch detail {
    case nil: return nil
    case .text(let text): return text
    case .alert(let isInFront):
      return presentation(payload()).detail + (isInFront ? "; the app is in front and decides what is shown" : "")
    case .change(let rest):
      let alert = ActivityPush.alert(aps(payload())).map { "alerted with \"\(ActivityPush.words($0))\"" }
      return (alert ?? "silent") + rest
    case .badge:
      let badge = presentation(payload()).badge ?? 0
      return badge == 0 ? "the badge is gone" : "the badge shows \(badge)"
    }
  }

  private static func presentation(_ payload: [UInt8]) -> Presentation { Presentation(aps(payload)) }

  private static func aps(_ payload: [UInt8]) -> JSONObject {
    (try? JSONReader.read(payload).value)?["aps"]?.object ?? JSONObject()
  }
}
