/// Whether a value decodes, by the rules of a plain JSONDecoder.
extension ContractTypes {
  /// Returns when the value decodes as that type; recursion is as deep as the value.
  func check(_ value: JSON, as type: Index) throws(ContractFault) {
    switch shapes[type] {
    case .optional(let wrapped): if !value.isNull { try check(value, as: wrapped) }
    case .array(let element): try checkArray(value, of: element, as: type)
    case .range(let bound): try checkRange(value, of: bound, as: type)
    case .partialRange(let bound): try checkTuple(value, bound, nil, as: type)
    case .pair(let first, let second): try checkTuple(value, first, second, as: type)
    case .object(let key, let element): try checkObject(value, key, element, as: type)
    case .flatPairs(let key, let element): try checkFlatPairs(value, key, element, as: type)
    case .structure(let members): try checkStructure(value, members, as: type)
    case .rawEnum(let index): try checkRaw(value, rawEnums[index], as: type)
    case .caseEnum(let index): try checkCase(value, index, as: type)
    default: try checkScalar(value, shapes[type], as: type)
    }
  }

  private func checkScalar(_ value: JSON, _ shape: Shape, as type: Index) throws(ContractFault) {
    switch (shape, value) {
    case (.bool, .bool), (.string, .string): return
    case (.integer(let kind), .number(let number)):
      if DecodedNumber.integer(number, as: kind) == nil { throw corrupted(value, as: type) }
    case (.double, .number(let number)), (.date, .number(let number)):
      if !DecodedNumber.isDouble(number) { throw corrupted(value, as: type) }
    case (.float, .number(let number)):
      if !DecodedNumber.isFloat(number) { throw corrupted(value, as: type) }
    case (.decimal, .number(let number)):
      if !DecodedNumber.isDecimal(number) { throw corrupted(value, as: type) }
    case (.data, .string(let text)):
      if !Base64Text.isData(text) { throw corrupted(value, as: type) }
    case (.url, .string(let text)):
      if !URLText.isURL(text) { throw corrupted(value, as: type) }
    case (.uuid, .string(let text)):
      // Foundation reads it as a C string.
      if !UUIDText.isCanonical(Array(text.utf8.prefix { $0 != 0 })[...]) { throw corrupted(value, as: type) }
    default: throw mismatch(value, as: type)
    }
  }

  // MARK: Arrays

  private func checkArray(_ value: JSON, of element: Index, as type: Index) throws(ContractFault) {
    guard case .array(let elements) = value else { throw mismatch(value, as: type) }
    for index in elements.indices { try check(elements, index, as: element) }
  }

  private func check(_ elements: [JSON], _ index: Int, as type: Index) throws(ContractFault) {
    do throws(ContractFault) {
      guard index < elements.count else { throw ended(elements, as: type) }
      try check(elements[index], as: type)
    } catch {
      throw error.inside(.index(index))
    }
  }

  /// The first elements of an array; what follows is ignored.
  private func checkTuple(
    _ value: JSON, _ first: Index, _ second: Index?, as type: Index
  ) throws(ContractFault) {
    guard case .array(let elements) = value else { throw mismatch(value, as: type) }
    try check(elements, 0, as: first)
    if let second { try check(elements, 1, as: second) }
  }

  private func checkRange(_ value: JSON, of bound: Index, as type: Index) throws(ContractFault) {
    try checkTuple(value, bound, bound, as: type)
    guard case .array(let bounds) = value, !isOrdered(bounds[0], bounds[1], as: bound) else { return }
    throw reversed(bounds, as: type)
  }

  private func isOrdered(_ lower: JSON, _ upper: JSON, as bound: Index) -> Bool {
    switch (shapes[bound], lower, upper) {
    case (.integer(let kind), .number(let lower), .number(let upper)):
      (DecodedNumber.integer(lower, as: kind) ?? 0) <= (DecodedNumber.integer(upper, as: kind) ?? 0)
    case (.float, .number(let lower), .number(let upper)): (Float(lower.text) ?? 0) <= (Float(upper.text) ?? 0)
    case (_, .number(let lower), .number(let upper)): (lower.double ?? 0) <= (upper.double ?? 0)
    case (_, .string(let lower), .string(let upper)): lower <= upper
    default: true
    }
  }

