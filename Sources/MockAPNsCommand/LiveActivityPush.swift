import MockAPNs
import MockAPNsCore
import MockAPNsIO

/// The payload and the token of `push --live-activity`.
struct LiveActivityPush {
  static let options = [
    Option(name: "live-activity", value: "start|update|end", meaning: "Sends a Live Activity push of that event."),
    Option(name: "state", value: "JSON|@FILE|-", meaning: "Its content-state."),
    Option(name: "activity", value: "ID", meaning: "The activity to update or to end, instead of --token."),
    Option(name: "device", value: "ID", meaning: "The device to start on, instead of --token."),
    Option(name: "attributes-type", value: "TYPE", meaning: "The attributes type of a start."),
    Option(name: "attributes", value: "JSON|@FILE|-", meaning: "The attributes of a start."),
    Option(name: "alert", value: "TEXT", meaning: "The title of its alert; a start needs one."),
    Option(name: "stale-date", value: "SECONDS|+10m", meaning: "When it is stale."),
    Option(name: "dismissal-date", value: "SECONDS|+10m", meaning: "When an end leaves the Lock Screen."),
  ]

  private let arguments: Arguments
  private let event: String
  /// Now, in seconds since 1970.
  private let now = SystemClock.wallMilliseconds() / 1000

  /// nil when the push is of another kind.
  init?(_ arguments: Arguments) throws(GatewayError) {
    guard let event = arguments["live-activity"] else { return nil }
    guard ["start", "update", "end"].contains(event) else {
      throw GatewayError("--live-activity is \"\(event)\"; it must be start, update or end")
    }
    if arguments["data"] != nil { throw GatewayError("--live-activity makes the payload itself; leave out --data") }
    self.event = event
    self.arguments = arguments
  }

  /// `aps` with what the options give; what they leave out is left out, so that the gateway tells what is missing.
  func payload() throws(GatewayError) -> [UInt8] {
    var aps = JSONObject()
    aps.append("timestamp", .integer(now))
    aps.append("event", .string(event))
    if let state = try Command.json(arguments, "state") { aps.append("content-state", state) }
    if let type = arguments["attributes-type"] { aps.append("attributes-type", .string(type)) }
    if let attributes = try Command.json(arguments, "attributes") { aps.append("attributes", attributes) }
    if let alert = arguments["alert"] { aps.append("alert", ["title": .string(alert), "body": ""]) }
    for name in ["stale-date", "dismissal-date"] {
      if let text = arguments[name] { aps.append(name, try seconds(text, name)) }
    }
    return JSON.object(JSONObject([.init(name: "aps", value: .object(aps))])).bytes()
  }

  private func seconds(_ text: String, _ name: String) throws(GatewayError) -> JSON {
    if let seconds = Int64(text), !text.hasPrefix("+"), !text.hasPrefix("-") { return .integer(seconds) }
    guard let offset = DurationText.parseSigned(text) else {
      throw GatewayError("--\(name) is \"\(text)\"; it must be seconds since 1970, or like +10m")
    }
    return .integer(now + offset / 1000)
  }

  /// The token and the bundle id that --activity or --device stand for; nil without them.
  func target(_ client: InspectionClient) throws(GatewayError) -> (token: String, bundleID: String)? {
    if let id = arguments["activity"] {
      let activity = try client.send("GET", "/api/v1/activities/\(InspectionClient.segment(id))")
      guard let token = activity["tokens"]?["update"]?.string, let bundleID = activity["bundleId"]?.string else {
        throw GatewayError("activity \(id) has no update token")
      }
      return (token, bundleID)
    }
    guard let id = arguments["device"] else { return nil }
    let type = arguments["attributes-type"] ?? ""
    let device = try client.send("GET", "/api/v1/devices/\(InspectionClient.segment(id))")
    for app in device["apps"]?.array ?? [] {
      if let token = app["tokens"]?["pushToStart"]?[type]?.string { return (token, app["bundleId"]?.string ?? "") }
    }
    throw GatewayError("device \(id) has no push-to-start token for the attributes type \"\(type)\"")
  }
}
