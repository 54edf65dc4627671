/// What decides: told of everything that happens, answers through the `Transport`. Called on the loop thread
/// only.
package protocol HTTP2Handler: AnyObject {
  /// The TLS handshake is done. Returns the MAX_CONCURRENT_STREAMS to advertise at first.
  ///
  /// The connection takes no actions before this returns.
  func connectionOpened(_ details: ConnectionDetails) -> UInt32
  /// A request ended or its body was cut; once for each stream.
  func requestReceived(_ request: consuming HTTPRequest, on stream: StreamReference)
  /// Something worth a line in the connection's time line. Also of connections that were never opened.
  func connectionEvent(_ event: ConnectionEvent, on connection: UInt64)
  /// An opened connection ended; its streams are gone. `cause` is one sentence.
  func connectionClosed(_ connection: UInt64, cause: String)
  /// A readiness callback was worked through: the place to hand out replies.
  func turnEnded()
  /// After `Server.wake()`, called from any thread; several calls may become one.
  func woken()
  /// The time set with `Transport.setDeadline` has come.
  func deadlineReached()
}

/// A thing that happened on a connection and is no request.
package enum ConnectionEvent: Sendable, Hashable {
  /// TLS did not come about; the connection was never opened.
  case handshakeFailed(listener: Int, peer: String, error: IOError)
  /// The client sent something else than the HTTP/2 preface: its first bytes, 64 at most.
  case prefaceRejected(firstBytes: [UInt8])
  case settingsReceived([HTTP2Setting])
  /// The client acknowledged our SETTINGS; `limit` is the MAX_CONCURRENT_STREAMS that they carried.
  case settingsAcknowledged(limit: UInt32)
  /// The eight bytes of a PING that is no acknowledgement.
  case pingReceived(UInt64)
  case goAwayReceived(code: UInt32, lastStream: Int32, debugData: [UInt8])
  case goAwaySent(code: UInt32, lastStream: Int32, debugData: [UInt8])
  /// Over the advertised stream limit, answered with REFUSED_STREAM. The body is empty.
  case streamRefused(stream: Int32, request: HTTPRequest)
  /// RST_STREAM before the stream was over. `byPeer` false: sent by us.
  case streamReset(stream: Int32, code: UInt32, byPeer: Bool)
  /// The connection ended, or the stream was reset, before END_STREAM; what had arrived until then.
  case requestUnfinished(stream: Int32, request: HTTPRequest)
  /// The client broke HTTP/2 or sent a malformed message; the RST_STREAM or GOAWAY for it has an event of its
  /// own.
  case protocolViolation(stream: Int32, text: String)
  case limitReached(TransportLimit)
}

/// One parameter of a SETTINGS frame.
package struct HTTP2Setting: Sendable, Hashable {
  package var identifier: Int32
  package var value: UInt32

  package init(identifier: Int32, value: UInt32) {
    self.identifier = identifier
    self.value = value
  }
}

/// What is known of a connection once its TLS handshake is done.
package struct ConnectionDetails: Sendable, Hashable {
  /// Grows from 1, is never used twice within a server.
  package var id: UInt64
  /// Index into `ServerConfiguration.listeners`.
  package var listener: Int
  /// Address and port of the other side.
  package var peer: String
  /// The name that the client asked for (SNI).
  package var serverName: String?
  /// `h2`, or nil when the client did not offer it.
  package var alpn: String?
  /// `TLSv1.2` or `TLSv1.3`.
  package var tlsVersion: String
  package var clientCertificateDER: [UInt8]?
  /// Whether the client's chain verifies against `ServerConfiguration.clientCAPEM`.
  package var clientCertificateTrusted: Bool
}
