import MockAPNs

extension Command {
  static let token = Command(
    name: "token", summary: "Prints a provider token; without a key, one of the development key.",
    options: [
      Option(name: "key", value: "FILE", meaning: "A key as Apple hands it out, named AuthKey_KEYID.p8."),
      Option(name: "key-id", value: "ID", meaning: "The key id, where the file's name does not tell it."),
      Option(name: "team", value: "TEAM", meaning: "The team id; needed with --key."),
      Option(name: "certs", value: "DIR", meaning: "The folder of the development key (Certs)."),
    ]
  ) { arguments throws(CommandFailure) in
    do throws(GatewayError) {
      Output.line(
        try ProviderTokenMaker.make(
          keyFile: arguments["key"], keyID: arguments["key-id"], teamID: arguments["team"],
          certificates: arguments.certificates, log: Log { Output.log($0) }))
    } catch {
      throw CommandFailure(error.description)
    }
  }
}
