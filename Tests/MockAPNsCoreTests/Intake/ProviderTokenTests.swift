import Testing

@testable import MockAPNsCore

private let now = Town.morning.seconds

/// A provider token that is accepted, and what is found odd about it.
struct GoodToken: Sendable, CustomTestStringConvertible {
  let name: String
  let token: TokenText
  let findings: [FindingID]

  init(_ name: String, _ findings: [FindingID] = [], _ change: (inout TokenText) -> Void) {
    self.name = name
    self.findings = findings
    token = TokenText().with(change)
  }

  var testDescription: String { name }

  static let all: [GoodToken] = [
    GoodToken("raw signature of 64 bytes") { _ in },
    GoodToken("typ JWT") { $0.moreHeader.append("typ", "JWT") },
    GoodToken("extra claims") {
      $0.moreClaims.append("kid", "KEYTOWN001")
      $0.moreClaims.append("exp", .integer(now + 600))
      $0.moreClaims.append("sub", "com.example.tram")
    },
    GoodToken("blanks and line breaks in the JSON") { $0.spell = { " \n" + $0.replacing(",", with: " ,\r\n\t") } },
    GoodToken("iat now") { $0.iat = .integer(now) },
    GoodToken("iat exactly an hour ago") { $0.iat = .integer(now - 3600) },
    GoodToken("iat exactly an hour ahead") { $0.iat = .integer(now + 3600) },
    GoodToken("iat with an exponent, which is whole") {
      $0.spell = { $0.replacing("\"iat\":\(now - 60)", with: "\"iat\":\(now - 60).0") }
    },
    GoodToken("iat as text", [.issuedAtText]) { $0.iat = .string("\(now)") },
    GoodToken("iat with a fraction", [.issuedAtFraction]) {
      $0.spell = { $0.replacing("\"iat\":\(now - 60)", with: "\"iat\":\(now - 3600).75") }
    },
    GoodToken("a DER signature of 8 bytes", [.derSignature]) { $0.signature = TokenText.der(8) },
    GoodToken("a DER signature of 71 bytes", [.derSignature]) { $0.signature = TokenText.der(71) },
    GoodToken("a DER signature of 72 bytes", [.derSignature]) { $0.signature = TokenText.der(72) },
    GoodToken("ES512 with 64 bytes", [.algorithmES512]) { $0.alg = "ES512" },
    GoodToken("ES512 with 132 bytes", [.algorithmES512]) {
      $0.alg = "ES512"
      $0.signature = [UInt8](repeating: 7, count: 132)
    },
    GoodToken("padding", [.sloppyBase64]) { $0.finish = { $0 + "==" } },
    GoodToken("the standard alphabet", [.sloppyBase64]) {
      $0.signature = [UInt8](repeating: 0xFF, count: 64)
      $0.finish = { $0.replacing("_", with: "/") }
    },
    GoodToken("both alphabets", [.sloppyBase64]) {
      $0.signature = [0xFB, 0xEF, 0xBE] + [UInt8](repeating: 0xFF, count: 61)
      $0.finish = { $0.replacing("_", with: "/") }
    },
    GoodToken("ids of 64 bytes") { $0.moreHeader.append("x", .string(String(repeating: "K", count: 64))) },
  ]
}

@Suite("A provider token")
struct ProviderTokenTests {
  @Test("is accepted in every form that shipped clients send, with a finding where it is odd", arguments: GoodToken.all)
  func accepted(_ row: GoodToken) throws {
    var provider = try Provider()
    let answer = try provider.send(Push().token(row.token))
    #expect(answer.summary == "200", "\(answer.verdict.explanation)")
    #expect(answer.findings == row.findings)
    #expect(answer.facts.team == Town.team && answer.facts.key == "KEYTOWN001")
  }

  @Test("in an odd form is refused where the setting says so", arguments: GoodToken.all)
  func strict(_ row: GoodToken) throws {
    let isDER = row.findings == [.derSignature]
    for (setting, isRefused) in [
      ("derSignatures", isDER), ("looseProviderTokens", !isDER && !row.findings.isEmpty),
    ] {
      var provider = try Provider(settings: [setting: "reject"])
      #expect(try provider.send(Push().token(row.token)).summary == (isRefused ? "InvalidProviderToken" : "200"))
    }
  }

  @Test("comes after the word bearer in any case", arguments: ["bearer ", "Bearer ", "BEARER "])
  func scheme(_ scheme: String) throws {
    var provider = try Provider()
    #expect(try provider.send(Push().header("authorization", scheme + TokenText().text)).summary == "200")
  }

