/// Checks of the credentials: certificate or provider token, its age, its key and what the connection has seen before.
///
/// With a client certificate the provider token is ignored, so all token checks pass. Documented: `ApplePage.sending`.
extension Check {
  static let certificateEnvironment = Check(
    id: "certificate-environment", rule: "A client certificate is for the environment that it is used in.",
    basis: .observed("Go http2debug log of 2016; gh:sideshow/apns2#93: answered by GOAWAY")
  ) { push, world in
    guard let certificate = push.connection.facts.certificate else { return nil }
    push.facts.certificate = certificate.name
    if let refusal = world.fault(of: certificate, in: push.environment, at: push.receivedAt) { return refusal }
    if certificate.isForeign { push.note(.foreignCertificate) }
    return nil
  }

  static let missingCredential = Check(
    id: "provider-token-missing", rule: "There is a client certificate, or a provider token after the word bearer.",
    basis: .observed("curl without credentials to /3/device/aaaa, recorded by the uniqush project")
  ) { push, _ in
    if push.connection.facts.certificate != nil {
      if push.value(.authorization) != nil { push.note(.certificateAndToken, path: PushHeader.authorization.rawValue) }
      return nil
    }
    if push.evidence != nil { return nil }
    guard push.value(.authorization) != nil else {
      return Refusal(.missingProviderToken, "there is neither a client certificate nor an authorization header")
    }
    return Refusal(.missingProviderToken, "authorization does not begin with the word bearer and a blank")
  }

  static let wedgedConnection = Check(
    id: "wedged-connection", rule: "No provider token has expired on this connection; after one it does not recover.",
    basis: .observed("gh:jchambers/pushy#408, #529; gh:node-apn/node-apn#480 (2016 and 2017)")
  ) { push, _ in
    guard push.connection.isWedged, let token = push.providerToken, !push.isTooOld(token) else { return nil }
    return Refusal(
      .internalServerError,
      "a provider token expired on this connection before; APNs does not recover from that, so open a new connection")
  }

  static let tokenUpdates = Check(
    id: "provider-token-updates",
    rule: "The provider token changes at most providerTokenUpdates times in 20 minutes on one connection.",
    basis: .documented(ApplePage.tokens)
  ) { push, world in
    guard let evidence = push.evidence, push.connection.facts.certificate == nil else { return nil }
    guard evidence.text != push.connection.lastToken else { return nil }
    if push.connection.lastToken.isEmpty {
      push.connection.lastToken = evidence.text
      return nil
    }
    let windowStart = push.receivedAt.milliseconds - 20 * 60 * 1000
    push.connection.tokenChanges.removeAll { $0.milliseconds <= windowStart }
    guard push.connection.tokenChanges.count < world.settings.providerTokenUpdates else {
      return Refusal(
        .tooManyProviderTokenUpdates,
        "the provider token changed more than \(world.settings.providerTokenUpdates) times in 20 minutes on this "
          + "connection; reuse one token for 20 to 60 minutes (setting providerTokenUpdates)")
    }
    // More than this is no limit any more.
    if push.connection.tokenChanges.count < 1000 { push.connection.tokenChanges.append(push.receivedAt) }
    push.connection.lastToken = evidence.text
    return nil
  }

  static let providerToken = Check(
    id: "provider-token", rule: "The provider token is well formed and signed by the key that it names.",
    basis: .documented(ApplePage.tokens)
  ) { push, world in
    guard let evidence = push.evidence, push.connection.facts.certificate == nil else { return nil }
    let token: ProviderToken
    switch evidence.token {
    case .failure(let fault): return Refusal(.invalidProviderToken, fault.explanation)
    case .success(let parsed): token = parsed
    }
    push.facts.team = token.teamID
    push.facts.key = token.keyID
    if let refusal = strictness(token, world.settings) { return refusal }
    push.key = world.keys[token.keyID]
    switch evidence.signature {
    case .verified: break
    case .unverifiable: push.note(.keyUnverified, path: PushHeader.authorization.rawValue)
    case .wrong:
      return Refusal(
        .invalidProviderToken, "the signature does not fit key \(token.keyID): the token was signed with another key")
    case .keyUnknown:
      // A team that has the id of a known key is a slip in every world.
      if world.settings.unknownKeys == .reject || world.keys.has(token.teamID) {
        return Refusal(
          .invalidProviderToken, "no key with id \(token.keyID) is registered" + world.keyHint(for: token))
      }
      push.note(.keyUnverified, path: PushHeader.authorization.rawValue)
    }
    push.findings.append(contentsOf: token.findings)
    return nil
  }

