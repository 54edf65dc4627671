import Testing

@testable import MockAPNsCore

private let now = Town.morning.seconds

@Suite("What a connection remembers of its provider tokens")
struct ConnectionMemoryTests {
  private func push(_ age: Int64, at later: Int = 0) -> Push {
    Push().by("KEYTOWN001", issuedAt: now + Int64(later) - age)
  }

  @Test("the third change within 20 minutes is refused; a refused one does not count")
  func updates() throws {
    var provider = try Provider()
    let summaries = try [1, 1, 2, 3, 4, 5, 3].map { try provider.send(push($0)).summary }
    let tooMany = "TooManyProviderTokenUpdates"
    #expect(summaries == ["200", "200", "200", "200", tooMany, tooMany, "200"])
  }

  @Test("alternating between two live tokens counts")
  func alternation() throws {
    var provider = try Provider()
    let summaries = try [1, 2, 1, 2].map { try provider.send(push($0)).summary }
    #expect(summaries == ["200", "200", "200", "TooManyProviderTokenUpdates"])
  }

  @Test("a change counts for 20 minutes and no longer")
  func window() throws {
    var provider = try Provider()
    for age: Int64 in [1, 2, 3] { try provider.send(push(age)) }
    let last = Town.morning.later(20 * 60)
    #expect(try provider.send(push(4), at: last + -1).summary == "TooManyProviderTokenUpdates")
    #expect(try provider.send(push(4), at: last).summary == "200")
    #expect(try provider.send(push(5), at: last).summary == "200")
    #expect(try provider.send(push(6), at: last).summary == "TooManyProviderTokenUpdates")
  }

  @Test("another connection counts for itself")
  func otherConnection() throws {
    var provider = try Provider()
    for age: Int64 in [1, 2, 3, 4] { try provider.send(push(age)) }
    provider.connect()
    #expect(try provider.send(push(4)).summary == "200")
  }

  @Test("tokens that are not good count as well: first 403, then 429")
  func invalidTokens() throws {
    var provider = try Provider()
    let summaries = try (1...4).map { try provider.send(Push().by("WRONGKEY0\($0)")).summary }
    #expect(summaries == Array(repeating: "InvalidProviderToken", count: 3) + ["TooManyProviderTokenUpdates"])
  }

  @Test("the setting moves the limit", arguments: [(0, 1), (1, 2), (5, 6)])
  func limit(_ allowed: Int, _ good: Int) throws {
    var provider = try Provider(settings: ["providerTokenUpdates": .integer(allowed)])
    let summaries = try (0...6).map { try provider.send(push(Int64($0))).summary }
    #expect(summaries.prefix { $0 == "200" }.count == good)
  }

  @Test("a thousand changes are remembered at most; a setting beyond that is no limit")
  func rememberedChanges() throws {
    var provider = try Provider(settings: ["providerTokenUpdates": 2000])
    for age: Int64 in 0...2100 { #expect(try provider.send(push(age)).summary == "200") }
    #expect(provider.world.connections.values.map(\.tokenChanges.count) == [1000])
  }

  @Test("after a token expired here, every good one gets InternalServerError until the provider reconnects")
  func wedge() throws {
    var provider = try Provider()
    let old = push(1)
    #expect(try provider.send(old).summary == "200")
    let later = Town.morning.later(3600)
    #expect(try provider.send(old, at: later).summary == "ExpiredProviderToken")
    #expect(try provider.send(old, at: later).summary == "ExpiredProviderToken")
    #expect(try provider.send(push(0, at: 3600), at: later).summary == "InternalServerError")
    #expect(try provider.send(push(0, at: 7200), at: later.later(3600)).summary == "InternalServerError")
    provider.connect(at: later)
    #expect(try provider.send(push(0, at: 3600), at: later).summary == "200")
  }

  @Test("a token from the future is refused and does not spoil the connection")
  func future() throws {
    var provider = try Provider()
    #expect(try provider.send(push(-3601)).summary == "ExpiredProviderToken")
    #expect(try provider.send(push(0)).summary == "200")
  }

  @Test("a token that is old and badly signed is invalid and does not spoil the connection")
  func oldAndWrong() throws {
    var provider = try Provider()
    #expect(try provider.send(push(7200).signed(.wrong)).summary == "InvalidProviderToken")
    #expect(try provider.send(push(0)).summary == "200")
  }

  @Test("the team of the first good token owns the connection; a refused one does not")
  func team() throws {
    var provider = try Provider(settings: ["providerTokenUpdates": 9])
    let boat = Push().by("KEYPORT001", Town.otherTeam).topic("com.example.boat").to(Town.token("phone/boat"))
    #expect(try provider.send(boat.signed(.wrong)).summary == "InvalidProviderToken")
    #expect(try provider.send(push(0)).summary == "200")
    #expect(try provider.send(boat).verdict.check == "connection-team")
    #expect(try provider.send(push(0)).summary == "200")
    provider.connect()
    #expect(try provider.send(boat).summary == "200")
  }

  @Test(
    "keys share a connection when both are of the whole team, or related",
    arguments: [
      ("KEYTOWN001", "KEYTOWN002", "200"), ("KEYTOWN001", "KEYSANDBOX", "200"),
      ("KEYTOPIC01", "KEYTOPIC02", "200"), ("KEYTOPIC02", "KEYTOPIC01", "200"),
      ("KEYTOPIC01", "KEYTOPIC03", "UnrelatedKeyIdInToken"), ("KEYTOPIC03", "KEYTOPIC01", "UnrelatedKeyIdInToken"),
      ("KEYTOPIC01", "KEYTOWN001", "UnrelatedKeyIdInToken"), ("KEYTOWN001", "KEYTOPIC01", "UnrelatedKeyIdInToken"),
    ])
  func relation(_ first: String, _ second: String, _ summary: String) throws {
    var provider = try Provider()
    #expect(try provider.send(Push().by(first)).summary == "200")
    #expect(try provider.send(Push().by(second)).summary == summary)
  }
}
