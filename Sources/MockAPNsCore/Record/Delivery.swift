/// The record of one push: what was sent, what was answered and why, and what became of it.
///
/// A class, because it goes from hand to hand on its way to the record and a copy would count thirty references.
package final class Delivery: Sendable {
  /// Given when the request is complete, counting from 1, never used again.
  package let seq: UInt64
  /// The number of this change in the order of all changes of the world.
  package let revision: UInt64
  package let receivedAt: Instant
  package let answeredAt: Instant
  package let clockOffsetMilliseconds: Int64
  package let connection: UInt64
  package let stream: Int32
  package let environment: Environment
  package let request: PushRequest
  package let understood: PushFacts
  package let verdict: Verdict
  package let findings: [Finding]
  package let outcomes: [Outcome]

  package init(
    seq: UInt64, revision: UInt64, receivedAt: Instant, answeredAt: Instant, clockOffsetMilliseconds: Int64 = 0,
    connection: UInt64, stream: Int32, environment: Environment, request: PushRequest, understood: PushFacts,
    verdict: Verdict, findings: [Finding], outcomes: [Outcome] = []
  ) {
    self.seq = seq
    self.revision = revision
    self.receivedAt = receivedAt
    self.answeredAt = answeredAt
    self.clockOffsetMilliseconds = clockOffsetMilliseconds
    self.connection = connection
    self.stream = stream
    self.environment = environment
    self.request = request
    self.understood = understood
    self.verdict = verdict
    self.findings = findings
    self.outcomes = outcomes
  }
}

extension Delivery: Equatable {
  package static func == (left: Delivery, right: Delivery) -> Bool {
    left === right
      || left.seq == right.seq && left.revision == right.revision && left.receivedAt == right.receivedAt
        && left.answeredAt == right.answeredAt && left.clockOffsetMilliseconds == right.clockOffsetMilliseconds
        && left.connection == right.connection && left.stream == right.stream
        && left.environment == right.environment && left.request == right.request
        && left.understood == right.understood && left.verdict == right.verdict && left.findings == right.findings
        && left.outcomes == right.outcomes
  }
}

/// What the gateway read out of a request, also of a refused one; a field is nil where nothing good was sent.
package struct PushFacts: Sendable, Equatable {
  package var apnsID: String = ""
  package var apnsUniqueID: String?
  package var token: String?
  package var topic: String?
  package var bundleID: String?
  package var pushType: PushType?
  package var priority: Int?
  /// Seconds since 1970; 0 for one attempt.
  package var expirationSeconds: Int64?
  package var collapseID: String?
  package var team: String?
  package var key: String?
  /// The certificate of the connection, by its common name.
  package var certificate: String?
}

/// The answer to a push and why it was given.
package struct Verdict: Sendable, Equatable {
  package var status: Int
  /// The text of `reason`; nil for a 200 and for the one refusal of HTTP itself, 431.
  package var reason: String?
  /// When the token was confirmed dead; on 410 only.
  package var timestamp: Instant?
  /// The id of the check that decided, or `accepted`.
  package var check: String
  package var basis: Basis
  /// One sentence that names the header, byte or claim at fault, and the near miss.
  package var explanation: String
}
