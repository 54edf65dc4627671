/// One stream of one connection; connections are numbered from 1 and never reuse a number.
package struct StreamID: Sendable, Hashable {
  package var connection: UInt64
  package var stream: Int32

  package init(connection: UInt64, stream: Int32) {
    self.connection = connection
    self.stream = stream
  }
}

/// What the handshake told about a provider's connection.
package struct ConnectionFacts: Sendable, Equatable {
  /// What a listener is for.
  package enum Service: Sendable { case push, channels }

  package var id: UInt64
  package var service: Service
  /// The environment that the server name fixed for the whole connection; nil when it named no Apple host.
  package var namedEnvironment: Environment?
  /// The environment of the listener, which decides where no name does.
  package var listenerEnvironment: Environment
  package var certificate: CertificateCredential?
  /// False for clients that begin HTTP/2 by prior knowledge.
  package var offeredALPN: Bool

  package init(
    id: UInt64, service: Service = .push, namedEnvironment: Environment? = nil,
    listenerEnvironment: Environment = .sandbox, certificate: CertificateCredential? = nil, offeredALPN: Bool = true
  ) {
    self.id = id
    self.service = service
    self.namedEnvironment = namedEnvironment
    self.listenerEnvironment = listenerEnvironment
    self.certificate = certificate
    self.offeredALPN = offeredALPN
  }
}

/// What a client certificate says about its provider.
package struct CertificateCredential: Sendable, Equatable {
  /// The common name, for people.
  package var name: String
  /// The UID of the subject: the bundle id, or the topic of an MDM server.
  package var userID: String?
  /// The topics of Apple's extension, or the UID alone.
  package var topics: [String]
  package var environments: [Environment]
  /// Whether it was issued by another CA than this gateway's.
  package var isForeign: Bool
  /// Unix seconds of its first and last good moment.
  package var validFrom: Int64
  package var validUntil: Int64

  package init(
    name: String, userID: String?, topics: [String], environments: [Environment], isForeign: Bool = false,
    validFrom: Int64 = 0, validUntil: Int64 = .max
  ) {
    self.name = name
    self.userID = userID
    self.topics = topics
    self.environments = environments
    self.isForeign = isForeign
    self.validFrom = validFrom
    self.validUntil = validUntil
  }
}

/// What the gateway remembers of a connection from one push to the next.
struct Connection: Sendable {
  var facts: ConnectionFacts
  /// The team of the first authenticated push; another one is refused from then on.
  var team: String?
  /// The key of the first authenticated push.
  var firstKey: String?
  /// The provider token of the last push.
  var lastToken: [UInt8] = []
  /// When the provider token was changed, within the last 20 minutes.
  var tokenChanges: [Instant] = []
  /// Whether a provider token expired here, after which the connection does not recover.
  var isWedged = false
  /// The stream limit that was announced last.
  var streamLimit: Int
  /// Whether a refusal cut the streams to one; a 410 neither cuts nor restores them. Documented: `ApplePage.responses`.
  var isThrottled = false
  /// Whether a provider token was found good.
  var isAuthenticated = false
  /// When the client last sent a push or a PING.
  var lastActive: Instant

  /// Whether it may have all its streams.
  var isTrusted: Bool { isAuthenticated || facts.certificate != nil }
}
