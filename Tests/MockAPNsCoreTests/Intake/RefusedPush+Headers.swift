@testable import MockAPNsCore

private let uuid = "0b5e6a8c-3a0f-4f0e-9d3b-2c1a7e5f4d3c"

private func quoted(_ header: PushHeader, _ check: String, _ reason: Reason, _ values: [String]) -> [RefusedPush] {
  values.map { value in
    RefusedPush(check, reason, "\(header.rawValue) is \"\(value)\"", Push().header(header.rawValue, value))
  }
}

extension RefusedPush {
  static let headers = ids + expirations + priorities + collapseIDs + pushTypes

  private static let ids = quoted(
    .apnsID, "apns-id", .badMessageID,
    [
      "", "1", uuid + "0", String(uuid.dropLast()), "{\(uuid)}", " " + uuid, String(uuid.dropLast()) + "g",
      "0b5e6a8c3a0f4f0e9d3b2c1a7e5f4d3c", "0b5e6a8c_3a0f_4f0e_9d3b_2c1a7e5f4d3c",
    ])

  private static let expirations = quoted(
    .apnsExpiration, "apns-expiration", .badExpirationDate,
    ["", "-1", "+1", "1.5", "1772359320.513", "0x10", " 1", "1 ", "tomorrow", "1e9", "9999999999999999999"])

  private static let priorities =
    quoted(
      .apnsPriority, "apns-priority", .badPriority,
      ["", "0", "7", "11", "010", "05", "5.0", "-5", "high", " 5", "100"])
    + [
      RefusedPush(
        "apns-priority", .badPriority, "\"\(String(repeating: "9", count: 80))…\"",
        Push().header("apns-priority", String(repeating: "9", count: 81))),
      RefusedPush(
        "background-priority", .badPriority, "apns-priority is 10, but a background push must have 5",
        Push.of(.background).header("apns-priority", "10")
      ).set("backgroundPriority10", "reject"),
      RefusedPush(
        "background-priority", .badPriority, "apns-priority is absent, which means 10",
        Push.of(.background).without("apns-priority")
      ).set("backgroundPriority10", "reject"),
    ]

  private static let collapseIDs: [RefusedPush] = [
    RefusedPush(
      "apns-collapse-id", .badCollapseID, "has 65 bytes",
      Push().header("apns-collapse-id", String(repeating: "c", count: 65))),
    RefusedPush(
      "apns-collapse-id", .badCollapseID, "has 66 bytes",
      Push().header("apns-collapse-id", String(repeating: "é", count: 33))),
  ]

  private static let pushTypes =
    quoted(
      .apnsPushType, "apns-push-type", .invalidPushType, ["", "silent", "LiveActivity", "Alert", "alert ", "alerts"])
    + [RefusedPush("apns-push-type", .invalidPushType, "did you mean \"background\"?", Push().type("backgroud"))]

  static let topics: [RefusedPush] = [
    RefusedPush("topic-present", .missingTopic, "apns-topic is absent", Push().without("apns-topic")),
    RefusedPush("topic-present", .missingTopic, "apns-topic is empty", Push().topic("")),
    RefusedPush("topic-form", .badTopic, "the byte 32 at offset 3", Push().topic("com example")),
    RefusedPush("topic-form", .badTopic, "the byte 10 at offset 16", Push().topic(Town.app + "\n")),
    RefusedPush("topic-form", .badTopic, "the byte 195 at offset 0", Push().topic("é")),
    RefusedPush(
      "topic-form", .badTopic, "the byte 255 at offset 3", Push().header("apns-topic", [0x63, 0x6F, 0x6D, 255])),
    RefusedPush("topic-form", .badTopic, "the byte 127 at offset 0", Push().topic("\u{7F}")),
    RefusedPush(
      "topic-form", .badTopic, "has 256 bytes", Push().topic(String(repeating: "t", count: 256))),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "no app com.example.train is registered", Push().topic("com.example.train")),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "did you mean \"com.example.tram\"?", Push().topic("com.example.trm")),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "remove the angle brackets", Push().topic("<com.example.tram>")),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "app com.example.boat belongs to team TEAMPORT01",
      Push().topic("com.example.boat")),
    RefusedPush(
      "topic-allowed", .topicDisallowed, ".voip is one too many", Push().topic("com.example.tram.voip.voip")),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "nothing stands before the suffix", Push().topic(".voip")
    ).set("unknownTopics", "enroll"),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "key KEYTOPIC03 is limited to com.example.tram",
      Push().by("KEYTOPIC03").topic("com.example.bus")),
    RefusedPush(
      "push-type-for-topic", .invalidPushType, "alert pushes use the bare bundle id",
      Push().topic(Town.app + ".voip").to(Town.token("phone/voip"))),
    RefusedPush(
      "push-type-for-topic", .invalidPushType, "need a topic that ends in .voip: com.example.tram.voip",
      Push().type("voip")),
    RefusedPush(
      "push-type-for-topic", .invalidPushType, ".push-type.liveactivity", Push.of(.liveactivity).topic(Town.app)),
    RefusedPush(
      "push-type-for-topic", .invalidPushType, "apns-topic com.example.tram.push-type.widgets",
      Push.of(.liveactivity).topic(Town.app + ".push-type.widgets")),
    RefusedPush(
      "push-type-for-topic", .topicDisallowed, "mdm pushes need a client certificate", .of(.mdm)),
  ]
}
