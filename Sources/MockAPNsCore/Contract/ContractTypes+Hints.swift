/// What to send instead of a value that does not decode.
extension ContractTypes {
  func hint(for value: JSON, as type: Index) -> String {
    switch (shapes[type], value) {
    case (.optional(let wrapped), _): hint(for: value, as: wrapped)
    case (.range(let bound), .object(let object)): rangeHint(object, of: bound)
    case (.range(let bound), .number), (.range(let bound), .string):
      shapes[bound] == .date ? "write [lower,upper], both in seconds since 2001-01-01" : "write [lower,upper]"
    case (.date, .string(let text)): dateHint(text)
    case (.bool, .number(let number)): number.integer.map { $0 == 0 ? "write false" : "write true" } ?? ""
    case (.bool, .string(let text)): ["true", "false"].contains(text) ? "write \(text) without quotes" : ""
    case (.string, .number), (.string, .bool): "write \(quoted(value.text())) in quotes"
    case (.integer, .number), (.rawEnum, .number): integerHint(value, as: type)
    case (.integer, .string(let text)), (.double, .string(let text)), (.decimal, .string(let text)),
      (.float, .string(let text)):
      Double(text)?.isFinite == true ? "write \(text) without quotes" : ""
    case (.rawEnum(let index), .string(let text)): Self.nearest(text, rawEnums[index])
    case (.caseEnum(let index), .string(let text)): caseHint(text, caseEnums[index])
    case (.flatPairs(let key, let element), .object): "write [\(names[key]),\(names[element]),…]"
    case (.pair, _) where names[type] == "Duration": durationHint(value)
    case (.structure, .string(let text)), (.object, .string(let text)):
      text.hasPrefix("{") ? "it is a string that holds JSON; send the object itself" : ""
    default: ""
    }
  }

  /// The array that `{"lowerBound":…,"upperBound":…}` should have been.
  private func rangeHint(_ object: JSONObject, of bound: Index) -> String {
    guard let lower = object["lowerBound"], let upper = object["upperBound"] else { return "write [lower,upper]" }
    guard shapes[bound] == .date else { return "write \(JSON.array([lower, upper]))" }
    let bounds = [lower, upper].map { Self.sinceReferenceDate($0) ?? $0 }
    let isMoved = bounds != [lower, upper]
    return "write \(JSON.array(bounds)), since Date counts seconds from 2001-01-01"
      + (isMoved ? " and \(Self.excerpt(lower)) looks like a Unix time" : "")
  }

  /// A Unix time in seconds or milliseconds as a Date counts it; nil for what is none.
  static func sinceReferenceDate(_ value: JSON) -> JSON? {
    guard let double = value.double, double > SuspectDate.limit else { return nil }
    let seconds = double >= SuspectDate.millisecondsLimit ? double / 1000 : double
    let moved = seconds - SuspectDate.epochOffset
    return Int64(exactly: moved).map { .integer($0) } ?? JSONNumber(moved).map { .number($0) }
  }

  private func dateHint(_ text: String) -> String {
    if let milliseconds = ISO8601.parse(text) {
      let seconds = Double(milliseconds) / 1000 - SuspectDate.epochOffset
      let number = Int64(exactly: seconds).map { String($0) } ?? String(seconds)
      return "write \(number), which is that time in seconds since 2001-01-01"
    }
    return Double(text)?.isFinite == true ? "write the number without quotes" : ""
  }

  private func integerHint(_ value: JSON, as type: Index) -> String {
    guard let double = value.double, double != double.rounded() else { return "" }
    return "\(names[type]) takes no fraction; round on the server"
  }

  private func caseHint(_ text: String, _ cases: [Case]) -> String {
    guard let name = cases.first(where: { $0.key == text })?.key ?? NearMiss.closest(to: text, among: cases.map(\.key)),
      let found = cases.first(where: { $0.key == name })
    else { return "an enum without raw values is an object, such as \(cases.first.map(template) ?? "")" }
    return "an enum without raw values is an object: write \(template(of: found))"
  }

  /// The case as JSON, with the types in place of the values.
  func template(of found: Case) -> String {
    let values = found.values.range.map { "\(quoted(members[$0].key)):\(names[members[$0].type])" }
    return "{\(quoted(found.key)):{\(values.joined(separator: ","))}}"
  }

  private func durationHint(_ value: JSON) -> String {
    let parts = "[high,low], the two halves of a 128-bit count of attoseconds"
    guard let seconds = value.integer else { return "write \(parts)" }
    let attoseconds = Int128(seconds) * 1_000_000_000_000_000_000
    let (high, low) = (Int64(truncatingIfNeeded: attoseconds >> 64), UInt64(truncatingIfNeeded: attoseconds))
    return "write [\(high),\(low)] for \(seconds) seconds: \(parts)"
  }
}
