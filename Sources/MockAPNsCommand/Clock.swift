import MockAPNs
import MockAPNsCore

extension Command {
  static let clock = Command(
    name: "clock", summary: "Shows the clock of a running gateway's devices; stops it, lets it run or turns it on.",
    options: Option.inspect, operands: "[freeze [TIME] | run | advance DURATION | to TIME]"
  ) { arguments throws(CommandFailure) in
    try asking { () throws(GatewayError) in
      let words = Words(arguments.operands, of: "clock")
      let clock = try turn(words, arguments.inspection)
      let lead = clock["offsetSeconds"]?.text() ?? "0"
      Output.line("\(clock["now"]?.string ?? "")  \(clock["mode"]?.string ?? "")  \(lead) s ahead of real time")
    }
  }

  private static func turn(_ words: Words, _ client: InspectionClient) throws(GatewayError) -> JSON {
    let (path, advance) = ("/api/v1/clock", "/api/v1/clock/advance")
    switch words.verb {
    case "": return try client.send("GET", path)
    case "run": return try client.send("PUT", path, ["mode": "real"])
    case "freeze" where words.count == 1: return try client.send("PUT", path, ["mode": "frozen"])
    case "freeze":
      return try client.send("PUT", path, ["mode": "frozen", "now": .string(try words.word(1, "TIME"))])
    case "advance": return try client.send("POST", advance, ["by": .string(try words.word(1, "DURATION"))])
    case "to": return try client.send("POST", advance, ["to": .string(try words.word(1, "TIME"))])
    default: throw words.unknown("freeze, run, advance or to")
    }
  }
}
