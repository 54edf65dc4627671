import MockAPNs
import MockAPNsCore

extension Command {
  static let push = Command(
    name: "push", summary: "Sends one push to a running gateway and explains the answer.",
    options: [
      Option(name: "header", value: "N:V", meaning: "A request header.", isRepeatable: true, short: "-H"),
      Option(name: "data", value: "TEXT|@FILE|-", meaning: "The payload; an alert without it.", short: "-d"),
      Option(name: "token", value: "HEX", meaning: "The device token."),
      Option(name: "topic", value: "TOPIC", meaning: "apns-topic (com.example.app and the suffix of the push type)."),
      Option(name: "push-type", value: "TYPE", meaning: "apns-push-type (alert)."),
    ] + LiveActivityPush.options + Option.inspect
  ) { arguments throws(CommandFailure) in
    var status = 0
    try asking { () throws(GatewayError) in
      let result = try PushSender(arguments.inspection).send(push(arguments, arguments.inspection))
      status = result.status
      Output.line("\(result.status)\(result.reason.map { " \($0)" } ?? "")")
      if let record = result.record { explain(record) }
    }
    if status != 200 { throw CommandFailure("") }
  }

  private static func push(
    _ arguments: Arguments, _ client: InspectionClient
  ) throws(GatewayError) -> PushSender.Push {
    var push = PushSender.Push()
    push.headers = try headers(arguments)
    let activity = try LiveActivityPush(arguments)
    let target = try activity?.target(client)
    let type = arguments["push-type"] ?? (activity == nil ? "alert" : "liveactivity")
    let suffix = PushType(rawValue: type)?.row.topicSuffix ?? ""
    func add(_ name: String, _ value: String) {
      if !push.headers.contains(where: { $0.name.lowercased() == name }) { push.headers.append((name, value)) }
    }
    add("apns-push-type", type)
    add("apns-topic", arguments["topic"] ?? (target?.bundleID ?? "com.example.app") + suffix)
    if let token = arguments["token"] ?? target?.token { push.deviceToken = token }
    if let activity {
      push.body = try activity.payload()
    } else {
      push.body = try body(arguments)
    }
    return push
  }

  private static func body(_ arguments: Arguments) throws(GatewayError) -> [UInt8] {
    let data = arguments["data"] ?? "{\"aps\":{\"alert\":\"Hello\"}}"
    if data.hasPrefix("@") { return try PushFile.bytes(of: String(data.dropFirst())) }
    return data == "-" ? try PushFile.bytes(of: "-") : Array(data.utf8)
  }

  /// The headers that options name, each as `name:value`.
  static func headers(_ arguments: Arguments) throws(GatewayError) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for text in arguments.all("header") {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
        throw GatewayError("-H must be like apns-priority:5, not \"\(text)\"")
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      headers.append((text[..<colon].lowercased(), String(value)))
    }
    return headers
  }

  /// Says what the record says: why, what is odd, and what devices did.
  private static func explain(_ record: JSON) {
    Output.line("  \(record["verdict"]?["explanation"]?.string ?? "")")
    Output.line("  \(record["verdict"]?["basis"]?.string ?? ""): \(record["verdict"]?["source"]?.string ?? "")")
    for finding in record["findings"]?.array ?? [] {
      let path = finding["path"]?.string.map { " at \($0)" } ?? ""
      Output.line("  finding \(finding["id"]?.string ?? "")\(path): \(finding["message"]?.string ?? "")")
    }
    for outcome in record["outcomes"]?.array ?? [] {
      let reason = outcome["reason"]?.string.map { " (\($0))" } ?? ""
      let place = [outcome["device"]?.string, outcome["activity"]?.string].compactMap { $0 }.joined(separator: " ")
      let detail = outcome["detail"]?.string.map { ": \($0)" } ?? ""
      Output.line("  \(place): \(outcome["outcome"]?.string ?? "")\(reason)\(detail)")
    }
  }
}
