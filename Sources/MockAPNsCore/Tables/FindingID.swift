/// Something about an accepted push that its sender should know: the push will not do what was hoped, or only by luck.
package enum FindingID: String, Sendable, CaseIterable {
  case pushTypeMissing = "push-type-missing"
  case expirationMilliseconds = "expiration-ms"
  case expirationPast = "expiration-past"
  case issuedAtText = "iat-text"
  case issuedAtFraction = "iat-fraction"
  case algorithmES512 = "alg-es512"
  case sloppyBase64 = "jwt-base64-sloppy"
  case derSignature = "der-signature"
  case keyUnverified = "key-unverified"
  case certificateAndToken = "certificate-and-token"
  case foreignCertificate = "foreign-certificate"
  case noALPN = "no-alpn"
  case compressedBody = "compressed-body"
  case backgroundPriority10 = "background-priority-10"
  case payloadNotJSON = "payload-not-json"
  case duplicateKey = "duplicate-key"
  case byteOrderMark = "bom"
  case loneSurrogate = "lone-surrogate"
  case invalidUTF8 = "invalid-utf8"
  case tokenUppercase = "token-uppercase"
  case apnsIDUppercase = "apns-id-uppercase"
  case nearMiss = "near-miss"
}

/// One row of the finding table.
package struct FindingRow: Sendable {
  package enum Severity: String, Sendable { case info, warning }

  package var severity: Severity
  /// The sentence that every such finding begins with.
  package var sentence: String
  package var basis: Basis
}

/// A finding on one push.
package struct Finding: Sendable, Equatable {
  package var id: FindingID
  /// The header or the JSON path at fault; nil when it is the whole request.
  package var path: String?
  /// What was seen, added to the sentence of the row; nil when the sentence says it all.
  package var detail: String?

  package init(_ id: FindingID, path: String? = nil, detail: String? = nil) {
    self.id = id
    self.path = path
    self.detail = detail
  }

  /// The sentence of the row and the detail.
  package var message: String {
    let sentence = id.row.sentence
    return detail.map { "\(sentence) \($0)" } ?? sentence
  }
}

extension FindingID {
  /// The row of this finding.
  package var row: FindingRow {
    func warn(_ sentence: String, _ basis: Basis) -> FindingRow {
      FindingRow(severity: .warning, sentence: sentence, basis: basis)
    }
    func note(_ sentence: String, _ basis: Basis) -> FindingRow {
      FindingRow(severity: .info, sentence: sentence, basis: basis)
    }
    let sending = Basis.documented(ApplePage.sending)
    return switch self {
    case .pushTypeMissing: warn("apns-push-type is absent; watchOS requires it, other systems recommend it.", sending)
    case .expirationMilliseconds:
      warn(
        "apns-expiration looks like milliseconds; APNs reads seconds, so it lies thousands of years ahead.",
        .chosen("what APNs does with such a value is not known"))
    case .expirationPast:
      warn("apns-expiration lies in the past.", .chosen("what APNs does with such a value is not known"))
    case .issuedAtText:
      warn(
        "iat is a JSON string; Apple asks for a number of seconds.",
        .inferred("APNSwift has sent it so against the real service for years"))
    case .issuedAtFraction:
      warn("iat has a fraction; Apple asks for whole seconds.", .inferred("PyAPNs2 and pyapns-client send it so"))
    case .algorithmES512:
      warn("alg says ES512 over a P-256 key; Apple's text allows ES256 only.", .inferred("pushok sends it so"))
    case .sloppyBase64:
      warn("The provider token is not base64url without padding.", .chosen("what APNs tolerates here is not known"))
    case .derSignature:
      note(
        "The signature is in DER form; RFC 7518 asks for raw r and s.",
        .observed("gh:kylebrowning/APNSwift#36 (2019)"))
    case .keyUnverified:
      note(
        "The signing key was taken on first sight, so the signature could not be checked.",
        .chosen("setting unknownKeys"))
    case .certificateAndToken:
      warn(
        "The connection has a client certificate, so the provider token is ignored.", sending)
    case .foreignCertificate:
      note(
        "The client certificate was not issued by this gateway's CA; real APNs accepts Apple's only.",
        .chosen("setting foreignCertificates"))
    case .noALPN:
      note("The client offered no ALPN and began HTTP/2 by prior knowledge.", .observed("aioapns, Pushy, apnotic"))
    case .compressedBody: warn("The body is compressed; Apple forbids it and APNs does not unpack it.", sending)
    case .backgroundPriority10:
      warn("A background push must have priority 5; Apple calls 10, also the default, an error.", sending)
    case .payloadNotJSON:
      warn("The payload is not a JSON object, so a device drops it.", .chosen("setting invalidPayload"))
    case .duplicateKey:
      warn("A key stands twice in one JSON object; which one counts is undefined.", .chosen("RFC 8259, 4"))
    case .byteOrderMark: warn("The payload begins with a byte order mark.", .chosen("RFC 8259, 8.1"))
    case .loneSurrogate:
      warn("A string holds half of a surrogate pair, which is no character.", .chosen("RFC 8259, 8.2"))
    case .invalidUTF8: warn("The payload is not valid UTF-8.", .documented(ApplePage.payload))
    case .tokenUppercase:
      note("The device token is in upper-case digits; APNs accepts it.", .observed("curl trace of 2021"))
    case .apnsIDUppercase: note("apns-id is in upper case; Apple asks for lower-case digits.", sending)
    case .nearMiss: warn("A likely slip.", .chosen("nothing is refused for it"))
    }
  }
}