  @Test("is not taken apart when it is longer than any can be")
  func longest() {
    func fault(_ count: Int) -> String? {
      let text = Array(repeating: UInt8(ascii: "a"), count: count)
      return #expect(throws: ProviderTokenFault.self) { try ProviderToken(parsing: text[...]) }?.explanation
    }
    #expect(fault(ProviderToken.byteLimit)?.contains("this one has 1") == true)
    #expect(fault(ProviderToken.byteLimit + 1) == "the provider token has 4097 bytes")
  }

  @Test("is read into its parts")
  func parts() throws {
    let text = TokenText().text
    let token = try ProviderToken(parsing: Array(text.utf8)[...])
    #expect(token.keyID == "KEYTOWN001" && token.teamID == Town.team && token.issuedAtSeconds == now - 60)
    #expect(token.digest == .sha256 && token.signatureForm == .raw && token.signature == TokenText().signature)
    #expect(String(decoding: token.signedBytes, as: UTF8.self) == text[..<(text.lastIndex(of: ".") ?? text.endIndex)])
    let odd = try ProviderToken(
      parsing: Array(
        TokenText().with {
          $0.alg = "ES512"
          $0.signature = TokenText.der(70)
        }.text.utf8)[...])
    #expect(odd.digest == .sha512 && odd.signatureForm == .der)
  }

  @Test("with a fraction counts from the second it is in, so that it expires no later")
  func fraction() throws {
    let text = TokenText().with { $0.spell = { $0.replacing("\(now - 60)", with: "-1.5") } }.text
    #expect(try ProviderToken(parsing: Array(text.utf8)[...]).issuedAtSeconds == -2)
  }

  @Test("of a key that is not known is taken on first sight, where the setting says so")
  func unknownKey() throws {
    var provider = try Provider(settings: ["unknownKeys": "enroll"])
    let answer = try provider.send(Push().by("NEWKEY0001"))
    #expect(answer.summary == "200" && answer.findings == [.keyUnverified])
    #expect(provider.world.keys["NEWKEY0001"]?.team == Town.team)
    let second = try provider.send(Push().by("NEWKEY0001"))
    #expect(second.findings == [.keyUnverified] && second.changes.isEmpty)
    provider.connect()
    #expect(try provider.send(Push().by("NEWKEY0001", Town.otherTeam)).summary == "InvalidProviderToken")
  }

  @Test("of a key that the world has without its public key is not verified, and says so")
  func unverifiable() throws {
    var provider = try Provider()
    #expect(try provider.send(Push().by("KEYUNSEEN1")).findings == [.keyUnverified])
  }

  @Test("of a key that becomes active is refused a millisecond before and accepted then")
  func activeFrom() throws {
    var provider = try Provider()
    let start = Town.morning.later(3600)
    let push = Push().by("KEYLATER01", issuedAt: start.seconds)
    #expect(try provider.send(push, at: start + -1).verdict.check == "provider-key")
    #expect(try provider.send(push, at: start).summary == "200")
  }

  @Test(
    "of a key for one environment is accepted there",
    arguments: [
      ("KEYSANDBOX", "api.sandbox.push.apple.com", "200"),
      ("KEYSANDBOX", "api.push.apple.com", "BadEnvironmentKeyInToken"),
      ("KEYPRODUCT", "api.push.apple.com", "BadDeviceToken"),
      ("KEYPRODUCT", "api.development.push.apple.com:2197", "BadEnvironmentKeyInToken"),
      ("KEYTOWN001", "api.sandbox.push.apple.com", "200"), ("KEYTOWN001", "api.push.apple.com", "BadDeviceToken"),
    ])
  func environments(_ key: String, _ host: String, _ summary: String) throws {
    var provider = try Provider()
    #expect(try provider.send(Push().by(key).authority(host)).summary == summary)
  }

  @Test("of a key with topics is good for these topics, bare or with the suffix of any push type")
  func topicKey() throws {
    var provider = try Provider()
    #expect(try provider.send(Push().by("KEYTOPIC01")).summary == "200")
    let voip = Push.of(.voip).by("KEYTOPIC01")
    #expect(try provider.send(voip).summary == "200")
    #expect(try provider.send(Push().by("KEYTOPIC01").topic("com.example.bus")).summary == "TopicDisallowed")
  }
}