  private func checkFlatPairs(
    _ value: JSON, _ key: Index, _ element: Index, as type: Index
  ) throws(ContractFault) {
    guard case .array(let elements) = value else { throw mismatch(value, as: type) }
    guard elements.count.isMultiple(of: 2) else { throw odd(elements, as: type) }
    for index in elements.indices { try check(elements, index, as: index.isMultiple(of: 2) ? key : element) }
  }

  // MARK: Objects

  private func checkStructure(_ value: JSON, _ members: Members, as type: Index) throws(ContractFault) {
    // A type without properties asks its decoder for nothing, so anything will do.
    if members.count == 0 { return }
    guard case .object(let object) = value else { throw mismatch(value, as: type) }
    try check(object, members)
  }

  private func check(_ object: JSONObject, _ members: Members) throws(ContractFault) {
    for index in members.range {
      let member = self.members[index]
      guard let place = object.firstMember(equal: member.key) else {
        if member.isOptional { continue }
        throw missing(member, among: members, in: object)
      }
      do throws(ContractFault) {
        try check(object.members[place].value, as: member.type)
      } catch {
        throw error.inside(.key(object.members[place].name))
      }
    }
  }

  private func checkObject(
    _ value: JSON, _ key: Key, _ element: Index, as type: Index
  ) throws(ContractFault) {
    guard case .object(let object) = value else { throw mismatch(value, as: type) }
    for (index, member) in object.members.enumerated() {
      do throws(ContractFault) {
        guard isKey(member.name, key) else { throw wrongKey(member.name, key, as: type) }
        try check(member.value, as: element)
      } catch {
        // Only the first of a repeated name is decoded; looked for here, where it is rare.
        if object.firstMember(equal: member.name) != index { continue }
        throw error.inside(.key(member.name))
      }
    }
  }

  private func isKey(_ name: String, _ key: Key) -> Bool {
    switch key {
    case .string: return true
    case .int: return Int(name) != nil
    case .rawEnum(let index):
      switch rawEnums[index] {
      case .texts(let texts): return texts.contains(name)
      case .integers(_, let values): return Int(name).map { values.contains(Int128($0)) } == true
      case .doubles, .floats: return false
      }
    }
  }

  // MARK: Enums

  private func checkRaw(_ value: JSON, _ raw: RawValues, as type: Index) throws(ContractFault) {
    switch (raw, value) {
    case (.texts(let texts), .string(let text)):
      if !texts.contains(text) { throw corrupted(value, as: type) }
    case (.integers(let kind, let values), .number(let number)):
      guard let integer = DecodedNumber.integer(number, as: kind), values.contains(integer) else {
        throw corrupted(value, as: type)
      }
    case (.doubles(let values), .number(let number)):
      guard DecodedNumber.isDouble(number), let double = number.double, values.contains(double) else {
        throw corrupted(value, as: type)
      }
    case (.floats(let values), .number(let number)):
      guard DecodedNumber.isFloat(number), let float = Float(number.text), values.contains(float) else {
        throw corrupted(value, as: type)
      }
    default: throw mismatch(value, as: type)
    }
  }

  private func checkCase(_ value: JSON, _ index: Int, as type: Index) throws(ContractFault) {
    guard case .object(let object) = value else { throw mismatch(value, as: type) }
    // Unknown keys do not count, nor do repetitions of the case.
    var place: Int?
    for member in object.members.indices where isCase(object.members[member].name, index) {
      if let first = place, object.members[first].name != object.members[member].name {
        throw notOneCase(object, as: type)
      }
      place = place ?? member
    }
    guard let place, let found = caseEnums[index].first(where: { $0.key == object.members[place].name }) else {
      throw notOneCase(object, as: type)
    }
    do throws(ContractFault) {
      guard case .object(let values) = object.members[place].value else {
        throw carriesNoObject(object.members[place].value, found, as: type)
      }
      try check(values, found.values)
    } catch {
      throw error.inside(.key(found.key))
    }
  }

  private func isCase(_ name: String, _ index: Int) -> Bool {
    caseEnums[index].contains { $0.key == name }
  }
}

extension JSONObject {
  /// The first member whose name Swift holds for equal, in any Unicode spelling, as a dictionary looks it up.
  func firstMember(equal name: String) -> Int? {
    var index = 0
    while index < members.count {
      if members[index].name == name { return index }
      index += 1
    }
    return nil
  }
}
