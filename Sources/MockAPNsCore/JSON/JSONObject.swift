/// The members of a JSON object in the order written, repeated names included.
///
/// Names are compared byte by byte: two Unicode spellings of one letter are two names. Look-up is a linear search.
package struct JSONObject: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }

    package static func == (left: Member, right: Member) -> Bool {
      left.name.isSpelled(right.name) && left.value == right.value
    }
  }

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) {
    self.members = members
  }

  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSON.object(left) == .object(right)
  }

  package var isEmpty: Bool {
    members.isEmpty
  }

  /// The value of the first member of that name, as JSONDecoder picks it.
  package subscript(name: String) -> JSON? {
    firstIndex(of: name).map { members[$0].value }
  }

  /// Adds a member at the end, also when the name is already there.
  package mutating func append(_ name: String, _ value: JSON) {
    members.append(Member(name: name, value: value))
  }

  /// Replaces the first value of that name and drops its repetitions, or adds a member at the end.
  package mutating func set(_ name: String, _ value: JSON) {
    guard let first = firstIndex(of: name) else { return append(name, value) }
    members[first].value = value
    let head = members[...first]
    members = head + members[(first + 1)...].filter { !$0.name.isSpelled(name) }
  }

  /// Drops every member of that name.
  package mutating func remove(_ name: String) {
    members.removeAll { $0.name.isSpelled(name) }
  }

  private func firstIndex(of name: String) -> Int? {
    members.firstIndex { $0.name.isSpelled(name) }
  }
}

extension JSON {
  /// The same with each key of an object once, and the value that look-up finds.
  package var withoutRepetitions: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutRepetitions))
    case .object(let object):
      var names: Set<[UInt8]> = []
      let members = object.members.filter { names.insert(Array($0.name.utf8)).inserted }
      return .object(
        JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.withoutRepetitions) }))
    case .null, .bool, .number, .string: return self
    }
  }
}

extension String {
  /// Whether both texts have the same bytes; `==` would also unite different spellings of one letter.
  func isSpelled(_ other: String) -> Bool {
    hasBits(of: other) || utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }

  /// True for texts of the same bytes, mostly: those of up to 15 bytes, as names are, hold their bytes themselves.
  @inline(__always)
  func hasBits(of other: String) -> Bool {
    typealias Bits = (UInt64, UInt64)
    return unsafe unsafeBitCast(self, to: Bits.self) == unsafeBitCast(other, to: Bits.self)
  }
}
