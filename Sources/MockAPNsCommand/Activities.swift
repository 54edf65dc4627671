import MockAPNs
import MockAPNsCore

extension Command {
  static let activities = Command(
    name: "activities", summary: "Lists the Live Activities of a running gateway; starts, shows, updates or ends one.",
    options: Option.inspect + [
      Option(name: "device", value: "ID", meaning: "The device of an activity to start."),
      Option(name: "app", value: "BUNDLE", meaning: "The app of an activity to start."),
      Option(name: "type", value: "TYPE", meaning: "Its attributes type."),
      Option(name: "attributes", value: "JSON|@FILE|-", meaning: "Its attributes."),
      Option(name: "state", value: "JSON|@FILE|-", meaning: "Its content state."),
      Option(name: "stale-date", value: "TIME", meaning: "When it is stale, such as +10m."),
      Option(name: "start", value: "TIME", meaning: "When a scheduled one begins, such as +1h; needs --alert."),
      Option(name: "alert", value: "TEXT", meaning: "What the alert says."),
      Option(name: "dismissal", value: "immediate|default|TIME", meaning: "When an ended one leaves the Lock Screen."),
    ],
    operands: "[show ID | start | update ID | end ID | dismiss ID | rotate ID | end-all DEVICE BUNDLE]"
  ) { arguments throws(CommandFailure) in
    try asking { () throws(GatewayError) in
      let words = Words(arguments.operands, of: "activities")
      if words.isEmpty { return try listActivities(arguments.inspection) }
      Output.line(try handle(words, arguments, arguments.inspection).text(.pretty))
    }
  }

  private static func listActivities(_ client: InspectionClient) throws(GatewayError) {
    for activity in try client.all("/api/v1/activities") {
      let names = ["id", "state", "attributesType", "device", "bundleId"]
      Output.line(names.map { activity[$0]?.string ?? "" }.joined(separator: "  "))
    }
  }

  private static func handle(
    _ words: Words, _ arguments: Arguments, _ client: InspectionClient
  ) throws(GatewayError) -> JSON {
    let base = "/api/v1/activities"
    switch words.verb {
    case "start": return try client.send("POST", base, try started(arguments))
    case "end-all":
      let app = "/api/v1/devices/\(try words.segment(1, "DEVICE"))/apps/\(try words.segment(2, "BUNDLE"))"
      return try client.send("POST", "\(app)/end-activities", try changed(arguments))
    case "show": return try client.send("GET", "\(base)/\(words.segment(1, "ID"))")
    case "update", "end":
      return try client.send("POST", "\(base)/\(words.segment(1, "ID"))/\(words.verb)", try changed(arguments))
    case "dismiss", "rotate": return try client.send("POST", "\(base)/\(words.segment(1, "ID"))/\(words.verb)")
    default: throw words.unknown("show, start, update, end, dismiss, rotate or end-all")
    }
  }

  private static func started(_ arguments: Arguments) throws(GatewayError) -> JSON {
    var object = JSONObject()
    for (option, name) in [("device", "device"), ("app", "bundleId"), ("type", "attributesType")] {
      guard let value = arguments[option] else { throw GatewayError("activities start needs --\(option)") }
      object.append(name, .string(value))
    }
    if let attributes = try json(arguments, "attributes") { object.append("attributes", attributes) }
    if let start = arguments["start"] { object.append("start", .string(start)) }
    for member in try changed(arguments).object?.members ?? [] { object.append(member.name, member.value) }
    return .object(object)
  }

  /// What an update or an end says.
  private static func changed(_ arguments: Arguments) throws(GatewayError) -> JSON {
    var object = JSONObject()
    if let state = try json(arguments, "state") { object.append("contentState", state) }
    for (option, name) in [("stale-date", "staleDate"), ("alert", "alert"), ("dismissal", "dismissal")] {
      if let value = arguments[option] { object.append(name, .string(value)) }
    }
    return .object(object)
  }
}
