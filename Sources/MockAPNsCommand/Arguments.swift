import MockAPNsCore

/// The arguments of one command, taken apart by the table of its options.
struct Arguments: Sendable {
  /// The values of each option that was given; `true` for one without a value.
  private(set) var values: [String: [String]] = [:]

  /// Reads `--name value`, `--name=value` and `--name`; anything else is refused with what would be right.
  init(_ texts: [String], options: [Option]) throws(CommandFailure) {
    var rest = texts[...]
    while let text = rest.popFirst() {
      guard text.hasPrefix("--") else {
        throw CommandFailure("\"\(text)\" is no option; options begin with --", code: 2)
      }
      let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw CommandFailure("there is no option --\(name)" + NearMiss.hint(name, among: options.map(\.name)), code: 2)
      }
      let inline = parts.count == 2 ? String(parts[1]) : nil
      try take(option, inline, &rest)
    }
  }

  private mutating func take(
    _ option: Option, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    if !option.isRepeatable, values[option.name] != nil {
      throw CommandFailure("--\(option.name) is given twice", code: 2)
    }
    guard let meaning = option.value else {
      values[option.name] = [inline ?? "true"]
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      throw CommandFailure("--\(option.name) needs a value: \(meaning)", code: 2)
    }
    values[option.name, default: []].append(value)
  }

  /// The last value of an option.
  subscript(name: String) -> String? { values[name]?.last }
}
