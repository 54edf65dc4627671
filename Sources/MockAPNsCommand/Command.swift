import MockAPNs

/// One row of the table of commands.
struct Command: Sendable {
  var name: String
  /// What it does, in one sentence.
  var summary: String
  var options: [Option] = []
  /// What may stand beside options, for help; nil when nothing may.
  var operands: String?
  var aliases: [String] = []
  let run: @Sendable (Arguments) throws(CommandFailure) -> Void

  /// The table, in the order of help.
  static let table: [Command] = [
    serve, run, token, push, check, devices, activities, clock, keys, settings, certs, health, doctor, assumptions,
    version, help,
  ]

  /// How it is called, for `--help`.
  var help: String {
    let use = "mock-apns \(name)\(options.isEmpty ? "" : " [options]")\(operands.map { " \($0)" } ?? "")"
    var lines = [use, "", summary]
    if !options.isEmpty { lines.append("") }
    let width = options.map(\.label.count).max() ?? 0
    for option in options {
      let label = option.label + String(repeating: " ", count: width - option.label.count)
      lines.append("  \(label)  \(option.meaning)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static let version = Command(name: "version", summary: "Prints the version.", aliases: ["--version"]) { _ in
    Output.line("mock-apns \(gatewayVersion)")
  }

  static let help = Command(
    name: "help", summary: "Lists the commands.", operands: "[COMMAND]", aliases: ["--help", "-h"]
  ) {
    arguments throws(CommandFailure) in
    if let name = arguments.operands.first {
      guard let command = table.first(where: { $0.name == name }) else {
        throw CommandFailure("there is no command \(name); mock-apns help lists them", code: 2)
      }
      return Output.text(command.help)
    }
    Output.line("mock-apns: a local mock of the Apple Push Notification service\n")
    let width = table.map(\.name.count).max() ?? 0
    for command in table {
      Output.line("  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.summary)")
    }
    Output.line("\nmock-apns COMMAND --help tells more.")
  }
}

/// An option of a command.
struct Option: Sendable {
  /// Without the dashes.
  var name: String
  /// What the value is; nil for an option without one.
  var value: String?
  var meaning: String
  var isRepeatable = false
  /// A short form, with its dash.
  var short: String?

  var label: String { "\(short.map { "\($0), " } ?? "")--\(name)\(value.map { " \($0)" } ?? "")" }
}
