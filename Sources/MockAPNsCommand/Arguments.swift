import MockAPNsCore

/// The arguments of one command, taken apart by the table of its options.
struct Arguments: Sendable {
  /// The values of each option that was given; `true` for one without a value.
  private(set) var values: [String: [String]] = [:]
  /// What is no option, in order; after `--` nothing is one.
  private(set) var operands: [String] = []

  /// Reads `--name value`, `--name=value`, `--name` and `-N value`; anything else is refused with what would be right.
  init(_ texts: [String], for command: Command) throws(CommandFailure) {
    var rest = texts[...]
    while let text = rest.popFirst() {
      if text == "--" {
        operands += rest
        break
      }
      guard text.hasPrefix("-"), text != "-" else {
        operands.append(text)
        continue
      }
      try read(text, command.options, &rest)
    }
    guard operands.isEmpty || command.operands != nil else {
      throw CommandFailure("\(command.name) takes no \"\(operands[0])\"; options begin with --", code: 2)
    }
  }

  private mutating func read(
    _ text: String, _ options: [Option], _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { "--\($0.name)" == name || $0.short == name }) else {
      let hint = NearMiss.hint(name, among: options.map { "--\($0.name)" })
      throw CommandFailure("there is no option \(name)\(hint)", code: 2)
    }
    if !option.isRepeatable, values[option.name] != nil { throw CommandFailure("\(name) is given twice", code: 2) }
    let inline = parts.count == 2 ? String(parts[1]) : nil
    guard let meaning = option.value else {
      values[option.name] = [inline ?? "true"]
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      throw CommandFailure("\(name) needs a value: \(meaning)", code: 2)
    }
    values[option.name, default: []].append(value)
  }

  /// The last value of an option.
  subscript(name: String) -> String? { values[name]?.last }

  /// All values of an option.
  func all(_ name: String) -> [String] { values[name] ?? [] }
}
