extension JSON: Equatable {
  /// Compares with a list of what is left to compare, since deep values would overflow the stack of a small thread.
  package static func == (left: JSON, right: JSON) -> Bool {
    var pending: [(JSON, JSON)] = []
    guard compare(left, right, inside: &pending) else { return false }
    while let (left, right) = pending.popLast() {
      guard compare(left, right, inside: &pending) else { return false }
    }
    return true
  }

  /// Whether two values are alike but for what is inside them, which it adds to the pairs.
  private static func compare(_ left: JSON, _ right: JSON, inside pairs: inout [(JSON, JSON)]) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left.isSpelled(right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      pairs += zip(left, right)
      return true
    case (.object(let left), .object(let right)):
      guard left.members.count == right.members.count else { return false }
      for (left, right) in zip(left.members, right.members) {
        guard left.name.isSpelled(right.name) else { return false }
        pairs.append((left.value, right.value))
      }
      return true
    default: return false
    }
  }
}
