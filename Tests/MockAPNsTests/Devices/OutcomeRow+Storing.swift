import MockAPNsCore

private let offline = #""online":false"#
private let online = DeviceScene.Step.device(#""online":true"#)
private let saving = #""lowPower":true"#

extension OutcomeRow {
  /// Calls, widgets and all else that has a token of its own, and things that are no apps.
  static let services: [OutcomeRow] = [
    OutcomeRow(
      .rang, DeviceScene(.body("{}", type: "voip")).to("voip"),
      but: DeviceScene(.body("{}", type: "voip"), app: #""reportsCalls":false"#).to("voip"),
      "dropped no-call-reported"),
    OutcomeRow(
      .dropped, .noCallReported, DeviceScene(.body("{}", type: "voip"), app: #""reportsCalls":false"#).to("voip"),
      but: DeviceScene(.body("{}", type: "voip")).to("voip").after(.app(#""reportsCalls":true"#)), "rang"),
    OutcomeRow(
      .reloaded, reload("widgets"), but: reload("widgets", #"{"aps":{"content-changed":1}}"#),
      "dropped nothing-to-show"),
    OutcomeRow(.reloaded, reload("controls"), but: reload("controls", "{}"), "dropped aps-missing"),
    OutcomeRow(
      .located, locate(#""locationPermission":"always""#), but: locate(""), "dropped no-location-permission"),
    OutcomeRow(
      .dropped, .noLocationPermission, locate(#""locationPermission":"whenInUse""#),
      but: locate(#""locationPermission":"always""#), "located"),
    OutcomeRow(.talked, talk(#""pushToTalkJoined":true"#), but: talk(""), "dropped channel-not-joined"),
    OutcomeRow(.dropped, .channelNotJoined, talk(""), but: talk("").after(.app(#""pushToTalkJoined":true"#)), "talked"),
    OutcomeRow(
      .signalled, signal(#"{"container-identifier":"NSFileProviderWorkingSetContainerItemIdentifier"}"#),
      but: signal("no JSON"), "dropped payload-not-json"),
    OutcomeRow(
      .complicationRefreshed, complication(), but: complication(shown: false), "dropped complication-not-shown"),
    OutcomeRow(
      .dropped, .complicationNotShown, complication(shown: false),
      but: complication(shown: false).after(.app(#""complicationShown":true"#)), "complication-refreshed"),
    OutcomeRow(
      .checkedIn, manage(#"{"mdm":"MAGIC"}"#), but: manage(#"{"mdm":1}"#), "dropped mdm-payload-not-bare"),
    OutcomeRow(
      .dropped, .mdmPayloadNotBare, manage(#"{"mdm":"MAGIC","aps":{}}"#), but: manage(#"{"mdm":"MAGIC"}"#),
      "checked-in"),
    OutcomeRow(
      .passRefreshed, DeviceScene(.body("{}", type: nil)).to("device", of: SceneWorld.pass),
      but: DeviceScene(.body("[]", type: nil)).to("device", of: SceneWorld.pass), "dropped payload-not-object"),
    OutcomeRow(.presented, website(#""url-args":[]"#), but: website(#""url-args":"x""#), "dropped url-args-missing"),
    OutcomeRow(.dropped, .urlArgsMissing, website(""), but: website(#""url-args":["42"]"#), "presented"),
  ]

  private static func reload(_ kind: String, _ body: String = #"{"aps":{"content-changed":true}}"#) -> DeviceScene {
    DeviceScene(.body(body, type: kind)).to(kind)
  }

  private static func locate(_ app: String) -> DeviceScene {
    DeviceScene(.body("{}", type: "location"), app: app).to("location")
  }

  private static func talk(_ app: String) -> DeviceScene {
    DeviceScene(.body("{}", type: "pushtotalk"), app: app).to("pushtotalk")
  }

  private static func signal(_ body: String) -> DeviceScene {
    DeviceScene(.body(body, type: "fileprovider")).to("fileprovider")
  }

  private static func complication(shown: Bool = true) -> DeviceScene {
    DeviceScene(.body("{}", type: "complication"), app: "\"complicationShown\":\(shown)").to("complication")
  }

  private static func manage(_ body: String) -> DeviceScene {
    DeviceScene(.body(body, type: nil)).to("device", of: SceneWorld.mdm)
  }

  private static func website(_ members: String) -> DeviceScene {
    let rest = members.isEmpty ? "" : ",\(members)"
    return DeviceScene(.aps(#""alert":{"title":"Hi","body":"there"}\#(rest)"#)).to("device", of: SceneWorld.website)
  }

  /// A device that cannot be reached, or not for this push.
  static let storing: [OutcomeRow] = [
    OutcomeRow(.stored, .offline, DeviceScene(device: offline), but: DeviceScene(), "presented"),
    OutcomeRow(
      .stored, .offline, DeviceScene(device: offline, then: online), ["stored offline", "presented"],
      but: DeviceScene(device: offline, then: .device(#""lowPower":true"#)), "stored offline"),
    OutcomeRow(
      .stored, .offline, DeviceScene(ScenePush().priority(1), device: offline, then: online),
      ["stored offline", "listed"], but: DeviceScene(ScenePush().priority(5), device: offline, then: online),
      "stored offline", "presented"),
    OutcomeRow(
      .lost, .notStored, DeviceScene(ScenePush().once, device: offline, then: online),
      but: DeviceScene(ScenePush().expires(in: 60), device: offline, then: online), "stored offline", "presented"),
    OutcomeRow(
      .held, .lowPower, DeviceScene(ScenePush().priority(5), device: saving),
      but: DeviceScene(ScenePush().priority(10), device: saving), "presented"),
    OutcomeRow(
      .held, .lowPower,
      DeviceScene(ScenePush().priority(5), device: saving, then: .device(#""lowPower":false"#)),
      ["held low-power", "presented"], but: DeviceScene(ScenePush().priority(5), device: saving, then: online),
      "held low-power"),
    OutcomeRow(
      .replaced, .offline, DeviceScene(device: offline, then: .push(ScenePush())),
      ["stored offline", "replaced offline"],
      but: DeviceScene(device: offline, then: .push(ScenePush().once)), "stored offline"),
    OutcomeRow(
      .replaced, .lowPower, DeviceScene(ScenePush().priority(5), device: saving, then: .push(ScenePush().priority(1))),
      ["held low-power", "replaced low-power"],
      but: DeviceScene(ScenePush().priority(5), device: saving, then: .push(ScenePush())), "held low-power"),
    OutcomeRow(
      .replaced, .collapsed, DeviceScene(ScenePush().collapse("a"), then: .push(ScenePush().collapse("a"))),
      ["presented", "replaced collapsed"],
      but: DeviceScene(ScenePush().collapse("a"), then: .push(ScenePush().collapse("b"))), "presented"),
    OutcomeRow(
      .replaced, .collapsed,
      DeviceScene(ScenePush().collapse("a"), device: offline, then: .push(ScenePush().collapse("a"))),
      ["stored offline", "replaced collapsed"],
      but: DeviceScene(ScenePush().collapse("a"), device: offline, then: .push(ScenePush().collapse("b"))),
      "stored offline", "replaced offline"),
    OutcomeRow(
      .expired, .offline, DeviceScene(ScenePush().expires(in: 3600), device: offline, then: .advance("2h"), online),
      ["stored offline", "expired offline"],
      but: DeviceScene(ScenePush().expires(in: 3600), device: offline, then: .advance("30m"), online),
      "stored offline", "presented"),
    OutcomeRow(
      .expired, .offline, DeviceScene(device: offline, then: .advance("30d"), online),
      ["stored offline", "expired offline"], but: DeviceScene(device: offline, then: .advance("29d"), online),
      "stored offline", "presented"),
    OutcomeRow(
      .expired, .offline,
      DeviceScene(ScenePush().expires(in: 90 * 86_400), device: offline, then: .advance("31d"), online),
      ["stored offline", "expired offline"],
      but: DeviceScene(ScenePush().expires(in: 90 * 86_400), device: offline, then: .advance("29d"), online),
      "stored offline", "presented"),
    OutcomeRow(
      .expired, .offline, DeviceScene(ScenePush().expires(in: -60), device: offline, then: online),
      but: DeviceScene(ScenePush().expires(in: -60)), "presented"),
    OutcomeRow(
      .expired, .lowPower,
      DeviceScene(ScenePush().priority(5).expires(in: 3600), device: saving, then: .advance("2h")),
      ["held low-power", "expired low-power"],
      but: DeviceScene(ScenePush().priority(5).once, device: saving, then: .advance("2h")), "held low-power"),
  ]

  /// Tokens and apps that are no longer what they were.
  static let tokens: [OutcomeRow] = [
    OutcomeRow(
      .dropped, .appNotInstalled, DeviceScene().after(.uninstall), but: DeviceScene().after(.uninstall, .install),
      "presented"),
    OutcomeRow(
      .dropped, .appNotInstalled, DeviceScene(device: offline, then: .uninstall, online),
      ["stored offline", "dropped app-not-installed"], but: DeviceScene(device: offline, then: .uninstall),
      "stored offline"),
    OutcomeRow(
      .dropped, .tokenSuperseded, DeviceScene(device: offline, then: .uninstall, .install, online),
      ["stored offline", "dropped token-superseded"], but: DeviceScene(device: offline, then: online),
      "stored offline", "presented"),
    OutcomeRow(
      .dropped, .appNotInstalled, DeviceScene(.background.priority(1), then: .uninstall),
      ["held low-power", "dropped app-not-installed"], but: DeviceScene(.background.priority(1)), "held low-power"),
    OutcomeRow(.dropped, .tokenSuperseded, DeviceScene().after(.rotate), but: DeviceScene(then: .rotate), "presented"),
    OutcomeRow(
      .dropped, .tokenSuperseded, DeviceScene(device: offline, then: .rotate, online),
      ["stored offline", "dropped token-superseded"], but: DeviceScene(device: offline, then: .rotate),
      "stored offline"),
  ]
}
