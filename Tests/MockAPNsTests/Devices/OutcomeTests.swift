import MockAPNsCore
import Testing

@testable import MockAPNs

@Suite("What a device does with an accepted push")
struct OutcomeTests {
  @Test(
    "is what its app, its user and its state allow; the neighbour ends otherwise", .timeLimit(.minutes(10)),
    arguments: [
      OutcomeRow.notifications, OutcomeRow.background, OutcomeRow.services, OutcomeRow.storing, OutcomeRow.tokens,
    ])
  func outcomes(_ rows: [OutcomeRow]) throws {
    var stage = try DeviceStage()
    for row in rows {
      #expect(row.outcomes.contains(row.word) && !(row.neighbourOutcomes == row.outcomes), "\(row.word)")
      #expect(try stage.play(row.scene).first == row.outcomes, "\(row.word): \(row.scene)")
      #expect(try stage.play(row.neighbour).first == row.neighbourOutcomes, "beside \(row.word): \(row.neighbour)")
    }
  }

  /// Outcomes of Live Activities, which have their own tests.
  private static let kindsOfActivities: Set<OutcomeKind> = [.activityStarted, .activityUpdated, .activityEnded]

  /// Reasons of Live Activities, which have their own tests, and what is not reached yet.
  private static let reasonsOfActivities: Set<OutcomeReason> = [
    .eventMissing, .eventUnknown, .timestampMissing, .timestampTooOld, .timestampTooFar, .dateWrongType, .stateMissing,
    .decodeFailed, .contractFailed, .attributesMissing, .attributesTypeUnknown, .alertMissingOnStart, .startOnChannel,
    .channelNeedsIOS18, .channelUnknown, .tokenKindMismatch, .activityPending, .activityEnded, .activityDismissed,
    .activityGone, .liveActivitiesOff, .pushToStartBudget, .updateBudget, .tooManyActivities, .over4KBCombined,
    .nullInState, .osTooOld,
  ]

  @Test("has a row for every kind of outcome", arguments: OutcomeKind.allCases)
  func everyKind(_ kind: OutcomeKind) {
    #expect(OutcomeRow.all.contains { $0.kind == kind } != Self.kindsOfActivities.contains(kind))
  }

  @Test("has a row for every reason", arguments: OutcomeReason.allCases)
  func everyReason(_ reason: OutcomeReason) {
    #expect(OutcomeRow.all.contains { $0.reason == reason } != Self.reasonsOfActivities.contains(reason))
  }
}
