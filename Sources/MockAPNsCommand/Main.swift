import MockAPNs
import MockAPNsIO

/// The command line program.
@main
struct MockAPNsCommand {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(CommandFailure) {
      let name = arguments.first ?? "help"
      guard let command = Command.table.first(where: { $0.name == name || $0.aliases.contains(name) }) else {
        throw CommandFailure("there is no command \(name); mock-apns help lists them", code: 2)
      }
      let rest = Array(arguments.dropFirst())
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        StandardStream.output.write(command.help)
      } else {
        try command.run(try Arguments(rest, for: command))
      }
    } catch {
      if !error.message.isEmpty { StandardStream.error.write("mock-apns: \(error.message)\n") }
      CommandProcess.exit(error.code)
    }
  }
}

/// Why a command did not do what it should; the sentence goes to standard error, unless it is empty.
struct CommandFailure: Error {
  var message: String
  /// 1 when it did not work, 2 when it was asked in a wrong way.
  var code: Int32

  init(_ message: String, code: Int32 = 1) {
    self.message = message
    self.code = code
  }
}
