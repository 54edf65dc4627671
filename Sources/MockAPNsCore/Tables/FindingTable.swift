extension FindingID {
  /// The row of this finding.
  package var row: FindingRow { Self.rows[self] ?? Self.missing }

  /// Every case has a row; a test walks them.
  private static let missing = FindingRow(severity: .info, sentence: "", basis: .chosen(""))

  private static let rows = Dictionary(uniqueKeysWithValues: requestRows + payloadRows + liveActivityRows + deviceRows)

  private typealias Row = (FindingID, FindingRow)

  private static func warn(_ id: FindingID, _ sentence: String, _ basis: Basis) -> Row {
    (id, FindingRow(severity: .warning, sentence: sentence, basis: basis))
  }

  private static func note(_ id: FindingID, _ sentence: String, _ basis: Basis) -> Row {
    (id, FindingRow(severity: .info, sentence: sentence, basis: basis))
  }

  private static let sending = Basis.documented(ApplePage.sending)
  private static let payload = Basis.documented(ApplePage.payload)
  private static let activities = Basis.documented(ApplePage.liveActivities)

  /// What headers, credentials and connections show.
  private static let requestRows: [Row] = [
    warn(.pushTypeMissing, "apns-push-type is absent; watchOS requires it, other systems recommend it.", sending),
    warn(
      .expirationMilliseconds,
      "apns-expiration looks like milliseconds; APNs reads seconds, so it lies thousands of years ahead.",
      .chosen("what APNs does with such a value is not known")),
    warn(
      .expirationPast, "apns-expiration lies in the past.", .chosen("what APNs does with such a value is not known")),
    warn(
      .issuedAtText, "iat is a JSON string; Apple asks for a number of seconds.",
      .inferred("APNSwift has sent it so against the real service for years")),
    warn(
      .issuedAtFraction, "iat has a fraction; Apple asks for whole seconds.",
      .inferred("PyAPNs2 and pyapns-client send it so")),
    warn(
      .algorithmES512, "alg says ES512 over a P-256 key; Apple's text allows ES256 only.",
      .inferred("pushok sends it so")),
    warn(
      .sloppyBase64, "The provider token is not base64url without padding.",
      .chosen("what APNs tolerates here is not known")),
    note(
      .derSignature, "The signature is in DER form; RFC 7518 asks for raw r and s.",
      .observed("gh:kylebrowning/APNSwift#36 (2019)")),
    note(
      .keyUnverified, "The signing key was taken on first sight, so the signature could not be checked.",
      .chosen("setting unknownKeys")),
    warn(.certificateAndToken, "The connection has a client certificate, so the provider token is ignored.", sending),
    note(
      .foreignCertificate,
      "The client certificate was not issued by this gateway's CA; real APNs accepts Apple's only.",
      .chosen("setting foreignCertificates")),
    note(
      .noALPN, "The client offered no ALPN and began HTTP/2 by prior knowledge.",
      .observed("aioapns, Pushy and apnotic do so against the real service")),
    warn(.compressedBody, "The body is compressed; Apple forbids it and APNs does not unpack it.", sending),
    warn(
      .backgroundPriority10, "A background push must have priority 5; Apple calls 10, also the default, an error.",
      sending),
    warn(
      .priorityUnadvised, "Apple advises other priorities for this push type.",
      .documented("\(ApplePage.sending) and \(ApplePage.liveActivities); what APNs answers is not known")),
    note(
      .tokenUppercase, "The device token is in upper-case digits; APNs accepts it.", .observed("curl trace of 2021")),
    note(.apnsIDUppercase, "apns-id is in upper case; Apple asks for lower-case digits.", sending),
  ]

  /// What any payload shows.
  private static let payloadRows: [Row] = [
    warn(
      .payloadNotJSON, "The payload is not a JSON object, so a device drops it.", .chosen("setting invalidPayload")),
    warn(
      .duplicateKey, "A key stands twice in one JSON object; which one counts is undefined.", .chosen("RFC 8259, 4")),
    warn(.byteOrderMark, "The payload begins with a byte order mark.", .chosen("RFC 8259, 8.1")),
    warn(
      .loneSurrogate, "A string holds half of a surrogate pair, which is no character.", .chosen("RFC 8259, 8.2")),
    warn(.invalidUTF8, "The payload is not valid UTF-8.", payload),
    warn(.nearMiss, "A likely slip.", .chosen("nothing is refused for it")),
    warn(.unknownApsKey, "Apple lists no such key; what is one's own goes beside aps, and is ignored inside.", payload),
    warn(.wrongType, "The value has another type than Apple lists.", payload),
    warn(
      .backgroundWithAlert, "A background push must not show anything; its alert, sound or badge is not shown.",
      .documented(ApplePage.background)),
    warn(
      .alertTypeForBackground, "An alert push that only has content-available shows nothing and wakes nobody.",
      .observed("gh:codedge-llc/pigeon#155; gh:rpush/rpush#598")),
    warn(
      .alertToPass, "A Wallet pass is told to update by the payload {}; anything else in it is ignored.",
      .observed("gh:parse-community/node-apn#219, quoting Apple's Wallet page")),
  ]

  /// What Live Activity payloads show.
  private static let liveActivityRows: [Row] = [
    warn(
      .eventsTypo, "The key is event, not events; without it the device drops the push.",
      .observed("gh:parse-community/node-apn#133")),
    warn(
      .timestampMilliseconds, "timestamp looks like milliseconds; Apple reads seconds, so it lies far ahead.",
      activities),
    warn(.staleMilliseconds, "stale-date looks like milliseconds; the activity never becomes stale.", activities),
    warn(
      .staleInPast, "stale-date lies in the past; a start is never shown and an update is stale at once.",
      .observed("gh:nalu-development/nalu#222")),
    warn(
      .dismissalMilliseconds, "dismissal-date looks like milliseconds; the activity stays for four hours.",
      .observed("gh:kisimediaDE/capacitor-live-activity#7")),
    warn(
      .dismissalOver4Hours, "dismissal-date lies more than four hours ahead; it stays four hours at most.", activities),
    warn(
      .dismissalOnNonEnd, "dismissal-date has an effect on an end only.",
      .observed("gh:kylebrowning/APNSwift#228")),
    warn(
      .alertEmpty, "The alert has neither text nor sound, for which the behaviour is undefined.",
      .observed("an Apple engineer in https://developer.apple.com/forums/thread/799195")),
    warn(.soundOutsideAlert, "The sound of a Live Activity push belongs inside alert.", activities),
    warn(
      .bothInputKeys, "input-push-token and input-push-channel exclude one another.",
      .documented("https://developer.apple.com/documentation/activitykit/pushtype")),
    warn(
      .endWithoutFinalState, "An end without content-state keeps showing the last state.",
      .documented("https://developer.apple.com/videos/play/wwdc2023/10185")),
    warn(
      .nullInState, "There is null in the state or the attributes, which one report says breaks the start.",
      .observed("https://developer.apple.com/forums/thread/777566")),
    warn(.stateDoubleEncoded, "The value is JSON inside a string; send the object itself.", activities),
    warn(
      .stateLarge, "State and attributes are near the 4 KB that they may have together.",
      .documented(ApplePage.liveData)),
    note(
      .activityAdopted, "The token was unknown, so a running Live Activity was made for it.",
      .chosen("setting unknownTokens")),
    note(
      .contractNotDeclared, "The app declares no attributes type, so the state cannot be checked against one.",
      .chosen("a world file declares it under attributesTypes")),
    warn(
      .attributesLookLikeState,
      "All fields of the state stand in the attributes too; those belong into the state only.",
      .observed("https://developer.apple.com/forums/thread/777566")),
  ]

  /// What only the device and its app can tell.
  private static let deviceRows: [Row] = [
    warn(
      .dateEpochSuspect, "The app declares a Date, which counts seconds since 2001-01-01.",
      .documented("\(ApplePage.liveActivities): the system decodes with the default strategies")),
    warn(
      .endWithOldTimestamp, "The timestamp is older than that of an update before; an end works all the same.",
      .observed("https://developer.apple.com/forums/thread/776165; Apple's text says that it is ignored")),
    warn(
      .duplicateStart, "An activity with the same attributes is running already, so there are two now.",
      .observed("gh:istornz/flutter_live_activities#174")),
    warn(
      .consentUndecidedNoToken, "The user has not allowed the activity yet, so there is no update token until then.",
      .observed("https://developer.apple.com/forums/thread/801072")),
    warn(
      .frequentUpdates, "More than four updates of priority 10 came within a minute; each 15 seconds should be fine.",
      .observed("an Apple engineer in https://developer.apple.com/forums/thread/756586")),
    note(
      .worldFull, "The token was unknown and no device was made for it, since there are as many as there may be.",
      .chosen("a limit of this gateway")),
  ]
}
