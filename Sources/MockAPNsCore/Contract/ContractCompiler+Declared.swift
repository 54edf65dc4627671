/// Structs and enums as a world file describes them.
extension ContractCompiler {
  func isRawEnum(_ declaration: Declaration) -> Bool {
    isEnum(declaration) && declaration.value?["rawValue"] != nil
  }

  /// An enum has cases in a list or an object; `cases: "Int"` is a property of that name.
  private func isEnum(_ declaration: Declaration) -> Bool {
    let cases = declaration.value?["cases"]
    return cases?.array != nil || cases?.object != nil
  }

  mutating func shape(of declaration: Declaration) throws(WorldFault) -> ContractTypes.Shape {
    guard let value = declaration.value else {
      return .structure(ContractTypes.Members(first: types.members.count, count: 0))
    }
    var fields = try Fields(value, at: declaration.path)
    if isEnum(declaration) { return try caseEnum(&fields) }
    guard value["properties"]?.object != nil else {
      let properties = fields.object.members.map { ($0.name, $0.value, fields.path.appending($0.name)) }
      return .structure(try members(properties, codingKeys: [:]))
    }
    let properties = try fields.members("properties")
    let codingKeys = try codingKeys(&fields, of: properties.map(\.name))
    try fields.finish()
    return .structure(try members(properties, codingKeys: codingKeys))
  }

  /// Adds members; their types may add others in between, so they are put down together at the end.
  private mutating func members(
    _ declared: [(name: String, value: JSON, path: JSONPath)], codingKeys: [String: String]
  ) throws(WorldFault) -> ContractTypes.Members {
    var members: [ContractTypes.Member] = []
    for member in declared {
      let type = try type(member.value, at: member.path)
      var isOptional = false
      if case .optional = types.shapes[type] { isOptional = true }
      let key = codingKeys[member.name] ?? member.name
      members.append(ContractTypes.Member(key: key, type: type, isOptional: isOptional))
    }
    guard types.members.count + members.count <= Self.mostMembers, let path = declared.last?.path else {
      if members.isEmpty { return ContractTypes.Members(first: types.members.count, count: 0) }
      throw WorldFault(declared[0].path, "is one property too many; \(Self.mostMembers) are the most")
    }
    try Self.checkDifferent(members.map(\.key), at: path)
    let first = types.members.count
    types.members += members
    return ContractTypes.Members(first: first, count: members.count)
  }

  private static func checkDifferent(_ keys: [String], at path: JSONPath) throws(WorldFault) {
    var seen: Set<String> = []
    if let twice = keys.first(where: { !seen.insert($0).inserted }) {
      throw WorldFault(path, "stands among properties of which two have the key \"\(twice)\"")
    }
  }

  /// The keys by name; each must rename something that is there.
  private func codingKeys(_ fields: inout Fields, of names: [String]) throws(WorldFault) -> [String: String] {
    var keys: [String: String] = [:]
    for entry in try fields.members("codingKeys") {
      guard names.contains(entry.name) else {
        throw WorldFault(entry.path, "renames nothing: \(entry.name)" + NearMiss.hint(entry.name, among: names))
      }
      guard let key = entry.value.string else {
        throw WorldFault(entry.path, "must be a text, not \(entry.value.typeName)")
      }
      keys[entry.name] = key
    }
    return keys
  }

  // MARK: Enums

  private mutating func caseEnum(_ fields: inout Fields) throws(WorldFault) -> ContractTypes.Shape {
    let path = fields.path.appending("cases")
    let declared: [(name: String, value: JSON, path: JSONPath)]
    if fields.object["cases"]?.array != nil {
      declared = try names(&fields).map { ($0.name, .object(JSONObject()), $0.path) }
    } else {
      declared = try fields.members("cases")
    }
    let codingKeys = try codingKeys(&fields, of: declared.map(\.name))
    try fields.finish()
    guard !declared.isEmpty else { throw WorldFault(path, "is empty; an enum without cases decodes from nothing") }
    var cases: [ContractTypes.Case] = []
    for entry in declared {
      let values = try members(carried(entry.value, at: entry.path), codingKeys: [:])
      cases.append(ContractTypes.Case(key: codingKeys[entry.name] ?? entry.name, values: values))
    }
    try Self.checkDifferent(cases.map(\.key), at: path)
    types.caseEnums.append(cases)
    return .caseEnum(types.caseEnums.count - 1)
  }

  /// What a case carries: by label in an object, by `_0`, `_1` … in a list.
  private func carried(
    _ value: JSON, at path: JSONPath
  ) throws(WorldFault) -> [(name: String, value: JSON, path: JSONPath)] {
    if let list = value.array {
      return list.enumerated().map { ("_\($0.offset)", $0.element, path.appending($0.offset)) }
    }
    return try Fields(value, at: path).object.members.map { ($0.name, $0.value, path.appending($0.name)) }
  }