  /// What settings refuse though shipped clients send it.
  private static func strictness(_ token: ProviderToken, _ settings: Settings) -> Refusal? {
    for finding in token.findings {
      let isDER = finding.id == .derSignature
      let setting = isDER ? settings.derSignatures : settings.looseProviderTokens
      if setting == .reject {
        return Refusal(
          .invalidProviderToken,
          "\(finding.message) (setting \(isDER ? "derSignatures" : "looseProviderTokens"))", basis: finding.id.row.basis
        )
      }
    }
    return nil
  }

  static let providerTokenAge = Check(
    id: "provider-token-age", rule: "iat is at most an hour from now.", basis: .documented(ApplePage.tokens)
  ) { push, _ in
    guard let token = push.providerToken else { return nil }
    let seconds = push.now.milliseconds / 1000 - token.issuedAtSeconds
    if push.isTooOld(token) {
      push.connection.isWedged = true
      return Refusal(
        .expiredProviderToken, "iat is \(token.issuedAtSeconds), \(seconds) s ago; a provider token is good for 3600 s")
    }
    guard seconds < -ProviderToken.lifeSeconds else { return nil }
    let isMilliseconds = token.issuedAtSeconds > 100_000_000_000
    return Refusal(
      .expiredProviderToken,
      "iat is \(token.issuedAtSeconds), more than an hour ahead"
        + (isMilliseconds ? "; it looks like milliseconds, APNs reads seconds" : ""),
      basis: .inferred("\(ApplePage.tokens) says no more than one hour from the current time"))
  }

  static let providerKey = Check(
    id: "provider-key", rule: "The key belongs to the team that iss names, is active and not revoked.",
    basis: .documented(ApplePage.tokens)
  ) { push, _ in
    guard let key = push.key, let token = push.providerToken else { return nil }
    if key.team != token.teamID {
      return Refusal(
        .invalidProviderToken, "iss is \(token.teamID), but key \(key.id) belongs to team \(key.team)")
    }
    if key.isRevoked { return Refusal(.invalidProviderToken, "key \(key.id) is revoked") }
    if let from = key.activeFrom, from > push.now {
      return Refusal(.invalidProviderToken, "key \(key.id) is not active yet")
    }
    return nil
  }

  static let keyEnvironment = Check(
    id: "key-environment", rule: "The key is for the environment of the request.",
    basis: .observed("gh:kylebrowning/APNSwift#229 (2025)")
  ) { push, world in
    guard let key = push.key, !key.environments.contains(push.environment) else { return nil }
    let reason: Reason =
      world.settings.environmentKeyReason == .badEnvironmentKeyInToken
      ? .badEnvironmentKeyInToken : .badEnvironmentKeyIDInToken
    let good = key.environments.map(\.rawValue).joined(separator: " and ")
    return Refusal(reason, "key \(key.id) is for \(good), the request went to \(push.environment.rawValue)")
  }

  static let connectionTeam = Check(
    id: "connection-team", rule: "All provider tokens of a connection are of one team.",
    basis: .observed("gh:jchambers/pushy#437; gh:AndrewBarba/apns2#90 (2024)")
  ) { push, _ in
    guard let token = push.providerToken else { return nil }
    guard let team = push.connection.team else {
      push.connection.team = token.teamID
      return nil
    }
    guard team != token.teamID else { return nil }
    return Refusal(
      .invalidProviderToken,
      "this connection belongs to team \(team) since its first push; open another one for team \(token.teamID)")
  }

  static let keyRelation = Check(
    id: "key-relation", rule: "A key limited to topics shares a connection with itself and its related key only.",
    basis: .documented(ApplePage.tokens)
  ) { push, world in
    guard let token = push.providerToken else { return nil }
    push.connection.isAuthenticated = true
    guard let first = push.connection.firstKey else {
      push.connection.firstKey = token.keyID
      return nil
    }
    guard first != token.keyID, let firstKey = world.keys[first] else { return nil }
    let key = push.key ?? ProviderKey(id: token.keyID, team: token.teamID)
    let areTeamKeys = firstKey.topics.isEmpty && key.topics.isEmpty
    guard !areTeamKeys, firstKey.relatedKey != key.id, key.relatedKey != first else { return nil }
    return Refusal(
      .unrelatedKeyIDInToken,
      "key \(key.id) is unrelated to \(first), the first key of this connection; open another connection for it")
  }
}

extension ProviderToken {
  /// How long a provider token is good for, and how far ahead its `iat` may lie. Documented: `ApplePage.tokens`.
  static let lifeSeconds: Int64 = 3600
}

extension Judgement {
  func isTooOld(_ token: ProviderToken) -> Bool {
    now.milliseconds / 1000 - token.issuedAtSeconds > ProviderToken.lifeSeconds
  }
}
