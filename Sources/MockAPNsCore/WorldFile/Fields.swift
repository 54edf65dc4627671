/// What is wrong in a world file, and at which key.
package struct WorldFault: Error, Sendable, Equatable {
  package var path: JSONPath
  /// A clause that says what is wrong and what would have been right.
  package var message: String
  /// Whether what was named does not exist.
  package var isMissing = false
  /// What ActivityKit would have thrown in the app; nil for any other fault.
  package var authorizationError: ActivityAuthorizationError?

  package init(_ path: JSONPath, _ message: String, isMissing: Bool = false) {
    self.path = path
    self.message = message
    self.isMissing = isMissing
  }

  /// A start that ActivityKit refuses.
  package init(_ error: ActivityAuthorizationError) {
    path = JSONPath()
    message = "ActivityAuthorizationError.\(error.rawValue): \(error.meaning)"
    authorizationError = error
  }
}

/// Reads the keys of one object: each value is asked for by name and type, and what nobody asked for is an error.
struct Fields {
  let path: JSONPath
  let object: JSONObject
  private var asked: [String] = []

  init(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    guard case .object(let object) = value else {
      throw WorldFault(path, "must be an object, not \(value.typeName)")
    }
    self.path = path
    self.object = object
    try Self.checkNames(of: object, at: path)
  }

  /// No key may stand twice, since readers differ in which one they take.
  private static func checkNames(of object: JSONObject, at path: JSONPath) throws(WorldFault) {
    var names: Set<String> = []
    if let twice = object.members.first(where: { !names.insert($0.name).inserted }) {
      throw WorldFault(path.appending(twice.name), "is given twice")
    }
  }

  /// Every key must have been asked for; a stranger is named with its nearest neighbour.
  func finish() throws(WorldFault) {
    guard let stranger = object.members.first(where: { !asked.contains($0.name) }) else { return }
    let hint = NearMiss.hint(stranger.name, among: asked)
    let known = asked.isEmpty ? "no key is known here" : "known are \(Set(asked).sorted().joined(separator: ", "))"
    throw WorldFault(path.appending(stranger.name), "is no known key\(hint.isEmpty ? "; \(known)" : hint)")
  }

  /// A value as it stands; nil when it is absent.
  mutating func value(_ name: String) -> JSON? {
    asked.append(name)
    return object[name]
  }

  mutating func text(_ name: String) throws(WorldFault) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw wrong(name, "must be a text", value) }
    return text
  }

  mutating func requiredText(_ name: String) throws(WorldFault) -> String {
    guard let text = try text(name) else { throw WorldFault(path, "has no \(name)") }
    return text
  }

  mutating func flag(_ name: String, default fallback: Bool) throws(WorldFault) -> Bool {
    guard let value = value(name) else { return fallback }
    guard let flag = value.bool else { throw wrong(name, "must be true or false", value) }
    return flag
  }

  mutating func count(_ name: String) throws(WorldFault) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer, number >= 0, number <= Int64(Int32.max) else {
      throw WorldFault(
        path.appending(name), "must be a whole number from 0 on, at most \(Int32.max); it is \(value.text())")
    }
    return Int(number)
  }

  /// A whole number of 64 bits.
  mutating func integer(_ name: String) throws(WorldFault) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer else { throw wrong(name, "must be a whole number", value) }
    return number
  }

  mutating func number(_ name: String) throws(WorldFault) -> Double? {
    guard let value = value(name) else { return nil }
    guard value.number != nil else { throw wrong(name, "must be a number", value) }
    guard let number = value.double else {
      throw WorldFault(path.appending(name), "is \(value.text()), which is too large a number")
    }
    return number
  }

  mutating func optionalChoice<Value: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(WorldFault) -> Value? where Value.RawValue == String {
    guard let value = value(name) else { return nil }
    return try Self.choice(value, at: path.appending(name))
  }

  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, default fallback: Value
  ) throws(WorldFault) -> Value where Value.RawValue == String {
    guard let value = value(name) else { return fallback }
    return try Self.choice(value, at: path.appending(name))
  }

  /// A list of words.
  mutating func choices<Value: RawRepresentable & CaseIterable>(
    _ name: String, default fallback: [Value]
  ) throws(WorldFault) -> [Value] where Value.RawValue == String {
    guard let list = try list(name) else { return fallback }
    var values: [Value] = []
    for (index, value) in list.enumerated() {
      values.append(try Self.choice(value, at: path.appending(name).appending(index)))
    }
    return values
  }

  mutating func texts(_ name: String) throws(WorldFault) -> [String]? {
    guard let list = try list(name) else { return nil }
    var texts: [String] = []
    for (index, value) in list.enumerated() {
      guard let text = value.string else {
        throw WorldFault(path.appending(name).appending(index), "must be a text, not \(value.typeName)")
      }
      texts.append(text)
    }
    return texts
  }

  mutating func list(_ name: String) throws(WorldFault) -> [JSON]? {
    guard let value = value(name) else { return nil }
    guard let list = value.array else { throw wrong(name, "must be a list", value) }
    return list
  }

  /// An object as it stands, for parts that are carried.
  mutating func object(_ name: String) throws(WorldFault) -> JSONObject? {
    guard let value = value(name) else { return nil }
    guard let object = value.object else { throw wrong(name, "must be an object", value) }
    return object
  }

  /// The members of an object, each with its path.
  mutating func members(_ name: String) throws(WorldFault) -> [(name: String, value: JSON, path: JSONPath)] {
    guard let object = try object(name) else { return [] }
    let place = path.appending(name)
    try Self.checkNames(of: object, at: place)
    return object.members.map { ($0.name, $0.value, place.appending($0.name)) }
  }

  /// The elements of a list, each with its path.
  mutating func elements(_ name: String) throws(WorldFault) -> [(value: JSON, path: JSONPath)] {
    let place = path.appending(name)
    return try (list(name) ?? []).enumerated().map { ($0.element, place.appending($0.offset)) }
  }

  /// A point in time: ISO 8601, or relative to the start such as `"-10m"`.
  mutating func time(_ name: String, now: Instant) throws(WorldFault) -> Instant? {
    guard let text = try text(name) else { return nil }
    if let milliseconds = ISO8601.parse(text) { return Instant(milliseconds: milliseconds) }
    if let first = text.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-"),
      let offset = DurationText.parseSigned(text)
    {
      let (sum, overflow) = now.milliseconds.addingReportingOverflow(offset)
      if !overflow, Instant.writable.contains(sum) { return Instant(milliseconds: sum) }
    }
    throw WorldFault(
      path.appending(name), "is \"\(text)\"; a time is like \"2026-03-01T10:00:00Z\", or relative like \"-10m\"")
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ value: JSON, at path: JSONPath
  ) throws(WorldFault) -> Value where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    guard let word = value.string else { throw WorldFault(path, "must be a text, not \(value.typeName)") }
    if let choice = Value(rawValue: word) { return choice }
    throw WorldFault(
      path, "is \"\(word)\", which is none of \(words.joined(separator: ", "))" + NearMiss.hint(word, among: words))
  }

  private func wrong(_ name: String, _ message: String, _ value: JSON) -> WorldFault {
    WorldFault(path.appending(name), "\(message), not \(value.typeName)")
  }
}
