/// Checks of the device token in the path: its form, its owner, its topic and whether it is still alive.
extension Check {
  static let deviceTokenPresent = Check(
    id: "device-token-present", rule: "The path names a device token.", basis: .documented(ApplePage.responses)
  ) { push, _ in
    push.tokenDigits.isEmpty
      ? Refusal(.missingDeviceToken, "the path ends after /3/device/; no device token follows") : nil
  }

  static let deviceTokenForm = Check(
    id: "device-token-form",
    rule: "The device token has an even number of hexadecimal digits, from \(DeviceToken.fewestDigits) on.",
    basis: .observed("gh:rpush/rpush#634: 50 digits are BadDeviceToken")
  ) { push, _ in
    do throws(DeviceToken.Fault) {
      let (token, isLower) = try DeviceToken.read(push.tokenDigits)
      push.token = token
      push.facts.token = token.text
      if !isLower { push.note(.tokenUppercase, path: ":path") }
      return nil
    } catch {
      switch error {
      case .character(let byte, let offset):
        let shown = byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "the byte \(byte)"
        return Refusal(
          .badDeviceToken,
          "the device token has \(shown) at offset \(offset), which is no hexadecimal digit" + push.tokenHint)
      case .length(let digits):
        let known =
          digits > DeviceToken.mostDigits
          ? "at most \(DeviceToken.mostDigits) are known" : "iOS hands out 64 or more, always whole bytes"
        return Refusal(.badDeviceToken, "the device token has \(digits) digits; \(known)")
      }
    }
  }

  static let deviceTokenKnown = Check(
    id: "device-token-known", rule: "The device token exists in the environment of the request.",
    basis: .documented(ApplePage.responses)
  ) { push, world in
    guard let token = push.token else { return nil }
    push.tokenEntry = world.tokens[token]
    guard let entry = push.tokenEntry else {
      guard world.settings.unknownTokens == .reject else { return nil }
      return Refusal(.badDeviceToken, "no device has the token \(token.text)" + world.tokenHint(for: token))
    }
    guard entry.environment != push.environment else { return nil }
    return Refusal(
      .badDeviceToken,
      "the device token is of the \(entry.environment.rawValue) environment; the request went to "
        + push.environment.rawValue)
  }

  static let deviceTokenTopic = Check(
    id: "device-token-topic", rule: "The device token belongs to the app and the kind of push of the topic.",
    basis: .documented(ApplePage.responses)
  ) { push, world in
    guard let entry = push.tokenEntry, let topic = push.facts.topic else { return nil }
    guard entry.bundleID == push.facts.bundleID else {
      return Refusal(.deviceTokenNotForTopic, "this token belongs to \(entry.bundleID); the topic is \(topic)")
    }
    guard entry.kind.topicSuffix == push.topicSuffix else {
      return Refusal(
        .deviceTokenNotForTopic,
        "this is a \(entry.kind.name) token, whose topic is \(entry.bundleID)\(entry.kind.topicSuffix), not \(topic)")
    }
    return nil
  }

  static let deviceTokenAlive = Check(
    id: "device-token-alive", rule: "The device token is active, or its grace is not over.",
    basis: .documented(ApplePage.responses)
  ) { push, world in
    guard let retirement = push.tokenEntry?.retirement else { return nil }
    guard !world.isInGrace(retirement, at: push.worldNow) else { return nil }
    let reason: Reason = retirement.state == .expired ? .expiredToken : .unregistered
    return Refusal(
      reason, "the device token is \(retirement.state.rawValue) since \(ISO8601.format(retirement.since.milliseconds))",
      timestamp: Instant(milliseconds: retirement.since.milliseconds - push.shift))
  }

  static let tokenRate = Check(
    id: "token-rate", rule: "A device token gets at most pushesPerTokenPerSecond pushes in a second.",
    basis: .documented("\(ApplePage.responses); the threshold is not published")
  ) { push, world in
    guard let limit = world.settings.pushesPerTokenPerSecond, let token = push.token else { return nil }
    guard world.rates.count(of: token, at: push.receivedAt) >= limit else { return nil }
    return Refusal(
      .tooManyRequests,
      "more than \(limit) pushes went to this device token in a second (setting pushesPerTokenPerSecond)")
  }
}

extension Judgement {
  /// What follows /3/device/ in the path.
  var tokenDigits: ArraySlice<UInt8> { request.path.dropFirst(Check.devicePath.count) }

  /// The slip that a malformed token looks like.
  fileprivate var tokenHint: String {
    let text = String(decoding: tokenDigits.prefix(200), as: UTF8.self).lowercased()
    if text.contains("length") { return "; it looks like the description of a Data value, whose middle is left out" }
    if text.hasPrefix("%3c") || text.hasPrefix("<") || text.contains("%20") {
      return "; it looks like the description of a Data value: remove < > and blanks"
    }
    return ""
  }
}
