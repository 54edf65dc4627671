/// An object or array whose end is still to come.
struct OpenContainer {
  enum Kind {
    case object
    case array

    /// The byte that closes it.
    var end: UInt8 {
      self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }
  }

  let kind: Kind
  /// The key whose value is being read.
  private var name = ""
  private var members: [JSONObject.Member] = []
  private var elements: [JSON] = []
  private var seen = SeenNames()

  init(_ kind: Kind) {
    self.kind = kind
    if kind == .object { members.reserveCapacity(8) }
  }

  var value: JSON {
    kind == .object ? .object(JSONObject(members)) : .array(elements)
  }

  mutating func append(_ value: consuming JSON) {
    if kind == .object {
      members.append(JSONObject.Member(name: take(), value: value))
    } else {
      elements.append(value)
    }
  }

  /// Gives the name away, which spares counting a reference to it.
  private mutating func take() -> String {
    var taken = ""
    swap(&taken, &name)
    return taken
  }

  /// Takes the key of the next member; false when the object already has it.
  mutating func begin(_ name: String) -> Bool {
    self.name = name
    return seen.insert(name, after: members)
  }
}

extension OpenContainer {
  /// The step to the value that is being read.
  var pending: JSONPathElement {
    kind == .object ? .key(name) : .index(elements.count)
  }

  /// What a message calls the value read last.
  var latest: String {
    kind == .object ? "the value of \(quoted(members.last?.name ?? ""))" : "the array element"
  }

  /// What a message calls the value that is missing.
  var expectation: String {
    kind == .object ? "a value for the key \(quoted(name))" : "a value"
  }
}

/// Tells whether an object already has a name, quickly for few members and for many.
private struct SeenNames {
  /// A bit for each length, so that most new names are known as new at once.
  private var lengths: UInt64 = 0
  /// All names, once there are too many to compare one by one.
  private var many: Set<Spelling>?

  /// False when the name is among the members, which must be those inserted before.
  mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
    guard members.count < 16 else { return insertAmongMany(name, after: members) }
    let bit: UInt64 = 1 << UInt64(name.utf8.count & 63)
    let isSurelyNew = lengths & bit == 0
    lengths |= bit
    return isSurelyNew || !members.contains { $0.name.isSpelled(name) }
  }

  private mutating func insertAmongMany(_ name: String, after members: [JSONObject.Member]) -> Bool {
    if many == nil { many = Set(members.map { Spelling(text: $0.name) }) }
    return many?.insert(Spelling(text: name)).inserted == true
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
    ByteView.read(text) { $0.hash(into: &hasher) }
  }
}
