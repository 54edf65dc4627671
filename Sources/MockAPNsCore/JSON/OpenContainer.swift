/// An object or array whose closing bracket is still to come.
struct OpenContainer {
  let isObject: Bool
  /// The key whose value is being read or was read last.
  private(set) var name = ""
  private var members: [JSONObject.Member] = []
  private var elements: [JSON] = []
  /// The names so far, once there are too many to compare one by one.
  private var names: Set<Spelling>?

  init(isObject: Bool) {
    self.isObject = isObject
  }

  var end: UInt8 {
    isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  var value: JSON {
    isObject ? .object(JSONObject(members)) : .array(elements)
  }

  /// The step to the value that is being read.
  var pending: JSONPathElement {
    isObject ? .key(name) : .index(elements.count)
  }

  /// What a message calls the value read last.
  var latest: String {
    isObject ? "the value of \(quoted(name))" : "the array element"
  }

  mutating func append(_ value: JSON) {
    if isObject {
      if members.isEmpty { members.reserveCapacity(4) }
      members.append(JSONObject.Member(name: name, value: value))
    } else {
      elements.append(value)
    }
  }

  /// Takes the key of the next member; true when the object already has it.
  mutating func begin(_ name: String) -> Bool {
    self.name = name
    if members.count < 16 { return members.contains { $0.name.isSpelled(name) } }
    if names == nil { names = Set(members.map { Spelling(text: $0.name) }) }
    return names?.insert(Spelling(text: name)).inserted == false
  }
}

/// A text that equals another only byte by byte.
private struct Spelling: Hashable {
  let text: String

  static func == (left: Spelling, right: Spelling) -> Bool {
    left.text.isSpelled(right.text)
  }

  func hash(into hasher: inout Hasher) {
    // Hashing the text itself would give all spellings of a letter one hash, and a sender quadratic time.
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
