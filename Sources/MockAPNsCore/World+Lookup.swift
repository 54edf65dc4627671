/// Questions that checks ask of the world.
extension World {
  /// A topic as bundle id and suffix; an app whose bundle id is the whole topic wins over a suffix.
  func splitTopic(_ topic: String) -> Topic {
    if let app = apps.index(of: topic) { return Topic(bundleID: topic, suffix: "", app: app) }
    guard let suffix = PushType.suffix(of: topic) else { return Topic(bundleID: topic, suffix: "") }
    let bundleID = ByteView.read(topic) { $0.text(0..<$0.count - suffix.utf8.count) }
    return Topic(bundleID: bundleID, suffix: suffix, app: apps.index(of: bundleID))
  }

  /// The parts of a topic.
  struct Topic {
    var bundleID: String
    var suffix: String
    /// Where the app stands among those of the world; nil for an unknown one.
    var app: Int?
  }

  /// What a key names must exist, unless the settings make what is unknown.
  func checkReferences(of key: ProviderKey, at path: JSONPath) throws(WorldFault) {
    if settings.unknownTopics == .reject {
      for (index, topic) in key.topics.enumerated() where apps[splitTopic(topic).bundleID] == nil {
        throw WorldFault(
          path.appending("topics").appending(index),
          "names no app: \(topic)" + topicHint(for: splitTopic(topic).bundleID))
      }
    }
    if settings.unknownKeys == .reject, let other = key.relatedKey, keys[other]?.team != key.team {
      let known = keys.values.filter { $0.team == key.team && $0.id != key.id }.map(\.id)
      throw WorldFault(
        path.appending("relatedKey"), "names no key of team \(key.team): \(other)" + NearMiss.hint(other, among: known))
    }
  }

  /// Whether a token that is no longer good still answers 200.
  func isInGrace(_ retirement: TokenEntry.Retirement, at now: Instant) -> Bool {
    let setting = retirement.state == .uninstalled ? settings.uninstallGraceSeconds : settings.retiredTokenGraceSeconds
    let grace = Int64(retirement.graceSeconds ?? setting) * 1000
    return now.milliseconds < retirement.since.milliseconds + grace
  }

  /// The slip that an unknown key id looks like.
  func keyHint(for token: ProviderToken) -> String {
    if keys[token.teamID] != nil { return "; kid and iss look swapped" }
    return NearMiss.hint(token.keyID, among: Array(keys.keys))
  }

  /// The slip that an unknown bundle id looks like.
  func topicHint(for bundleID: String) -> String {
    if bundleID.hasPrefix("<"), bundleID.hasSuffix(">") { return "; remove the angle brackets" }
    return NearMiss.hint(bundleID, among: Array(apps.keys))
  }

  /// Whether the token is the beginning of a known one, or its neighbour by a few digits.
  func tokenHint(for token: DeviceToken) -> String {
    if tokens.count <= Self.searchedTokens,
      let cut = tokens.keys.filter({ $0.text.hasPrefix(token.text) }).min(by: { $0.text < $1.text })
    {
      return "; it is the beginning of a token of \(cut.text.utf8.count) digits, so it was cut"
    }
    if token.text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) { return "; it is all zeros" }
    return ""
  }

  /// The most tokens that a hint is looked for among.
  private static let searchedTokens = 10_000

  /// Why a connection is sent away before its first push, as was seen for certificates of the other environment.
  ///
  /// Observed: a Go http2debug log of 2016, gh:sideshow/apns2#93; gh:ninenines/gun#308 for bad certificates.
  func dismissal(of facts: ConnectionFacts, at now: Instant) -> [Effect] {
    let environment = facts.service == .push ? facts.namedEnvironment : nil
    guard let certificate = facts.certificate, let refusal = fault(of: certificate, in: environment, at: now),
      let reason = refusal.reason.flatMap(Reason.init(rawValue:))
    else { return [] }
    return [.goAway(connection: facts.id, GoAway(reason, lastStream: 0))]
  }

  /// What is wrong with a client certificate; an environment that is not known yet is not judged.
  func fault(of certificate: CertificateCredential, in environment: Environment?, at now: Instant) -> Refusal? {
    if certificate.isForeign, settings.foreignCertificates == .reject {
      return Refusal(
        .badCertificate,
        "the client certificate \(certificate.name) was not issued by this gateway's CA (setting foreignCertificates)")
    }
    let seconds = now.milliseconds / 1000
    guard seconds >= certificate.validFrom, seconds <= certificate.validUntil else {
      return Refusal(.badCertificate, "the client certificate \(certificate.name) is expired or not yet valid")
    }
    guard let environment, !certificate.environments.contains(environment) else { return nil }
    let good = certificate.environments.map(\.rawValue).joined(separator: " and ")
    return Refusal(
      .badCertificateEnvironment,
      "the client certificate \(certificate.name) is for \(good.isEmpty ? "no environment" : good), not for "
        + environment.rawValue)
  }
}

/// Counts of pushes to each device token within the last second; kept only while a limit is set.
struct TokenRates: Sendable {
  /// Tokens that are counted at once; beyond it the counts begin anew.
  static let tokenLimit = 100_000
  private var times: [DeviceToken: [Instant]] = [:]

  func count(of token: DeviceToken, at now: Instant) -> Int {
    times[token]?.count { $0.milliseconds > now.milliseconds - 1000 } ?? 0
  }

  mutating func add(_ token: DeviceToken, at now: Instant) {
    if times.count >= Self.tokenLimit { times.removeAll(keepingCapacity: true) }
    times[token, default: []].removeAll { $0.milliseconds <= now.milliseconds - 1000 }
    times[token, default: []].append(now)
  }
}
