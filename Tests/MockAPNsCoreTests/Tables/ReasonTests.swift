import Testing

@testable import MockAPNsCore

@Suite("The table of reasons")
struct ReasonTests {
  static let statuses: [(Int, [String])] = [
    (
      400,
      [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadRequestPayload",
        "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType",
        "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "TopicDisallowed",
      ]
    ),
    (
      403,
      [
        "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
        "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken",
      ]
    ),
    (404, ["BadPath"]), (405, ["MethodNotAllowed"]), (410, ["ExpiredToken", "Unregistered"]),
    (413, ["PayloadTooLarge"]), (429, ["TooManyProviderTokenUpdates", "TooManyRequests"]),
    (500, ["InternalServerError"]), (503, ["ServiceUnavailable", "Shutdown"]),
  ]

  @Test("has each with the status of Apple's page", arguments: statuses)
  func status(_ status: Int, _ words: [String]) {
    #expect(Set(Reason.allCases.filter { $0.row.status == status }.map(\.rawValue)) == Set(words))
  }

  @Test("knows no status besides")
  func allStatuses() {
    #expect(Set(Reason.allCases.map(\.row.status)) == Set(Self.statuses.map(\.0)))
  }

  @Test("gives each a meaning and a basis, and a timestamp to 410 only", arguments: Reason.allCases)
  func row(_ reason: Reason) {
    #expect(reason.row.meaning.hasSuffix(".") && !reason.row.basis.source.isEmpty)
    #expect(reason.row.carriesTimestamp == (reason.row.status == 410))
  }
}
