/// Turns the types that a world file describes into tables.
///
/// Every declared name gets its place first, so that types may name one another, and themselves, in any order.
struct ContractCompiler {
  /// A type that the world file describes.
  struct Declaration {
    var name: String
    /// Nil for a struct without properties.
    var value: JSON?
    var path: JSONPath
  }

  static let mostTypes = 256
  static let mostMembers = 2048

  var types = ContractTypes()
  /// The places of the declared names and, as they come up, of spellings.
  private var places: [String: ContractTypes.Index] = [:]
  private var declared: [String] = []
  /// The raw-value enums that may be keys in objects.
  private var keyEnums: Set<Int> = []

  mutating func compile(_ declarations: [Declaration]) throws(WorldFault) -> ContractTypes {
    for declaration in declarations { try reserve(declaration) }
    // Raw values name no other type, and a dictionary asks about them.
    for (index, declaration) in declarations.enumerated() where isRawEnum(declaration) {
      try fillRawEnum(declaration, at: index)
    }
    for (index, declaration) in declarations.enumerated() where !isRawEnum(declaration) {
      types.shapes[index] = try shape(of: declaration)
    }
    types.markDates()
    return types
  }

  private mutating func reserve(_ declaration: Declaration) throws(WorldFault) {
    guard places[declaration.name] == nil else {
      throw WorldFault(declaration.path, "is declared twice; \(declaration.name) is the name of this type itself")
    }
    guard !declaration.name.isEmpty, (try? TypeSpelling(declaration.name))?.name == declaration.name else {
      throw WorldFault(declaration.path, "has a name that no Swift type can have")
    }
    declared.append(declaration.name)
    places[declaration.name] = try append(.bool, named: declaration.name, at: declaration.path)
  }

  private mutating func append(
    _ shape: ContractTypes.Shape, named name: String, at path: JSONPath
  ) throws(WorldFault) -> ContractTypes.Index {
    guard types.shapes.count < Self.mostTypes else {
      throw WorldFault(path, "is one type too many; \(Self.mostTypes) are the most")
    }
    types.shapes.append(shape)
    types.names.append(name)
    return types.shapes.count - 1
  }

  // MARK: Spellings

  /// The place of the type that a member's text spells.
  mutating func type(_ value: JSON, at path: JSONPath) throws(WorldFault) -> ContractTypes.Index {
    guard let text = value.string else {
      throw WorldFault(path, "must be a Swift type as a text, such as \"Date?\", not \(value.typeName)")
    }
    let spelling: TypeSpelling
    do throws(SpellingFault) {
      spelling = try TypeSpelling(text)
    } catch {
      throw WorldFault(path, error.message)
    }
    return try place(of: spelling, at: path)
  }

  private mutating func place(of spelling: TypeSpelling, at path: JSONPath) throws(WorldFault) -> ContractTypes.Index {
    let name = spelling.description
    if let place = places[name] { return place }
    let shape = try shape(of: spelling, at: path)
    let place = try append(shape, named: name, at: path)
    places[name] = place
    return place
  }

  private mutating func shape(of spelling: TypeSpelling, at path: JSONPath) throws(WorldFault) -> ContractTypes.Shape {
    if let kind = IntegerKind(rawValue: spelling.name), spelling.arguments.isEmpty { return .integer(kind) }
    if let known = Self.scalars[spelling.name], spelling.arguments.isEmpty { return known }
    if let parts = Self.composites[spelling.name], spelling.arguments.isEmpty {
      return try composite(spelling.name, parts, at: path)
    }
    guard let count = Self.generics[spelling.name] else { throw unknown(spelling, at: path) }
    guard spelling.arguments.count == count else {
      let words = count == 1 ? "one type" : "\(count) types"
      throw WorldFault(path, "is \"\(spelling)\"; \(spelling.name) needs \(words) in angle brackets")
    }
    var places: [ContractTypes.Index] = []
    for argument in spelling.arguments { places.append(try place(of: argument, at: path)) }
    return try generic(spelling.name, of: places, at: path)
  }

  private mutating func generic(
    _ name: String, of arguments: [ContractTypes.Index], at path: JSONPath
  ) throws(WorldFault) -> ContractTypes.Shape {
    switch name {
    case "Optional": return .optional(arguments[0])
    case "Dictionary": return dictionary(key: arguments[0], value: arguments[1])
    case "ClosedRange", "Range":
      try checkBound(arguments[0], at: path)
      return .range(bound: arguments[0])
    case "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo":
      try checkBound(arguments[0], at: path)
      return .partialRange(bound: arguments[0])
    default: return .array(arguments[0])
    }
  }

  /// Keys that are texts or integers to Swift make an object, all others an array.
  private func dictionary(key: ContractTypes.Index, value: ContractTypes.Index) -> ContractTypes.Shape {
    switch types.shapes[key] {
    case .string: .object(key: .string, value: value)
    case .integer(.int): .object(key: .int, value: value)
    case .rawEnum(let index) where keyEnums.contains(index): .object(key: .rawEnum(index), value: value)
    default: .flatPairs(key: key, value: value)
    }
  }

  private func checkBound(_ bound: ContractTypes.Index, at path: JSONPath) throws(WorldFault) {
    switch types.shapes[bound] {
    case .integer, .double, .float, .date, .string: return
    default:
      throw WorldFault(
        path, "has a range of \(types.names[bound]); a bound is an integer, Double, Float, Date or String here")
    }
  }

  /// A struct of Foundation whose parts decode by name or in turn.
  private mutating func composite(
    _ name: String, _ parts: [(key: String, type: String)], at path: JSONPath
  ) throws(WorldFault) -> ContractTypes.Shape {
    var places: [ContractTypes.Index] = []
    for part in parts { places.append(try place(of: TypeSpelling(name: part.type), at: path)) }
    if parts.count == 2, parts[0].key.isEmpty { return .pair(places[0], places[1]) }
    let first = types.members.count
    types.members += zip(parts, places).map {
      ContractTypes.Member(key: $0.key, type: $1, isOptional: false)
    }
    return .structure(ContractTypes.Members(first: first, count: parts.count))
  }

  private func unknown(_ spelling: TypeSpelling, at path: JSONPath) -> WorldFault {
    if let reason = Self.undecidable[spelling.name] {
      return WorldFault(path, "is \"\(spelling)\", which cannot be decided here: \(reason)")
    }
    if places[spelling.name] != nil || Self.known.contains(spelling.name) {
      return WorldFault(path, "is \"\(spelling)\"; \(spelling.name) takes no types in angle brackets")
    }
    let hint = NearMiss.hint(spelling.name, among: declared + Self.known)
    return WorldFault(path, "names no type: \(spelling.name)\(hint.isEmpty ? "; describe it under types" : hint)")
  }

  /// Marks the raw-value enum added last as one that may be a key.
  mutating func markLastRawEnumAsKey() {
    keyEnums.insert(types.rawEnums.count - 1)
  }
}
