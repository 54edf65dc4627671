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
  case priorityUnadvised = "priority-unadvised"
  case payloadNotJSON = "payload-not-json"
  case duplicateKey = "duplicate-key"
  case byteOrderMark = "bom"
  case loneSurrogate = "lone-surrogate"
  case invalidUTF8 = "invalid-utf8"
  case tokenUppercase = "token-uppercase"
  case apnsIDUppercase = "apns-id-uppercase"
  case nearMiss = "near-miss"
  case unknownApsKey = "unknown-aps-key"
  case wrongType = "wrong-type"
  case backgroundWithAlert = "background-with-alert"
  case alertTypeForBackground = "alert-type-for-background"
  case alertToPass = "alert-to-pass"
  case eventsTypo = "events-typo"
  case timestampMilliseconds = "timestamp-ms"
  case staleMilliseconds = "stale-ms"
  case staleInPast = "stale-in-past"
  case dismissalMilliseconds = "dismissal-ms"
  case dismissalOver4Hours = "dismissal-over-4h"
  case dismissalOnNonEnd = "dismissal-on-non-end"
  case alertEmpty = "alert-empty"
  case soundOutsideAlert = "sound-outside-alert"
  case bothInputKeys = "both-input-keys"
  case endWithoutFinalState = "end-without-final-state"
  case nullInState = "null-in-state"
  case stateDoubleEncoded = "state-double-encoded"
  case stateLarge = "state-large"
  case activityAdopted = "activity-adopted"
  case contractNotDeclared = "contract-not-declared"
  case attributesLookLikeState = "attributes-look-like-state"
  case dateEpochSuspect = "date-epoch-suspect"
  case endWithOldTimestamp = "end-with-old-timestamp"
  case duplicateStart = "duplicate-start"
  case consentUndecidedNoToken = "consent-undecided-no-token"
  case frequentUpdates = "frequent-updates"
  case worldFull = "world-full"
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
