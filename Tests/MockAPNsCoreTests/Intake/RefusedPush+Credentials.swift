@testable import MockAPNsCore

private let hour: Int64 = 3600
private let now = Town.morning.seconds

/// The same good token, changed.
private func token(_ check: String, _ says: String, _ change: (inout TokenText) -> Void) -> RefusedPush {
  RefusedPush(check, .invalidProviderToken, says, Push().token(change))
}

private func malformed(_ says: String, _ change: (inout TokenText) -> Void) -> RefusedPush {
  token("provider-token", says, change)
}

extension RefusedPush {
  static let credentials = missing + malformedTokens + claims + keys + connections

  private static let missing: [RefusedPush] = [
    RefusedPush(
      "provider-token-missing", .missingProviderToken, "neither a client certificate nor an authorization header",
      Push().without("authorization")),
    RefusedPush(
      "provider-token-missing", .missingProviderToken, "does not begin with the word bearer",
      Push().header("authorization", TokenText().text)),
    RefusedPush(
      "provider-token-missing", .missingProviderToken, "does not begin with the word bearer",
      Push().header("authorization", "basic dXNlcjpwYXNz")),
    RefusedPush(
      "provider-token-missing", .missingProviderToken, "does not begin with the word bearer",
      Push().header("authorization", "")),
  ]

  private static let malformedTokens: [RefusedPush] = [
    malformed("three parts with dots between them; this one has 1") { $0.finish = { _ in "abc" } },
    malformed("this one has 4") { $0.finish = { $0 + ".x" } },
    malformed("this one has 2") { $0.finish = { String($0[..<$0.lastIndex(of: ".")!]) } },
    malformed("the provider token has 4097 bytes") {
      $0.finish = { $0 + String(repeating: "A", count: 4097 - $0.utf8.count) }
    },
    malformed("offset 7: the byte 0x0a does not belong to the alphabet") {
      $0.finish = { text in
        let cut = text.index(text.startIndex, offsetBy: 7)
        return text[..<cut] + "\n" + text[text.index(after: cut)...]
      }
    },
    malformed("the signature of the provider token is not base64url") { $0.finish = { $0 + "\n" } },
    malformed("the header of the provider token is not a JSON object: it is a JSON array") {
      $0.spell = { $0.contains("alg") ? "[1]" : $0 }
    },
    malformed("the claims of the provider token is not a JSON object") { $0.spell = { $0.contains("iss") ? "{" : $0 } },
    malformed("alg is \"none\"; APNs accepts ES256 only") { $0.alg = "none" },
    malformed("alg is \"HS256\"") { $0.alg = "HS256" },
    malformed("no text alg") { $0.alg = nil },
    malformed("no text alg") { $0.alg = 256 },
    malformed("has 0 bytes; ES256 has 64") { $0.signature = [] },
    malformed("has 63 bytes; ES256 has 64") { $0.signature.removeLast() },
    malformed("has 65 bytes; ES256 has 64") { $0.signature.append(7) },
    malformed("has 132 bytes; ES256 has 64") { $0.signature = [UInt8](repeating: 7, count: 132) },
    malformed("has 73 bytes; ES256 has 64") { $0.signature = TokenText.der(73) },
    malformed("has 70 bytes; ES256 has 64") { $0.signature = Array(TokenText.der(71).dropLast()) },
  ]

  private static let claims: [RefusedPush] = [
    malformed("the header of the provider token has no kid") { $0.kid = nil },
    malformed("kid in the provider token is not a text") { $0.kid = 5 },
    malformed("kid in the provider token is not a text") { $0.kid = "" },
    malformed("kid in the provider token is not a text") { $0.kid = .string(String(repeating: "K", count: 65)) },
    malformed("the claims of the provider token have no iat") { $0.iat = nil },
    malformed("iat in the provider token is not a number") { $0.iat = "today" },
    malformed("iat in the provider token is not a number") { $0.iat = .null },
    malformed("iat in the provider token is not a number") { $0.iat = .integer(Int64.min) },
    malformed("iat in the provider token is not a number") { $0.iat = .string("\(Int64.min)") },
    malformed("iat in the provider token is not a number") { $0.iat = .integer(Int64.max) },
    malformed("the claims of the provider token has no iss") { $0.iss = nil },
    malformed("iss in the provider token is not a text") { $0.iss = .null },
    RefusedPush(
      "provider-token-age", .expiredProviderToken, "3601 s ago",
      Push().by("KEYTOWN001", issuedAt: now - hour - 1)),
    RefusedPush(
      "provider-token-age", .expiredProviderToken, "good for 3600 s", Push().token { $0.iat = 0 }),
    RefusedPush(
      "provider-token-age", .expiredProviderToken, "more than an hour ahead",
      Push().by("KEYTOWN001", issuedAt: now + hour + 1)),
    RefusedPush(
      "provider-token-age", .expiredProviderToken, "looks like milliseconds",
      Push().by("KEYTOWN001", issuedAt: Town.morning.milliseconds)),
    RefusedPush(
      "provider-token", .invalidProviderToken, "setting looseProviderTokens",
      Push().token {
        $0.iat = .string("\(now)")
      }
    ).set("looseProviderTokens", "reject"),
    RefusedPush(
      "provider-token", .invalidProviderToken, "setting derSignatures",
      Push().token {
        $0.signature = TokenText.der(70)
      }
    ).set("derSignatures", "reject"),
  ]

