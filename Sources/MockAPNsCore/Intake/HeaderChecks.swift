/// Checks of single headers; the syntax of each stands in the table of `PushHeader`.
extension Check {
  static let messageID = Check(
    id: "apns-id", rule: "apns-id is a UUID.", basis: PushHeader.apnsID.row.basis
  ) { push, _ in
    guard let value = push.value(.apnsID) else { return nil }
    guard let id = PushID(parsing: value) else {
      return Refusal(.badMessageID, "apns-id is \"\(push.shown(.apnsID))\", not \(PushHeader.apnsID.row.syntax)")
    }
    if id.hasUpperCase { push.note(.apnsIDUppercase, path: PushHeader.apnsID.rawValue) }
    push.facts.apnsID = id.text
    return nil
  }

  static let expiration = Check(
    id: "apns-expiration", rule: "apns-expiration is a whole number of seconds.",
    basis: .observed("gh:parse-community/parse-server#4558: a fraction is refused")
  ) { push, world in
    guard let value = push.value(.apnsExpiration) else { return nil }
    guard let seconds = wholeNumber(value) else {
      return Refusal(
        .badExpirationDate,
        "apns-expiration is \"\(push.shown(.apnsExpiration))\", which is not a whole number of seconds")
    }
    push.facts.expirationSeconds = seconds
    if seconds >= 100_000_000_000 {
      push.note(.expirationMilliseconds, path: PushHeader.apnsExpiration.rawValue)
    } else if seconds > 0, seconds < push.now.milliseconds / 1000 {
      push.note(.expirationPast, path: PushHeader.apnsExpiration.rawValue)
    }
    return nil
  }

  static let priority = Check(
    id: "apns-priority", rule: "apns-priority is 10, 5 or 1.", basis: PushHeader.apnsPriority.row.basis
  ) { push, _ in
    guard let value = push.value(.apnsPriority) else { return nil }
    guard value.first != UInt8(ascii: "0"), let number = wholeNumber(value),
      PushHeader.priorities.contains(Int(number))
    else {
      return Refusal(
        .badPriority, "apns-priority is \"\(push.shown(.apnsPriority))\", not \(PushHeader.apnsPriority.row.syntax)")
    }
    push.facts.priority = Int(number)
    return nil
  }

  static let collapseID = Check(
    id: "apns-collapse-id", rule: "apns-collapse-id has at most \(PushHeader.collapseIDLimit) bytes.",
    basis: PushHeader.apnsCollapseID.row.basis
  ) { push, _ in
    guard let value = push.value(.apnsCollapseID) else { return nil }
    guard value.count <= PushHeader.collapseIDLimit else {
      return Refusal(
        .badCollapseID,
        "apns-collapse-id has \(value.count) bytes of UTF-8; at most \(PushHeader.collapseIDLimit) are allowed"
      )
    }
    push.facts.collapseID = String(decoding: value, as: UTF8.self)
    return nil
  }

  static let pushType = Check(
    id: "apns-push-type", rule: "apns-push-type is one that Apple lists.", basis: PushHeader.apnsPushType.row.basis
  ) { push, _ in
    guard let value = push.value(.apnsPushType) else {
      push.note(.pushTypeMissing, path: PushHeader.apnsPushType.rawValue)
      return nil
    }
    guard let type = PushType.named(String(decoding: value, as: UTF8.self)) else {
      return Refusal(
        .invalidPushType,
        "apns-push-type is \"\(push.shown(.apnsPushType))\"; Apple lists \(PushHeader.apnsPushType.row.syntax)"
          + NearMiss.hint(push.shown(.apnsPushType), among: PushType.allCases.map(\.rawValue)))
    }
    push.facts.pushType = type
    return nil
  }

  static let backgroundPriority = Check(
    id: "background-priority",
    rule: "A background push has priority 5, if the setting backgroundPriority10 says so.",
    basis: .chosen("Apple calls priority 10 an error; no answer of the real service is known")
  ) { push, world in
    guard push.facts.pushType == .background, push.facts.priority ?? 10 == 10 else {
      noteUnadvised(&push)
      return nil
    }
    let cause = push.facts.priority == nil ? "apns-priority is absent, which means 10" : "apns-priority is 10"
    if world.settings.backgroundPriority10 == .reject {
      return Refusal(.badPriority, "\(cause), but a background push must have 5 (setting backgroundPriority10)")
    }
    push.note(.backgroundPriority10, path: PushHeader.apnsPriority.rawValue, "Here \(cause).")
    return nil
  }

  /// A priority that the row of the push type does not have.
  private static func noteUnadvised(_ push: inout Judgement) {
    guard let priority = push.facts.priority, let row = push.facts.pushType?.row,
      !row.advisedPriorities.contains(priority), row.type != .background
    else { return }
    let advised = row.advisedPriorities.map(String.init).joined(separator: " or ")
    push.note(.priorityUnadvised, path: PushHeader.apnsPriority.rawValue, "It is \(priority); advised is \(advised).")
  }

  /// Decimal digits only: no sign, no fraction, no blank; nil as well for more than 18 digits.
  static func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
