import MockAPNs
import MockAPNsCore

extension Command {
  static let devices = Command(
    name: "devices", summary: "Lists the simulated devices of a running gateway; shows, adds, changes or removes one.",
    options: Option.inspect + [
      Option(name: "data", value: "JSON|@FILE|-", meaning: "A device to add, as a world file has it.", short: "-d"),
      Option(
        name: "attributes-type", value: "TYPE", meaning: "The attributes type of a push-to-start token to rotate."),
    ],
    operands: """
      [show ID | add | set ID NAME=VALUE … | remove ID | install ID BUNDLE | uninstall ID BUNDLE
         | app ID BUNDLE NAME=VALUE … | rotate ID BUNDLE KIND | token HEX [STATE]]
      """
  ) { arguments throws(CommandFailure) in
    try asking { () throws(GatewayError) in
      let words = Words(arguments.operands, of: "devices")
      let client = arguments.inspection
      if words.isEmpty { return try list(client) }
      Output.line(try answer(words, arguments, client).text(.pretty))
    }
  }

  private static func list(_ client: InspectionClient) throws(GatewayError) {
    for device in try client.all("/api/v1/devices") {
      let apps = (device["apps"]?.array ?? []).compactMap { $0["bundleId"]?.string }.joined(separator: " ")
      let online = device["online"]?.bool == false ? "offline" : "online"
      let system = "\(device["platform"]?.string ?? "") \(device["osVersion"]?.string ?? "")"
      Output.line(
        "\(device["id"]?.string ?? "")  \(system)  \(device["environment"]?.string ?? "")  \(online)  \(apps)")
    }
  }

  private static func answer(
    _ words: Words, _ arguments: Arguments, _ client: InspectionClient
  ) throws(GatewayError) -> JSON {
    let base = "/api/v1/devices"
    switch words.verb {
    case "show": return try client.send("GET", "\(base)/\(words.segment(1, "ID"))")
    case "add": return try client.send("POST", base, try json(arguments, "data") ?? .object(JSONObject()))
    case "set": return try client.send("PATCH", "\(base)/\(words.segment(1, "ID"))", try words.values(from: 2))
    case "remove": return try client.send("DELETE", "\(base)/\(words.segment(1, "ID"))")
    case "token": return try token(words, client)
    default: break
    }
    let apps = "\(base)/\(try words.segment(1, "ID"))/apps"
    switch words.verb {
    case "install": return try client.send("POST", apps, ["bundleId": .string(try words.word(2, "BUNDLE"))])
    case "uninstall": return try client.send("DELETE", "\(apps)/\(words.segment(2, "BUNDLE"))")
    case "app": return try client.send("PATCH", "\(apps)/\(words.segment(2, "BUNDLE"))", try words.values(from: 3))
    case "rotate":
      var body = JSONObject([.init(name: "kind", value: .string(try words.word(3, "KIND")))])
      if let type = arguments["attributes-type"] { body.append("attributesType", .string(type)) }
      return try client.send("POST", "\(apps)/\(words.segment(2, "BUNDLE"))/rotate", .object(body))
    default: throw words.unknown("show, add, set, remove, install, uninstall, app, rotate or token")
    }
  }

  private static func token(_ words: Words, _ client: InspectionClient) throws(GatewayError) -> JSON {
    let path = "/api/v1/tokens/\(try words.segment(1, "HEX"))"
    guard words.count > 2 else { return try client.send("GET", path) }
    return try client.send("PATCH", path, ["state": .string(try words.word(2, "STATE"))])
  }

  /// The JSON of an option: the text itself, a file after `@`, or standard input for `-`.
  static func json(_ arguments: Arguments, _ name: String) throws(GatewayError) -> JSON? {
    guard let text = arguments[name] else { return nil }
    let isFile = text.hasPrefix("@") || text == "-"
    let bytes = isFile ? try PushFile.bytes(of: text == "-" ? "-" : String(text.dropFirst())) : Array(text.utf8)
    do throws(JSONError) {
      return try JSONReader.read(bytes, dialect: .json5).value
    } catch {
      throw GatewayError("--\(name) is no JSON: \(error)")
    }
  }
}
