@testable import MockAPNsCore

extension RefusedPush {
  static let requests: [RefusedPush] = [
    RefusedPush("service-available", .serviceUnavailable, "the disk is full", Push().method("GET"))
      .whileDown("the record takes nothing more: the disk is full"),
    RefusedPush("header-list", nil, "8001 bytes", Push().fieldListBytes(8001)),
    RefusedPush("method", .methodNotAllowed, "the method is GET", Push().method("GET")),
    RefusedPush("method", .methodNotAllowed, "the method is post", Push().method("post")),
    RefusedPush("method", .methodNotAllowed, "the method is HEAD", Push().method("HEAD")),
    RefusedPush("path", .badPath, "/3/devices/", Push().path("/3/devices/" + Town.token("phone/device"))),
    RefusedPush("path", .badPath, "the path is /3/device;", Push().path("/3/device")),
    RefusedPush("path", .badPath, "/4/device/", Push().path("/4/device/" + Town.token("phone/device"))),
    RefusedPush("path", .badPath, "the path is ;", Push().path("")),
    RefusedPush("path", .badPath, "/more", Push().to(Town.token("phone/device") + "/more")),
    RefusedPush(
      "duplicate-headers", .duplicateHeaders, "apns-topic stands more than once",
      Push().adding("apns-topic", "com.example.bus")),
    RefusedPush(
      "duplicate-headers", .duplicateHeaders, "apns-id stands more than once",
      Push().adding("apns-id", "a").adding("apns-id", "a")),
  ]

  static let channels: [RefusedPush] = [
    RefusedPush(
      "channel-path", .badPath, "/1/apps/com.example.tram/channels", Push().path("/1/apps/com.example.tram/channels"))
  ].map { $0.on(ConnectionFacts(id: 1, service: .channels)) }

  static let certificates: [RefusedPush] = [
    RefusedPush(
      "certificate-environment", .badCertificateEnvironment, "is for production, not for sandbox", Push()
    ).on(.tram.with { $0.environments = [.production] }),
    RefusedPush(
      "certificate-environment", .badCertificateEnvironment, "is for no environment", Push()
    ).on(.tram.with { $0.environments = [] }),
    RefusedPush(
      "certificate-environment", .badCertificateEnvironment, "is for sandbox, not for production",
      Push().authority("api.push.apple.com:443")
    ).on(.tram.with { $0.environments = [.sandbox] }),
    RefusedPush("certificate-environment", .badCertificate, "expired or not yet valid", Push())
      .on(.tram.with { $0.validUntil = Town.morning.seconds - 1 }),
    RefusedPush("certificate-environment", .badCertificate, "expired or not yet valid", Push())
      .on(.tram.with { $0.validFrom = Town.morning.seconds + 1 }),
    RefusedPush("certificate-environment", .badCertificate, "setting foreignCertificates", Push())
      .on(.tram.with { $0.isForeign = true }).set("foreignCertificates", "reject"),
    RefusedPush(
      "topic-present", .missingTopic, "3 topics, so none is the default", Push().without("apns-topic")
    ).on(.universal),
    RefusedPush(
      "topic-present", .missingTopic, "0 topics", Push().without("apns-topic")
    ).on(.tram.with { $0.topics = [] }),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "lists com.example.tram, not com.example.bus",
      Push()
        .topic("com.example.bus")
    ).on(.tram),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "did you mean \"com.example.tram\"?", Push().topic("com.example.tramm")
    ).on(.tram),
    RefusedPush(
      "topic-allowed", .topicDisallowed, "not com.example.tram.push-type.liveactivity", .of(.liveactivity)
    ).on(.tram),
    RefusedPush(
      "push-type-for-topic", .topicDisallowed, "liveactivity pushes need a provider token", .of(.liveactivity)
    )
    .on(.tram.with { $0.topics.append(Town.app + ".push-type.liveactivity") }),
    RefusedPush("push-type-for-topic", .topicDisallowed, "location pushes need a provider token", .of(.location))
      .on(.tram.with { $0.topics.append(Town.app + ".location-query") }),
    RefusedPush(
      "push-type-for-topic", .invalidPushType, "apns-push-type is alert and apns-topic com.example.tram.voip",
      Push().without("apns-topic")
    ).on(.tram.with { $0.topics = [Town.app + ".voip"] }),
  ]
}
