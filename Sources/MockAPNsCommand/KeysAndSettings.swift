import MockAPNs
import MockAPNsCore
import MockAPNsIO

extension Option {
  /// Where the inspection API is; for every command that asks a running gateway.
  static let inspect = [
    Option(
      name: "inspect", value: "URL", meaning: "The inspection API (http://127.0.0.1:2198) [MOCK_APNS_INSPECT_URL]"),
    Option(name: "inspect-token", value: "TOKEN", meaning: "Its bearer token [MOCK_APNS_INSPECT_TOKEN]"),
  ]
}

extension Arguments {
  /// The folder of the CA and of made keys, from the option or the environment.
  var certificates: String { self["certs"] ?? CommandProcess.environment["MOCK_APNS_CERTS"] ?? "Certs" }

  /// The inspection API that the options or the environment name.
  var inspection: InspectionClient {
    let environment = CommandProcess.environment
    return InspectionClient(
      self["inspect"] ?? environment["MOCK_APNS_INSPECT_URL"] ?? "http://127.0.0.1:2198",
      token: self["inspect-token"] ?? environment["MOCK_APNS_INSPECT_TOKEN"])
  }
}

extension Command {
  static let settings = Command(
    name: "settings", summary: "Shows the settings of a running gateway, or changes them.", options: Option.inspect,
    operands: "[NAME=VALUE …]"
  ) { arguments throws(CommandFailure) in
    try asking { () throws(GatewayError) in
      var changes = JSONObject()
      for operand in arguments.operands {
        guard let split = operand.firstIndex(of: "=") else {
          throw GatewayError("\"\(operand)\" must be like providerTokenUpdates=5")
        }
        let text = String(operand[operand.index(after: split)...])
        changes.set(String(operand[..<split]), (try? JSONReader.read(Array(text.utf8)).value) ?? .string(text))
      }
      let method = changes.isEmpty ? "GET" : "PATCH"
      let settings = try arguments.inspection.send(method, "/api/v1/settings", changes.isEmpty ? nil : .object(changes))
      for member in settings.object?.members ?? [] { Output.line("\(member.name)=\(member.value.text())") }
    }
  }

  static let keys = Command(
    name: "keys", summary: "Lists the signing keys of a running gateway; adds, revokes or removes one.",
    options: Option.inspect + [
      Option(name: "team", value: "TEAM", meaning: "The team of a key to add."),
      Option(name: "public-key", value: "FILE", meaning: "The public key to add, in PEM; without it one is made."),
    ], operands: "[add ID | revoke ID | remove ID]"
  ) { arguments throws(CommandFailure) in
    try asking { () throws(GatewayError) in
      let client = arguments.inspection
      switch arguments.operands.count {
      case 0:
        for key in try client.send("GET", "/api/v1/keys")["items"]?.array ?? [] { Output.line(key.text()) }
      case 2: Output.line(try change(arguments, client).text(.pretty))
      default: throw GatewayError("keys takes nothing, or add ID, revoke ID or remove ID")
      }
    }
  }

  private static func change(_ arguments: Arguments, _ client: InspectionClient) throws(GatewayError) -> JSON {
    let (verb, id) = (arguments.operands[0], arguments.operands[1])
    switch verb {
    case "revoke": return try client.send("PATCH", "/api/v1/keys/\(id)", ["revoked": true])
    case "remove": return try client.send("DELETE", "/api/v1/keys/\(id)")
    case "add":
      guard let team = arguments["team"] else { throw GatewayError("keys add needs --team, the team of the key") }
      var key = JSONObject([.init(name: "id", value: .string(id)), .init(name: "team", value: .string(team))])
      if let path = arguments["public-key"] { key.append("publicKey", .string(try PushFile.text(of: path))) }
      return try client.send("POST", "/api/v1/keys", .object(key))
    default: throw GatewayError("keys can add, revoke or remove, not \(verb)")
    }
  }

  /// Runs something that asks a gateway; what it cannot do becomes the command's failure.
  static func asking(_ body: () throws(GatewayError) -> Void) throws(CommandFailure) {
    do throws(GatewayError) {
      try body()
    } catch {
      throw CommandFailure(error.description)
    }
  }
}
