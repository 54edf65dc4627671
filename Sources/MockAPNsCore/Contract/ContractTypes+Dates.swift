/// Dates that decode into a year nobody meant.
extension ContractTypes {
  func suspectDates(in value: JSON, as type: Index) -> [SuspectDate] {
    var found: [SuspectDate] = []
    if holdsDate[type] { collect(value, as: type, into: &found) }
    for index in found.indices { found[index].path.elements.reverse() }
    return found
  }

  /// Adds what is suspect, each path from the inside out.
  private func collect(_ value: JSON, as type: Index, into found: inout [SuspectDate]) {
    switch (shapes[type], value) {
    case (.date, .number(let number)):
      guard let seconds = number.double, seconds > SuspectDate.limit else { return }
      found.append(SuspectDate(value: number, isMilliseconds: seconds >= SuspectDate.millisecondsLimit))
    case (.optional(let wrapped), _): collect(value, as: wrapped, into: &found)
    case (.structure(let members), .object(let object)): collect(object, members, into: &found)
    case (.caseEnum(let index), .object(let object)):
      for known in caseEnums[index] {
        guard let place = object.firstMember(equal: known.key), let values = object.members[place].value.object
        else { continue }
        collectInside(.key(known.key), &found) { collect(values, known.values, into: &$0) }
      }
    case (.object(_, let element), .object(let object)):
      for member in object.members {
        collectInside(.key(member.name), &found) { collect(member.value, as: element, into: &$0) }
      }
    case (_, .array(let elements)): collect(elements, as: shapes[type], into: &found)
    default: return
    }
  }

  private func collect(_ object: JSONObject, _ members: Members, into found: inout [SuspectDate]) {
    for index in members.range where holdsDate[self.members[index].type] {
      guard let place = object.firstMember(equal: self.members[index].key) else { continue }
      collectInside(.key(self.members[index].key), &found) {
        collect(object.members[place].value, as: self.members[index].type, into: &$0)
      }
    }
  }

  private func collect(_ elements: [JSON], as shape: Shape, into found: inout [SuspectDate]) {
    for (index, value) in elements.enumerated() {
      guard let type = elementType(index, of: shape), holdsDate[type] else { continue }
      collectInside(.index(index), &found) { collect(value, as: type, into: &$0) }
    }
  }

  /// What the element of an array is decoded as; nil when it is not.
  private func elementType(_ index: Int, of shape: Shape) -> Index? {
    switch shape {
    case .array(let element): element
    case .range(let bound): index < 2 ? bound : nil
    case .partialRange(let bound): index < 1 ? bound : nil
    case .pair(let first, let second): [first, second].indices.contains(index) ? [first, second][index] : nil
    case .flatPairs(let key, let element): index.isMultiple(of: 2) ? key : element
    default: nil
    }
  }

  /// Adds the step to the paths of what the body finds.
  private func collectInside(
    _ element: JSONPathElement, _ found: inout [SuspectDate], _ body: (inout [SuspectDate]) -> Void
  ) {
    let start = found.count
    body(&found)
    for index in start..<found.count { found[index].path.elements.append(element) }
  }
}
