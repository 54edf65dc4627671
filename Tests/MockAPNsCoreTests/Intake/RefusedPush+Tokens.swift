@testable import MockAPNsCore

private let phone = Town.token("phone/device")

private func badToken(_ says: String, _ digits: String, form: Bool = true) -> RefusedPush {
  RefusedPush(form ? "device-token-form" : "device-token-known", .badDeviceToken, says, Push().to(digits))
}

extension RefusedPush {
  static let deviceTokens: [RefusedPush] = [
    RefusedPush("device-token-present", .missingDeviceToken, "the path ends after /3/device/", Push().to("")),
    badToken("has 50 digits; iOS hands out 64 or more", String(phone.prefix(50))),
    badToken("has 62 digits", String(phone.prefix(62))),
    badToken("has 65 digits", phone + "0"),
    badToken("has 202 digits; at most 200 are known", String(repeating: "ab", count: 101)),
    badToken("\"g\" at offset 0", "g" + phone.dropFirst()),
    badToken("the byte 32 at offset 64", phone + " "),
    badToken("\"?\" at offset 64", phone + "?x=1"),
    badToken("whose middle is left out", "%7Blength=32,bytes=0x9060b583...1bce%7D"),
    badToken("remove < > and blanks", "%3C" + phone + "%3E"),
    badToken("no device has the token", Town.token("nobody"), form: false),
    badToken("it is all zeros", String(repeating: "0", count: 64), form: false),
    badToken(
      "the beginning of a token of 160 digits", String(Town.longToken("ride/update").prefix(64)), form: false),
    badToken(
      "is of the production environment; the request went to sandbox", Town.token("store-phone/device"), form: false),
    RefusedPush(
      "device-token-known", .badDeviceToken, "is of the sandbox environment; the request went to production",
      Push().authority("api.push.apple.com")),
    RefusedPush(
      "device-token-topic", .deviceTokenNotForTopic, "belongs to com.example.bus; the topic is com.example.tram",
      Push().to(Town.token("phone/bus"))),
    RefusedPush(
      "device-token-topic", .deviceTokenNotForTopic, "this is a voip token, whose topic is com.example.tram.voip",
      Push().to(Town.token("phone/voip"))),
    RefusedPush(
      "device-token-topic", .deviceTokenNotForTopic, "this is a device token, whose topic is com.example.tram,",
      Push.of(.location).to(phone)),
    RefusedPush(
      "device-token-topic", .deviceTokenNotForTopic, "this is a device token",
      Push().topic(Town.app + ".watchkitapp").to(phone).topic(Town.app + ".voip").type("voip")),
    RefusedPush(
      "device-token-alive", .unregistered, "is unregistered since 2026-02-28T10:00:00.000Z",
      Push().to(Town.token("retired/unregistered"))),
    RefusedPush(
      "device-token-alive", .expiredToken, "is expired since 2026-03-01T08:00:00.000Z",
      Push().to(Town.token("retired/expired"))),
    RefusedPush(
      "device-token-alive", .unregistered, "is dead since 2026-03-01T07:00:00.000Z",
      Push.of(.liveactivity).to(Town.longToken("old-ride/update"))),
    RefusedPush(
      "device-token-alive", .expiredToken, "is expired since", Push.of(.liveactivity).to(Town.longToken("ride/old"))),
    RefusedPush(
      "device-token-alive", .unregistered, "is superseded", Push.of(.liveactivity).to(Town.longToken("retired/start"))),
    RefusedPush("device-token-alive", .unregistered, "is uninstalled", Push().to(Town.token("empty-phone/device")))
      .set("uninstallGraceSeconds", 60),
    RefusedPush("token-rate", .tooManyRequests, "more than 1 pushes", Push()).after(Push())
      .set("pushesPerTokenPerSecond", 1),
  ]

  static let payloads: [RefusedPush] = [
    RefusedPush("payload-present", .payloadEmpty, "the request has no body", Push().body("")),
    RefusedPush(
      "payload-size", .payloadTooLarge, "has 4097 bytes of UTF-8; a push of type alert may have 4096 bytes",
      Push()
        .body(of: 4097)),
    RefusedPush("payload-size", .payloadTooLarge, "more than 100 bytes", Push().body(of: 100).cut()),
    RefusedPush(
      "payload-size", .payloadTooLarge, "a push of type voip may have 5120 bytes",
      Push.of(.voip).without("apns-push-type").body(of: 5121)),
    RefusedPush("payload-form", .badRequestPayload, "setting invalidPayload", Push().body("[1]"))
      .set("invalidPayload", "reject"),
    RefusedPush("payload-form", .badRequestPayload, "not a JSON object", Push().body("{\"aps\":"))
      .set("invalidPayload", "reject"),
  ]
}