  /// The names in a list of cases.
  private func names(_ fields: inout Fields) throws(WorldFault) -> [(name: String, path: JSONPath)] {
    var names: [(name: String, path: JSONPath)] = []
    for entry in try fields.elements("cases") {
      guard let name = entry.value.string else {
        throw WorldFault(entry.path, "must be the name of a case, not \(entry.value.typeName)")
      }
      guard !names.contains(where: { $0.name == name }) else { throw WorldFault(entry.path, "is given twice: \(name)") }
      guard names.count < Self.mostMembers else {
        throw WorldFault(entry.path, "is one case too many; \(Self.mostMembers) are the most")
      }
      names.append((name, entry.path))
    }
    return names
  }

  mutating func fillRawEnum(_ declaration: Declaration, at index: ContractTypes.Index) throws(WorldFault) {
    guard let value = declaration.value else { return }
    var fields = try Fields(value, at: declaration.path)
    let type = try fields.requiredText("rawValue")
    let isKey = try fields.flag("codingKeyRepresentable", default: false)
    var cases: [(name: String, value: JSON?, path: JSONPath)]
    if fields.object["cases"]?.array != nil {
      cases = try names(&fields).map { ($0.name, nil, $0.path) }
    } else {
      cases = try fields.members("cases").map { ($0.name, $0.value, $0.path) }
    }
    try fields.finish()
    guard !cases.isEmpty else { throw WorldFault(declaration.path.appending("cases"), "is empty") }
    types.rawEnums.append(try rawValues(type, cases, at: declaration.path.appending("rawValue")))
    types.shapes[index] = .rawEnum(types.rawEnums.count - 1)
    guard isKey else { return }
    guard type == "String" || type == "Int" else {
      throw WorldFault(
        declaration.path.appending("codingKeyRepresentable"), "is for raw values that are String or Int, not \(type)")
    }
    markLastRawEnumAsKey()
  }

  private func rawValues(
    _ type: String, _ cases: [(name: String, value: JSON?, path: JSONPath)], at path: JSONPath
  ) throws(WorldFault) -> ContractTypes.RawValues {
    if let kind = IntegerKind(rawValue: type) {
      return .integers(
        kind,
        try raw(cases, "a whole number that \(type) can hold") { value, index in
          value.map { $0.number.flatMap { DecodedNumber.integer($0, as: kind) } } ?? Int128(index)
        })
    }
    switch type {
    case "String": return .texts(try raw(cases, "a text") { $0.name($1, cases) })
    case "Double": return .doubles(try raw(cases, "a number") { $0.map(\.double) ?? Double($1) })
    case "Float": return .floats(try raw(cases, "a number") { $0.map { $0.double.map { Float($0) } } ?? Float($1) })
    default:
      let known = ["String", "Double", "Float"] + IntegerKind.allCases.map(\.rawValue)
      throw WorldFault(
        path, "is \"\(type)\", which is none of \(known.joined(separator: ", "))" + NearMiss.hint(type, among: known))
    }
  }

  /// The raw value of each case: as given, else by the position, as Swift counts; no two may be alike.
  private func raw<Value: Hashable>(
    _ cases: [(name: String, value: JSON?, path: JSONPath)], _ wanted: String, _ make: (JSON?, Int) -> Value?
  ) throws(WorldFault) -> [Value] {
    var values: [Value] = []
    var seen: Set<Value> = []
    for (index, entry) in cases.enumerated() {
      guard let value = make(entry.value, index) else { throw WorldFault(entry.path, "must be \(wanted)") }
      guard seen.insert(value).inserted else { throw WorldFault(entry.path, "has the raw value of another case") }
      values.append(value)
    }
    return values
  }
}

extension JSON? {
  /// The text, else the name of the case at that position.
  fileprivate func name(_ index: Int, _ cases: [(name: String, value: JSON?, path: JSONPath)]) -> String? {
    self == nil ? cases[index].name : self?.string
  }
}

extension ContractTypes {
  /// Finds out which types lead to a Date; types may name one another in circles.
  mutating func markDates() {
    holdsDate = shapes.map { $0 == .date }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for index in shapes.indices where !holdsDate[index] && leadsToDate(shapes[index]) {
        holdsDate[index] = true
        hasChanged = true
      }
    }
  }

  private func leadsToDate(_ shape: Shape) -> Bool {
    switch shape {
    case .optional(let type), .array(let type), .range(let type), .partialRange(let type): holdsDate[type]
    case .pair(let first, let second), .flatPairs(let first, let second): holdsDate[first] || holdsDate[second]
    case .object(_, let value): holdsDate[value]
    case .structure(let members): members.range.contains { holdsDate[self.members[$0].type] }
    case .caseEnum(let index):
      caseEnums[index].contains { $0.values.range.contains { holdsDate[members[$0].type] } }
    default: false
    }
  }
}
