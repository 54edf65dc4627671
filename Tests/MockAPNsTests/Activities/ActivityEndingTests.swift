import MockAPNsCore
import Testing

@Suite("Every reason for which a device ignores a Live Activity push is reached, and its neighbour is not")
struct ActivityEndingTests {
  @Test("the push is dropped and the record says why", .timeLimit(.minutes(10)), arguments: ActivityEnding.all)
  func dropped(_ row: ActivityEnding) throws {
    let stage = try ActivityStage(row.settings)
    try stage.run(row.steps)
    let outcome = try #require(try stage.last["outcomes"]?.array?.last)
    #expect(outcome["outcome"] == "dropped" && outcome["delivered"] == false)
    #expect(outcome["reason"] == .string(row.reason.rawValue))
    let detail = try stage.detail
    #expect(row.naming.isEmpty || detail.contains(row.naming), "\(detail)")
    #expect(try stage.last["verdict"]?["status"] == 200)
  }

  @Test("its neighbour does what it says", .timeLimit(.minutes(10)), arguments: ActivityEnding.all)
  func neighbour(_ row: ActivityEnding) throws {
    let stage = try ActivityStage(row.settings)
    try stage.run(row.neighbour)
    #expect(try stage.outcomes.split(separator: ", ").last.map(String.init) == row.ends)
    let outcome = try #require(try stage.last["outcomes"]?.array?.last)
    #expect(outcome["delivered"] == true && outcome["reason"] == .null)
    #expect(outcome["activity"] == .string(stage.activity))
  }

  /// Reasons that no Live Activity push to a device token has.
  private static let others: Set<OutcomeReason> = [
    .offline, .collapsed, .notStored, .lowPower, .appNotInstalled, .notificationsOff, .nothingToShow,
    .pushTypeMismatch, .pushTypeMissing, .contentAvailableOff, .forceQuit, .noCallReported, .noLocationPermission,
    .channelNotJoined, .complicationNotShown, .urlArgsMissing, .mdmPayloadNotBare, .nullInPayload,
    // No way in yet: broadcasts and the contract helper.
    .startOnChannel, .contractFailed,
  ]

  @Test("no reason is without a row", arguments: OutcomeReason.allCases)
  func complete(_ reason: OutcomeReason) {
    #expect(ActivityEnding.all.contains { $0.reason == reason } != Self.others.contains(reason))
  }

  @Test("each thing that a push can do stands in some row", arguments: ["started", "updated", "ended"])
  func delivered(_ kind: String) {
    #expect(ActivityEnding.all.contains { $0.ends == kind })
  }
}
