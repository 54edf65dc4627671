/// Checks of the request line and of the header list as a whole.
extension Check {
  static let serviceAvailable = Check(
    id: "service-available", rule: "The gateway can keep a record of what it answers.",
    basis: .chosen("a limit of this gateway; the answer is the one that Apple documents for a service that is down")
  ) { _, world in
    world.unavailability.map { Refusal(.serviceUnavailable, $0) }
  }

  static let headerList = Check(
    id: "header-list", rule: "The header list has at most \(headerListLimit) bytes; more is 431 without a reason.",
    basis: .inferred("SETTINGS_MAX_HEADER_LIST_SIZE 8000 in gh:jchambers/pushy#878; the answer is RFC 6585's")
  ) { push, _ in
    guard push.request.fieldListBytes > headerListLimit else { return nil }
    return Refusal(
      status: 431,
      "the header list has \(push.request.fieldListBytes) bytes, with 32 for each field; \(headerListLimit) are allowed"
    )
  }

  /// Bytes of a header list, counted as RFC 9113 counts them.
  package static let headerListLimit = 8000

  static let method = Check(
    id: "method", rule: "The method is POST.", basis: .documented(ApplePage.responses)
  ) { push, _ in
    guard push.request.method != post else { return nil }
    return Refusal(.methodNotAllowed, "the method is \(Judgement.shown(push.request.method)); APNs takes POST only")
  }

  static let path = Check(
    id: "path", rule: "The path is /3/device/ and a device token.", basis: .documented(ApplePage.sending)
  ) { push, _ in
    let path = push.request.path
    if path.starts(with: devicePath), !path[devicePath.count...].hasSlash { return nil }
    return Refusal(.badPath, "the path is \(Judgement.shown(path)); a push goes to /3/device/ and the device token")
  }

  static let channelPath = Check(
    id: "channel-path", rule: "A channel port serves channel management, which this version does not do yet.",
    basis: .chosen("a limit of this gateway, not of Apple's")
  ) { push, _ in
    Refusal(
      .badPath, "this version of the gateway does not serve channel management: \(Judgement.shown(push.request.path))")
  }

  static let duplicateHeaders = Check(
    id: "duplicate-headers", rule: "No header that APNs reads stands twice.",
    basis: .chosen("Apple documents the reason but not which headers count")
  ) { push, _ in
    guard let header = push.request.places.duplicate else { return nil }
    return Refusal(.duplicateHeaders, "\(header.rawValue) stands more than once")
  }

  static let post = Array("POST".utf8)
  static let devicePath = Array("/3/device/".utf8)
}

extension ArraySlice<UInt8> {
  /// Most paths go on with digits and letters only.
  fileprivate var hasSlash: Bool {
    let plain = UInt8(ascii: "0")...UInt8(ascii: "z")
    return !areAll(in: plain, or: plain) && contains(UInt8(ascii: "/"))
  }
}
