import Testing

@testable import MockAPNsCore

@Suite("A finding")
struct FindingTests {
  /// Findings that nothing brings about yet, and why.
  static let notReached: [FindingID: String] = [:]

  /// Certificates and connections keep their finding whatever is pushed over them.
  private static let ofConnection: Set<FindingID> = [.foreignCertificate, .noALPN]

  @Test("is attached to an accepted push, and to its neighbour without the slip it is not", arguments: FoundPush.all)
  func found(_ row: FoundPush) throws {
    let answer = try answer(to: row.push, row, on: row.connection)
    #expect(answer.summary == "200")
    let finding = try #require(answer.delivery.findings.first { $0.id == row.finding })
    #expect(finding.path == row.path)
    #expect(finding.message.hasPrefix(row.finding.row.sentence))
    let connection = Self.ofConnection.contains(row.finding) ? ConnectionFacts(id: 1) : row.connection
    let neighbour = try self.answer(to: row.neighbour, row, on: connection)
    #expect(neighbour.summary == "200" && !neighbour.findings.contains(row.finding))
  }

  /// What comes of one push in a world of its own.
  private func answer(to push: Push, _ row: FoundPush, on connection: ConnectionFacts) throws -> Answer {
    var provider = try Provider(connection, settings: row.settings)
    try row.prepare(&provider.world)
    for push in row.before { #expect(try !provider.send(push).findings.contains(row.finding)) }
    return try provider.send(push)
  }

  @Test("has a push that brings it about", arguments: FindingID.allCases)
  func everyFindingIsReached(_ id: FindingID) {
    #expect(FoundPush.all.contains { $0.finding == id } == (Self.notReached[id] == nil))
  }

  @Test("has a row with a sentence and a basis, and an id in lower case with dashes", arguments: FindingID.allCases)
  func row(_ id: FindingID) {
    #expect(id.row.sentence.hasSuffix(".") && !id.row.basis.source.isEmpty)
    #expect(id.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
  }

  @Test("is kept up to a limit; a payload of nothing but slips costs no more")
  func limit() throws {
    var provider = try Provider()
    let slips = (0..<400).map { "\"a\($0)\":1" }.joined(separator: ",")
    let answer = try provider.send(Push().body("{\"aps\":{\(slips)}}"))
    #expect(answer.summary == "200" && answer.findings.count == Judgement.findingLimit)
  }

  @Test("of a push that was refused for something else is kept")
  func ofRefused() throws {
    var provider = try Provider()
    let answer = try provider.send(Push().without("apns-push-type").to(Town.token("nobody")))
    #expect(answer.summary == "BadDeviceToken" && answer.findings == [.pushTypeMissing])
  }
}
