/// Checks of the body: its size by push type, and whether it is a JSON object.
extension Check {
  static let payloadPresent = Check(
    id: "payload-present", rule: "The body is not empty; {} is enough, as for Wallet passes.",
    basis: .documented(ApplePage.responses)
  ) { push, _ in
    push.request.body.isEmpty ? Refusal(.payloadEmpty, "the request has no body; the least is {}") : nil
  }

  static let payloadSize = Check(
    id: "payload-size", rule: "The body has at most 4096 bytes, 5120 for voip.", basis: .documented(ApplePage.payload)
  ) { push, _ in
    let type = push.effectivePushType
    let limit = type.row.payloadLimit
    guard push.request.body.count > limit || !push.request.isBodyComplete else { return nil }
    let size = push.request.isBodyComplete ? "\(push.request.body.count)" : "more than \(push.request.body.count)"
    return Refusal(
      .payloadTooLarge,
      "the payload has \(size) bytes of UTF-8; a push of type \(type.rawValue) may have \(limit) bytes")
  }

  static let payloadForm = Check(
    id: "payload-form", rule: "The body is a JSON object, where the setting invalidPayload says so.",
    basis: .chosen("Apple lists no reason for it on /3/device, and nobody has reported an answer")
  ) { push, world in
    if let coding = push.contentEncoding { push.note(.compressedBody, path: "content-encoding", "It says \(coding).") }
    guard let fault = readPayload(&push) else { return nil }
    if world.settings.invalidPayload == .reject {
      return Refusal(.badRequestPayload, "the payload is not a JSON object: \(fault) (setting invalidPayload)")
    }
    push.note(.payloadNotJSON, "\(fault.prefix(1).uppercased())\(fault.dropFirst()).")
    return nil
  }

  /// Reads the payload and notes what is odd in it; the fault says why it is no JSON object.
  private static func readPayload(_ push: inout Judgement) -> String? {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONReader.read(push.request.body)
    } catch {
      if error.kind == .encoding { push.note(.invalidUTF8, "See byte \(error.offset).") }
      if push.request.body.starts(with: [0xEF, 0xBB, 0xBF]) { push.note(.byteOrderMark) }
      return "\(error.message) (byte \(error.offset))"
    }
    for note in document.notes { push.note(note) }
    guard case .object = document.value else {
      push.otherPayload = document.value
      return "it is a JSON \(document.value.typeName)"
    }
    push.payload = document.value
    return nil
  }
}

extension Judgement {
  /// The value of `content-encoding` when it names a compression.
  fileprivate var contentEncoding: String? {
    guard let value = request.contentEncoding.map({ Self.shown($0) }) else { return nil }
    return value == "identity" ? nil : value
  }
}