  private static let keys: [RefusedPush] = [
    RefusedPush(
      "provider-token", .invalidProviderToken, "the signature does not fit key KEYTOWN001", Push().signed(.wrong)),
    RefusedPush(
      "provider-token", .invalidProviderToken, "no key with id KEYTOWN00X is registered; did you mean \"KEYTOWN001\"?",
      Push().by("KEYTOWN00X")),
    RefusedPush(
      "provider-token", .invalidProviderToken, "no key with id ZZZZZZZZZZ is registered", Push().by("ZZZZZZZZZZ")),
    RefusedPush(
      "provider-token", .invalidProviderToken, "kid and iss look swapped", Push().by(Town.team, "KEYTOWN001")),
    RefusedPush(
      "provider-key", .invalidProviderToken, "iss is TEAMPORT01, but key KEYTOWN001 belongs to team TEAMTOWN01",
      Push().by("KEYTOWN001", Town.otherTeam)),
    RefusedPush("provider-key", .invalidProviderToken, "key KEYREVOKED is revoked", Push().by("KEYREVOKED")),
    RefusedPush("provider-key", .invalidProviderToken, "key KEYLATER01 is not active yet", Push().by("KEYLATER01")),
    RefusedPush(
      "key-environment", .badEnvironmentKeyInToken, "key KEYPRODUCT is for production, the request went to sandbox",
      Push().by("KEYPRODUCT")),
    RefusedPush(
      "key-environment", .badEnvironmentKeyIDInToken, "key KEYSANDBOX is for sandbox",
      Push().by("KEYSANDBOX").authority("api.push.apple.com")
    ).set("environmentKeyReason", "BadEnvironmentKeyIdInToken"),
  ]

  private static let connections: [RefusedPush] = [
    RefusedPush(
      "connection-team", .invalidProviderToken, "belongs to team TEAMTOWN01",
      Push().by("KEYPORT001", Town.otherTeam).topic("com.example.boat")
    ).after(Push()),
    RefusedPush(
      "key-relation", .unrelatedKeyIDInToken, "KEYTOPIC01 is unrelated to KEYTOWN001", Push().by("KEYTOPIC01")
    ).after(Push()),
    RefusedPush(
      "key-relation", .unrelatedKeyIDInToken, "KEYTOWN001 is unrelated to KEYTOPIC01", Push()
    ).after(Push().by("KEYTOPIC01")),
    RefusedPush(
      "key-relation", .unrelatedKeyIDInToken, "KEYTOPIC03 is unrelated to KEYTOPIC01", Push().by("KEYTOPIC03")
    ).after(Push().by("KEYTOPIC01")),
    RefusedPush(
      "key-relation", .unrelatedKeyIDInToken, "KEYUNKNOWN is unrelated to KEYTOPIC01", Push().by("KEYUNKNOWN")
    ).after(Push().by("KEYTOPIC01")).set("unknownKeys", "enroll"),
    RefusedPush("wedged-connection", .internalServerError, "open a new connection", Push())
      .after(Push(), Push().by("KEYTOWN001", issuedAt: now - 2 * hour)),
    RefusedPush(
      "provider-token-updates", .tooManyProviderTokenUpdates, "more than 2 times in 20 minutes",
      Push().by("KEYTOWN001", issuedAt: now - 3)
    ).after(Push(), Push().by("KEYTOWN001", issuedAt: now - 1), Push().by("KEYTOWN001", issuedAt: now - 2)),
    RefusedPush(
      "provider-token-updates", .tooManyProviderTokenUpdates, "setting providerTokenUpdates",
      Push().by("KEYTOWN002")
    ).after(Push()).set("providerTokenUpdates", 0),
  ]
}
