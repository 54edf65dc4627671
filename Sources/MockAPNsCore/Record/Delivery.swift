/// The record of one push: what was sent, what was answered and why, and what became of it.
package struct Delivery: Sendable, Equatable {
  /// Given when the request is complete, counting from 1, never used again.
  package var seq: UInt64
  /// The number of this change in the order of all changes of the world.
  package var revision: UInt64
  package var receivedAt: Instant
  package var answeredAt: Instant
  package var clockOffsetMilliseconds: Int64 = 0
  package var connection: UInt64
  package var stream: Int32
  package var environment: Environment
  package var request: PushRequest
  package var understood: PushFacts
  package var verdict: Verdict
  package var findings: [Finding]
  package var outcomes: [Outcome] = []
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
