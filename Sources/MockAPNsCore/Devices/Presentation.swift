/// What an alert push shows, plays and sets, as far as its `aps` is in order.
struct Presentation {
  /// Title, subtitle and body as far as there are any.
  var texts: [String] = []
  var sound: String?
  var badge: Int64?
  var level = "active"
  var wakesApp = false
  var runsExtension = false
  var category: String?

  init(_ aps: JSONObject) {
    if let alert = aps["alert"] { readAlert(alert) }
    if let sound = aps["sound"] { readSound(sound) }
    badge = aps["badge"]?.integer
    level = aps["interruption-level"]?.string ?? level
    wakesApp = Self.isOne(aps["content-available"])
    runsExtension = Self.isOne(aps["mutable-content"]) && !texts.isEmpty
    category = aps["category"]?.string
  }

  /// Whether a flag of `aps` is set: the number 1 and nothing else. Documented: `ApplePage.payload`.
  static func isOne(_ value: JSON?) -> Bool { value?.integer == 1 }

  private mutating func readAlert(_ alert: JSON) {
    if let body = alert.string { return add(body) }
    guard let alert = alert.object else { return }
    for (name, keyName, argumentsName) in Self.alertTexts {
      if let text = alert[name]?.string {
        add(text)
      } else if let key = alert[keyName]?.string, !key.isEmpty {
        add("\(key)(\((alert[argumentsName]?.array ?? []).map { $0.string ?? $0.text() }.joined(separator: ", ")))")
      }
    }
  }

  private static let alertTexts = [
    ("title", "title-loc-key", "title-loc-args"), ("subtitle", "subtitle-loc-key", "subtitle-loc-args"),
    ("body", "loc-key", "loc-args"),
  ]

  private mutating func add(_ text: String) {
    if !text.isEmpty { texts.append(text) }
  }

  private mutating func readSound(_ sound: JSON) {
    if let name = sound.string {
      self.sound = name.isEmpty ? nil : name
    } else if let sound = sound.object, let name = sound["name"]?.string {
      let volume = sound["volume"]?.number.map { " at volume \($0.text)" } ?? ""
      self.sound = Self.isOne(sound["critical"]) ? "\(name), critical\(volume)" : name
    }
  }

  /// What is seen and heard, in one line.
  var detail: String {
    var parts = [texts.map { "\"\($0)\"" }.joined(separator: " ")]
    if let sound { parts.append("sound \(sound)") }
    if level != "active" { parts.append("interruption level \(level)") }
    if let category { parts.append("category \(category)") }
    if runsExtension { parts.append("the service extension ran first") }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
