@testable import MockAPNsCore

private let now = Town.morning.seconds

private func alert(_ finding: FindingID, _ path: String, _ aps: String, but neighbour: String) -> FoundPush {
  FoundPush(
    finding, at: path, Push().body("{\"aps\":{\(aps)}}"), but: Push().body("{\"aps\":{\(neighbour)}}"))
}

private func activity(_ finding: FindingID, _ path: String, _ aps: String, but neighbour: String) -> FoundPush {
  let push = Push.of(.liveactivity)
  return FoundPush(finding, at: path, push.body("{\"aps\":{\(aps)}}"), but: push.body("{\"aps\":{\(neighbour)}}"))
}

extension FoundPush {
  static let alerts: [FoundPush] = [
    alert(.unknownApsKey, "aps.zeppelin", #""alert":"a","zeppelin":1"#, but: #""alert":"a","filter-criteria":"1""#),
    alert(.unknownApsKey, "aps.alert.zeppelin", #""alert":{"zeppelin":1}"#, but: #""alert":{"body":"1"}"#),
    alert(.wrongType, "aps.badge", #""badge":"1""#, but: #""badge":0"#),
    alert(.wrongType, "aps.alert", #""alert":1"#, but: #""alert":"1""#),
    alert(.wrongType, "aps.alert.loc-args", #""alert":{"loc-args":[1]}"#, but: #""alert":{"loc-args":["1"]}"#),
    alert(.wrongType, "aps.content-available", #""content-available":true"#, but: #""content-available":1"#),
    alert(
      .wrongType, "aps.interruption-level", #""interruption-level":"urgent""#,
      but: #""interruption-level":"critical""#),
    FoundPush(.wrongType, at: "aps", Push().body(#"{"aps":[]}"#), but: Push().body(#"{"aps":{}}"#)),
    alert(.nearMiss, "aps.content_available", #""content_available":1"#, but: #""content-available":0"#),
    alert(.nearMiss, "aps.bagde", #""bagde":1"#, but: #""badge":1"#),
    FoundPush(.nearMiss, at: "self.aps", Push().body(#"{"self":{"aps":{}}}"#), but: Push().body(#"{"self":{}}"#)),
    alert(
      .alertTypeForBackground, "aps.content-available", #""content-available":1"#,
      but: #""content-available":1,"sound":"s""#),
    FoundPush(
      .backgroundWithAlert, at: "aps.alert", Push.of(.background).body(#"{"aps":{"alert":"a","content-available":1}}"#),
      but: Push.of(.background).body(#"{"aps":{"content-available":1}}"#)),
    FoundPush(
      .alertToPass, at: "aps", Push().topic(Town.passApp).to(Town.token("phone/pass")),
      but: Push().topic(Town.passApp).to(Town.token("phone/pass")).body("{}")),
  ]

  static let liveActivities: [FoundPush] = [
    FoundPush(
      .activityAdopted, at: ":path",
      Push.of(.liveactivity).to(Town.longToken("unknown/update")).body(#"{"aps":{"event":"update"}}"#),
      but: Push.of(.liveactivity).to(Town.longToken("unknown/start")).body(#"{"aps":{"event":"start"}}"#)
    ).set("unknownTokens", "enroll"),
    FoundPush(
      .contractNotDeclared,
      Push.of(.liveactivity).to(Town.longToken("unknown/bus")).topic("com.example.bus.push-type.liveactivity"),
      but: .of(.liveactivity)
    ).set("unknownTokens", "enroll"),
    activity(.eventsTypo, "aps.events", #""events":"update""#, but: #""event":"update""#),
    activity(
      .timestampMilliseconds, "aps.timestamp", "\"timestamp\":\(now * 1000)", but: "\"timestamp\":\(now)"),
    activity(
      .staleMilliseconds, "aps.stale-date", "\"stale-date\":\(now * 1000)", but: "\"stale-date\":\(now + 60)"),
    activity(.staleInPast, "aps.stale-date", "\"stale-date\":\(now)", but: "\"stale-date\":\(now + 1)"),
    activity(.staleInPast, "aps.stale-date", #""stale-date":-1e300"#, but: #""stale-date":1e300"#),
    activity(
      .dismissalMilliseconds, "aps.dismissal-date", "\"event\":\"end\",\"dismissal-date\":\(now * 1000)",
      but: "\"event\":\"end\",\"dismissal-date\":-1e300"),
    activity(
      .dismissalOver4Hours, "aps.dismissal-date", "\"event\":\"end\",\"dismissal-date\":\(now + 14_401)",
      but: "\"event\":\"end\",\"dismissal-date\":\(now + 14_400)"),
    activity(
      .dismissalOnNonEnd, "aps.dismissal-date", "\"event\":\"update\",\"dismissal-date\":\(now)",
      but: "\"event\":\"end\",\"dismissal-date\":\(now)"),
    activity(.alertEmpty, "aps.alert", #""alert":{"title":"","body":""}"#, but: #""alert":{"title":"a"}"#),
    activity(.alertEmpty, "aps.alert", #""alert":"""#, but: #""alert":"a""#),
    activity(.alertEmpty, "aps.alert", #""alert":{"title":null,"body":{}}"#, but: #""alert":{"body":{"loc-key":"K"}}"#),
    activity(.alertEmpty, "aps.alert", #""alert":{"title":{"loc-key":""},"sound":""}"#, but: #""alert":{"sound":"s"}"#),
    activity(.soundOutsideAlert, "aps.sound", #""sound":"s""#, but: #""alert":{"sound":"s"}"#),
    activity(
      .bothInputKeys, "aps.input-push-channel", #""input-push-token":1,"input-push-channel":"c""#,
      but: #""input-push-token":1"#),
    activity(
      .endWithoutFinalState, "aps.content-state", #""event":"end""#, but: #""event":"end","content-state":{}"#),
    activity(
      .nullInState, "aps.content-state.legs[1].eta", #""content-state":{"legs":[{},{"eta":null}]}"#,
      but: #""content-state":{"legs":[{},{"eta":0}]}"#),
    activity(.nullInState, "aps.attributes.a", #""attributes":{"a":null}"#, but: #""attributes":{"a":""}"#),
    activity(
      .stateDoubleEncoded, "aps.content-state", #""content-state":"{\"a\":1}""#, but: #""content-state":"{}a""#),
    activity(.stateLarge, "aps.content-state", state(of: 3277), but: state(of: 3276)),
    activity(
      .attributesLookLikeState, "aps.attributes",
      #""event":"start","attributes":{"a":1,"b":1},"content-state":{"a":1}"#,
      but: #""event":"start","attributes":{"b":1},"content-state":{"a":1}"#),
    activity(
      .attributesLookLikeState, "aps.attributes",
      #""event":"start","attributes":{"a":1,"b":1},"content-state":{"a":1,"note":null}"#,
      but: #""event":"start","attributes":{"a":1,"b":1},"content-state":{"note":null}"#),
  ]

  /// A content state of so many bytes.
  private static func state(of count: Int) -> String {
    "\"content-state\":{\"x\":\"\(String(repeating: "x", count: count - 8))\"}"
  }
}
