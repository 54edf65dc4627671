/// Why APNs refuses a push: the exact text in the JSON body of an error on `/3/device`.
package enum Reason: String, Sendable, CaseIterable {
  case badCollapseID = "BadCollapseId"
  case badDeviceToken = "BadDeviceToken"
  case badExpirationDate = "BadExpirationDate"
  case badMessageID = "BadMessageId"
  case badPriority = "BadPriority"
  case badRequestPayload = "BadRequestPayload"
  case badTopic = "BadTopic"
  case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
  case duplicateHeaders = "DuplicateHeaders"
  case idleTimeout = "IdleTimeout"
  case invalidPushType = "InvalidPushType"
  case missingDeviceToken = "MissingDeviceToken"
  case missingTopic = "MissingTopic"
  case payloadEmpty = "PayloadEmpty"
  case topicDisallowed = "TopicDisallowed"
  case badCertificate = "BadCertificate"
  case badCertificateEnvironment = "BadCertificateEnvironment"
  case expiredProviderToken = "ExpiredProviderToken"
  case forbidden = "Forbidden"
  case invalidProviderToken = "InvalidProviderToken"
  case missingProviderToken = "MissingProviderToken"
  case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
  case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
  case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
  case badPath = "BadPath"
  case methodNotAllowed = "MethodNotAllowed"
  case expiredToken = "ExpiredToken"
  case unregistered = "Unregistered"
  case payloadTooLarge = "PayloadTooLarge"
  case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
  case tooManyRequests = "TooManyRequests"
  case internalServerError = "InternalServerError"
  case serviceUnavailable = "ServiceUnavailable"
  case shutdown = "Shutdown"
}

/// One row of the reason table: what a reason is sent with and what it means.
package struct ReasonRow: Sendable {
  package var status: Int
  /// One sentence for people.
  package var meaning: String
  package var basis: Basis

  /// Whether the body carries `timestamp`, in milliseconds: on 410 only. Documented: `ApplePage.responses`.
  package var carriesTimestamp: Bool { status == 410 }
}

extension Reason {
  /// The row of this reason.
  package var row: ReasonRow { Self.table(self) }

  private static func table(_ reason: Reason) -> ReasonRow {
    let page = Basis.documented(ApplePage.responses)
    func row(_ status: Int, _ meaning: String, _ basis: Basis? = nil) -> ReasonRow {
      ReasonRow(status: status, meaning: meaning, basis: basis ?? page)
    }
    return switch reason {
    case .badCollapseID: row(400, "The collapse id is longer than \(PushHeader.collapseIDLimit) bytes.")
    case .badDeviceToken: row(400, "The device token is malformed, unknown or of the other environment.")
    case .badExpirationDate: row(400, "apns-expiration is not a whole number of seconds.")
    case .badMessageID: row(400, "apns-id is not a UUID.")
    case .badPriority: row(400, "apns-priority is not 10, 5 or 1.")
    case .badRequestPayload:
      row(
        400, "The payload cannot be parsed; Apple documents it for channels only, so it is sent on request only.",
        .chosen("setting invalidPayload; Apple lists no reason for a broken payload on /3/device"))
    case .badTopic: row(400, "apns-topic is malformed.")
    case .deviceTokenNotForTopic: row(400, "The device token belongs to another topic.")
    case .duplicateHeaders: row(400, "A header that may stand once stands more than once.")
    case .idleTimeout: row(400, "The connection was idle for too long.")
    case .invalidPushType: row(400, "apns-push-type is unknown or does not fit the topic.")
    case .missingDeviceToken: row(400, "The path names no device token.")
    case .missingTopic: row(400, "apns-topic is needed and absent.")
    case .payloadEmpty: row(400, "The request has no body.")
    case .topicDisallowed: row(400, "The credential may not push to this topic.")
    case .badCertificate: row(403, "The client certificate is not a valid provider certificate.")
    case .badCertificateEnvironment: row(403, "The client certificate is for the other environment.")
    case .expiredProviderToken: row(403, "The provider token was issued more than an hour ago.")
    case .forbidden: row(403, "The action is not allowed.")
    case .invalidProviderToken: row(403, "The provider token is malformed, or its signature cannot be verified.")
    case .missingProviderToken: row(403, "Neither a provider certificate nor a provider token was given.")
    case .unrelatedKeyIDInToken: row(403, "The key of the token is unrelated to the first key of the connection.")
    case .badEnvironmentKeyInToken:
      row(403, "The key of the token is for the other environment.", .observed("gh:kylebrowning/APNSwift#229 (2025)"))
    case .badEnvironmentKeyIDInToken: row(403, "The key of the token is for the other environment.")
    case .badPath: row(404, "The path is not one that APNs serves.")
    case .methodNotAllowed: row(405, "The method is not POST.")
    case .expiredToken: row(410, "The device token has expired.")
    case .unregistered: row(410, "The device token is no longer active for the topic.")
    case .payloadTooLarge: row(413, "The payload is larger than the push type allows.")
    case .tooManyProviderTokenUpdates: row(429, "The provider token was changed too often on this connection.")
    case .tooManyRequests: row(429, "Too many pushes were sent to one device token.")
    case .internalServerError: row(500, "An internal error of the server.")
    case .serviceUnavailable: row(503, "The service is not available.")
    case .shutdown: row(503, "The server is shutting down.")
    }
  }
}
