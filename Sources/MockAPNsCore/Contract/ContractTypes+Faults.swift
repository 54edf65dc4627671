/// The faults in words; none of this runs while values decode.
extension ContractTypes {
  /// The wrong kind of value, or null.
  func mismatch(_ value: JSON, as type: Index) -> ContractFault {
    let kind: ContractFault.Kind = value.isNull && shapes[type] != .bool ? .valueNotFound : .typeMismatch
    return ContractFault(
      kind: kind, expected: expectation(of: type), found: Self.describe(value), hint: hint(for: value, as: type))
  }

  /// The right kind of value with a content that will not do.
  func corrupted(_ value: JSON, as type: Index) -> ContractFault {
    ContractFault(
      kind: .dataCorrupted, expected: expectation(of: type), found: Self.describe(value),
      hint: hint(for: value, as: type))
  }

  /// An array is over where another element should be.
  func ended(_ elements: [JSON], as type: Index) -> ContractFault {
    let count = elements.count == 1 ? "only one element" : "only \(elements.count) elements"
    return ContractFault(
      kind: .valueNotFound, expected: expectation(of: type), found: "an array of \(elements.isEmpty ? "none" : count)")
  }

  func odd(_ elements: [JSON], as type: Index) -> ContractFault {
    ContractFault(
      kind: .dataCorrupted, expected: expectation(of: type),
      found: "an array of \(elements.count), so that the last key has no value")
  }

  func reversed(_ bounds: [JSON], as type: Index) -> ContractFault {
    ContractFault(
      kind: .dataCorrupted, expected: "\(names[type]) with the lower bound first",
      found: "\(Self.excerpt(.array(bounds)))",
      hint: "write \(Self.excerpt(.array([bounds[1], bounds[0]]))), unless a bound is wrong")
  }

  func wrongKey(_ name: String, _ key: Key, as type: Index) -> ContractFault {
    guard case .rawEnum(let index) = key else {
      return ContractFault(
        kind: .typeMismatch, expected: "a key that is an integer in quotes, for \(names[type])",
        found: "the key \(quoted(name))")
    }
    return ContractFault(
      kind: .dataCorrupted, expected: "a key that is \(Self.list(rawEnums[index]))", found: "the key \(quoted(name))",
      hint: Self.nearest(name, rawEnums[index]))
  }

  func carriesNoObject(_ value: JSON, _ found: Case, as type: Index) -> ContractFault {
    ContractFault(
      kind: value.isNull ? .valueNotFound : .typeMismatch,
      expected: "an object with what \(names[type]).\(found.key) carries", found: Self.describe(value),
      hint: "write \(template(of: found))")
  }

  func notOneCase(_ object: JSONObject, as type: Index) -> ContractFault {
    guard case .caseEnum(let index) = shapes[type] else { return mismatch(.object(object), as: type) }
    let known = caseEnums[index].map(\.key)
    let hints = object.members.compactMap { NearMiss.closest(to: $0.name, among: known) }
    return ContractFault(
      kind: .typeMismatch, expected: expectation(of: type), found: Self.describe(.object(object)),
      hint: hints.first.map { "did you mean \(quoted($0))?" } ?? "known are \(Self.list(known.map(quoted)))")
  }

  /// A key that the app needs is absent; names the keys that it does not know beside it.
  func missing(_ member: Member, among members: Members, in object: JSONObject) -> ContractFault {
    let known = members.range.map { self.members[$0].key }
    let unknown = object.members.map(\.name).filter { !known.contains($0) }
    let found =
      unknown.isEmpty ? "no such key" : "no such key but \(Self.list(unknown.map(quoted))), unknown to the app"
    let likely = NearMiss.closest(to: member.key, among: unknown) ?? unknown.first { $0.hasSuffix(member.key) }
    let fault = ContractFault(
      kind: .keyNotFound, expected: "the key \(quoted(member.key)) with \(expectation(of: member.type))", found: found,
      hint: likely.map { "write \(quoted(member.key)) instead of \(quoted($0))" } ?? "")
    return fault.inside(.key(member.key))
  }
}

extension ContractTypes {
  /// The type, and what of JSON it is made from.
  func expectation(of type: Index) -> String {
    switch shapes[type] {
    case .bool: "\(names[type]), true or false"
    case .string: "\(names[type]), a string"
    case .integer: "\(names[type]), a whole number"
    case .float, .double, .decimal: "\(names[type]), a number"
    case .date: "Date, a number of seconds since 2001-01-01"
    case .data: "Data, a string of padded base64"
    case .url: "URL, a string"
    case .uuid: "UUID, a string like \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""
    case .optional(let wrapped): "\(expectation(of: wrapped)), or null"
    case .array: "\(names[type]), an array"
    case .range: "\(names[type]), an array of its two bounds"
    case .partialRange: "\(names[type]), an array of its one bound"
    case .pair: "\(names[type]), an array of two"
    case .object: "\(names[type]), an object"
    case .flatPairs: "\(names[type]), an array of keys and values in turn"
    case .structure: "\(names[type]), an object"
    case .rawEnum(let index): "\(names[type]), \(Self.list(rawEnums[index]))"
    case .caseEnum: "\(names[type]), an object with exactly one case as its key"
    }
  }

  /// A value as a message shows it, cut to a length that can be read.
  static func describe(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool, .number: "\(value.typeName == "boolean" ? "" : "the number ")\(excerpt(value))"
    case .string: "the string \(excerpt(value))"
    case .array(let elements): elements.isEmpty ? "an empty array" : "the array \(excerpt(value))"
    case .object(let object):
      object.isEmpty ? "an empty object" : "an object with \(list(object.members.map { quoted($0.name) }))"
    }
  }

  /// The JSON itself, or its beginning.
  static func excerpt(_ value: JSON) -> String {
    let text = value.text()
    return text.count <= 64 ? text : text.prefix(63) + "…"
  }

  /// As in `"a", "b" and "c"`; of many the first eight.
  static func list(_ words: [String]) -> String {
    if words.count > 8 { return words.prefix(8).joined(separator: ", ") + " and \(words.count - 8) more" }
    return words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }

  static func list(_ raw: RawValues) -> String {
    let words = texts(raw)
    return words.count == 1
      ? "only \(words[0])"
      : "one of \(words.prefix(12).joined(separator: ", "))"
        + (words.count > 12 ? " and \(words.count - 12) more" : "")
  }

  /// The raw values as JSON.
  private static func texts(_ raw: RawValues) -> [String] {
    switch raw {
    case .texts(let texts): texts.map(quoted)
    case .integers(_, let values): values.map(\.description)
    case .doubles(let values): values.map(\.description)
    case .floats(let values): values.map(\.description)
    }
  }

  static func nearest(_ text: String, _ raw: RawValues) -> String {
    guard case .texts(let texts) = raw else { return "" }
    return NearMiss.closest(to: text, among: texts).map { "did you mean \(quoted($0))?" } ?? ""
  }
}
