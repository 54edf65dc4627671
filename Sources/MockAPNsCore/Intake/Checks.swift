/// One question that a push must answer well.
///
/// A class, so that going through the list copies nothing.
package final class Check: Sendable {
  /// The id that a record shows as `verdict.check`.
  package let id: String
  /// What it looks at and refuses, in one sentence.
  package let rule: String
  /// How we know the rule, and, where anything is known, its place in the order.
  package let basis: Basis
  let judge: @Sendable (inout Judgement, World) -> Refusal?

  init(
    id: String, rule: String, basis: Basis, judge: @escaping @Sendable (inout Judgement, World) -> Refusal?
  ) {
    self.id = id
    self.rule = rule
    self.basis = basis
    self.judge = judge
  }

  /// The checks in the order in which APNs is taken to make them: the first that objects gives the answer.
  ///
  /// Known of the order: 405 before 403 (a trace of GET without credentials), 403 before the token in the path, the
  /// topic and the payload (a trace of POST to /3/device/aaaa), token updates before token validity
  /// (https://developer.apple.com/forums/thread/770438), the topic before the device token. The rest is chosen; a
  /// correction is a moved line.
  package static let inOrder: [Check] = [
    serviceAvailable, headerList, certificateEnvironment, method, path, missingCredential, wedgedConnection,
    tokenUpdates,
    providerToken, providerTokenAge, providerKey, keyEnvironment, connectionTeam, keyRelation, duplicateHeaders,
    messageID, expiration, priority, collapseID, pushType, topicPresent, topicForm, topicAllowed, pushTypeForTopic,
    backgroundPriority, deviceTokenPresent, payloadPresent, payloadSize, payloadForm, deviceTokenForm,
    deviceTokenKnown, deviceTokenTopic, deviceTokenAlive, tokenRate,
  ]

  /// The checks of a channel port, where the credential is judged before anything else.
  ///
  /// Observed: a probe of 2026 got MissingProviderToken on both channel ports for a request without credentials.
  package static let inOrderForChannels: [Check] = [
    serviceAvailable, headerList, certificateEnvironment, missingCredential, wedgedConnection, tokenUpdates,
    providerToken,
    providerTokenAge, providerKey, keyEnvironment, connectionTeam, keyRelation, channelPath,
  ]
}

/// Checks in their order, gone through without counting references to them: there are 34 for each push.
@safe
struct CheckList: Sendable {
  static let push = CheckList(Check.inOrder)
  static let channels = CheckList(Check.inOrderForChannels)

  /// The lists of `Check` live for ever.
  private let checks: [Unmanaged<Check>]

  private init(_ checks: [Check]) {
    unsafe self.checks = checks.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// The first check that objects, and its objection.
  func judge(_ judgement: inout Judgement, _ world: World) -> (check: Check, refusal: Refusal)? {
    for index in unsafe checks.indices {
      let check = unsafe checks[index]
      if let refusal = unsafe check._withUnsafeGuaranteedRef({ $0.judge(&judgement, world) }) {
        return unsafe (check.takeUnretainedValue(), refusal)
      }
    }
    return nil
  }
}
