import Testing

@testable import MockAPNsCore

@Suite("A refused push")
struct RefusalTests {
  @Test(
    "gets the reason of the check that objects, and an explanation that names the fault", arguments: RefusedPush.all)
  func isRefused(_ row: RefusedPush) throws {
    let answer = try row.answer()
    #expect(answer.verdict.check == row.check)
    #expect(answer.verdict.reason == row.reason?.rawValue)
    #expect(answer.reply.status == row.reason?.row.status ?? 431)
    #expect(answer.verdict.explanation.contains(row.says), "\(answer.verdict.explanation)")
    #expect(answer.verdict.basis.source.isEmpty == false)
    #expect(answer.facts.apnsUniqueID == nil && answer.reply.apnsUniqueID == nil)
    #expect(answer.changes.isEmpty)
  }

  /// Reasons that no push brings about, and why.
  static let withoutCause: [Reason: String] = [
    .idleTimeout: "said in a GOAWAY to a connection that was idle",
    .forbidden: "nobody has reported what brings it about",
    .shutdown: "said in a GOAWAY to everybody when the gateway stops",
  ]

  @Test("shows every reason that a push can bring about", arguments: Reason.allCases)
  func everyReasonIsReached(_ reason: Reason) {
    let isReached = RefusedPush.all.contains { $0.reason == reason }
    #expect(isReached == (Self.withoutCause[reason] == nil))
  }

  @Test("shows every check at work", arguments: (Check.inOrder + Check.inOrderForChannels).map(\.id))
  func everyCheckObjects(_ check: String) {
    #expect(RefusedPush.all.contains { $0.check == check })
  }

  @Test("is accepted by its neighbour: the same push without the fault")
  func theDefaultIsAccepted() throws {
    var provider = try Provider()
    let answer = try provider.send()
    #expect(answer.verdict == .accepted)
    #expect(answer.findings.isEmpty)
    #expect(answer.reply.status == 200 && answer.reply.body.isEmpty)
  }

  @Test("is still found by its token, topic, key and ids", arguments: RefusedPush.all)
  func isFound(_ row: RefusedPush) throws {
    let id = "6b1a0c7e-0000-1111-2222-0123456789ab"
    let hasID = row.push.fields.contains { $0.name == "apns-id" }
    var row = row
    if !hasID { row = row.with(push: row.push.header("apns-id", id).header("apns-collapse-id", "trip")) }
    let facts = try row.answer().facts
    if !hasID { #expect(facts.apnsID == id && facts.collapseID == "trip") }
    let digits = row.push.path.dropFirst("/3/device/".count)
    if row.push.path.hasPrefix("/3/device/"), (try? DeviceToken(parsing: Array(digits.utf8)[...])) != nil {
      #expect(facts.token == digits.lowercased())
    }
    let topics = row.push.fields.filter { $0.name == "apns-topic" && !$0.value.isEmpty }
    if let topic = topics.first { #expect(facts.topic == String(decoding: topic.value, as: UTF8.self)) }
    if !topics.isEmpty { #expect(facts.bundleID != nil) }
    if row.connection.certificate == nil, case .success(let token)? = row.push.evidence(in: try Town.world.get())?.token
    {
      #expect(facts.key == token.keyID && facts.team == token.teamID)
    } else if row.check != "header-list" {
      #expect(facts.certificate == row.connection.certificate?.name)
    }
  }
}

extension RefusedPush {
  /// The same with another push in its place.
  func with(push: Push) -> RefusedPush {
    var copy = RefusedPush(check, reason, says, push)
    copy.connection = connection
    copy.before = before
    copy.settings = settings
    return copy
  }
}
