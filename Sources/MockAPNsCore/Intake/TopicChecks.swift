/// Checks of the topic against the credential and of the push type against the topic.
extension Check {
  static let topicPresent = Check(
    id: "topic-present", rule: "apns-topic is there, or the client certificate has one topic only.",
    basis: .documented(ApplePage.responses)
  ) { push, _ in
    if let value = push.value(.apnsTopic), !value.isEmpty {
      push.facts.topic = String(decoding: value, as: UTF8.self)
      return nil
    }
    let isEmpty = push.value(.apnsTopic) != nil
    if !isEmpty, let topics = push.connection.facts.certificate?.topics {
      if topics.count == 1 {
        push.facts.topic = topics[0]
        return nil
      }
      return Refusal(
        .missingTopic,
        "apns-topic is absent and the client certificate has \(topics.count) topics, so none is the default")
    }
    return Refusal(.missingTopic, "apns-topic is \(isEmpty ? "empty" : "absent"); a provider token needs one")
  }

  static let topicForm = Check(
    id: "topic-form", rule: "apns-topic has printable ASCII characters only, at most 255.",
    basis: .chosen("no push that got BadTopic is known")
  ) { push, _ in
    guard let topic = push.value(.apnsTopic) else { return nil }
    if !topic.areAll(in: 0x21...0x5F, or: 0x60...0x7E),
      let odd = topic.firstIndex(where: { $0 <= 0x20 || $0 >= 0x7F })
    {
      let (byte, offset) = (topic[odd], odd - topic.startIndex)
      return Refusal(
        .badTopic, "apns-topic \"\(push.shown(.apnsTopic))\" has the byte \(byte) at offset \(offset)")
    }
    guard topic.count <= 255 else { return Refusal(.badTopic, "apns-topic has \(topic.count) bytes") }
    return nil
  }

  static let topicAllowed = Check(
    id: "topic-allowed",
    rule: "The client certificate lists the topic, or the app of the topic is of the token's team.",
    basis: .observed("gh:appfeel/node-pushnotifications#97; gh:node-apn/node-apn#479")
  ) { push, world in
    guard let topic = push.facts.topic else { return nil }
    let parts = world.splitTopic(topic)
    push.facts.bundleID = parts.bundleID
    push.topicSuffix = parts.suffix
    push.app = parts.app
    if let certificate = push.connection.facts.certificate {
      guard certificate.topics.contains(topic) else {
        return Refusal(
          .topicDisallowed,
          "the client certificate lists \(certificate.topics.joined(separator: ", ")), not \(topic)"
            + NearMiss.hint(topic, among: certificate.topics))
      }
      return nil
    }
    return allowedByToken(push, topic, parts.bundleID, world)
  }

  private static func allowedByToken(
    _ push: Judgement, _ topic: String, _ bundleID: String, _ world: World
  ) -> Refusal? {
    if bundleID.isEmpty { return Refusal(.topicDisallowed, "in apns-topic \(topic) nothing stands before the suffix") }
    let owner = push.app.map { world.apps.values[$0].team }
    if owner == nil, let suffix = PushType.suffix(of: bundleID) {
      return Refusal(.topicDisallowed, "apns-topic \(topic) has two suffixes; \(suffix) is one too many")
    }
    if let key = push.key, !key.topics.isEmpty, !key.topics.contains(bundleID), !key.topics.contains(topic) {
      return Refusal(
        .topicDisallowed, "key \(key.id) is limited to \(key.topics.joined(separator: ", ")); the topic is \(topic)")
    }
    guard let owner else {
      guard world.settings.unknownTopics == .reject else { return nil }
      return Refusal(.topicDisallowed, "no app \(bundleID) is registered" + world.topicHint(for: bundleID))
    }
    if let team = push.providerToken?.teamID, owner != team {
      return Refusal(.topicDisallowed, "app \(bundleID) belongs to team \(owner); the token is of team \(team)")
    }
    return nil
  }

  static let pushTypeForTopic = Check(
    id: "push-type-for-topic", rule: "The suffix of the topic is that of the push type, where both are given.",
    basis: .observed("gh:Pr0Ger/PyAPNs2#87; gh:sideshow/apns2#148: .voip with alert is refused, without type accepted")
  ) { push, world in
    guard let type = push.facts.pushType, let topic = push.facts.topic else { return nil }
    if let refusal = credential(of: type, push) { return refusal }
    let suffix = type.row.topicSuffix
    guard suffix != push.topicSuffix else { return nil }
    let advice =
      suffix.isEmpty
      ? "\(type.rawValue) pushes use the bare bundle id"
      : "\(type.rawValue) pushes need a topic that ends in \(suffix): \(push.facts.bundleID ?? "")\(suffix)"
    return Refusal(.invalidPushType, "apns-push-type is \(type.rawValue) and apns-topic \(topic); \(advice)")
  }

  /// Whether the push type may be sent with the credential of this push.
  private static func credential(of type: PushType, _ push: Judgement) -> Refusal? {
    switch (type.row.credential, push.connection.facts.certificate) {
    case (.tokenOnly, .some):
      Refusal(.topicDisallowed, "\(type.rawValue) pushes need a provider token; this connection has a certificate")
    case (.certificateOnly, .none):
      Refusal(
        .topicDisallowed, "\(type.rawValue) pushes need a client certificate, whose UID is the topic",
        basis: .inferred("\(ApplePage.sending) takes the topic from the certificate; no team owns it"))
    case (.tokenOrCertificate, _), (.tokenOnly, .none), (.certificateOnly, .some): nil
    }
  }
}
