/// Everything a `Server` is started with.
package struct ServerConfiguration: Sendable {
  package var listeners: [ListenAddress]
  /// Leaf first.
  package var certificateChainPEM: String
  package var privateKeyPEM: String
  /// Roots that client certificates are judged against; without them none is trusted. A client is never
  /// turned away.
  package var clientCAPEM: String?
  /// The debug data of the GOAWAY that a stop sends to everybody.
  package var goodbye: [UInt8] = []
  package var limits = TransportLimits()
  package var initialSettings = InitialSettings()

  package init(listeners: [ListenAddress], certificateChainPEM: String, privateKeyPEM: String) {
    self.listeners = listeners
    self.certificateChainPEM = certificateChainPEM
    self.privateKeyPEM = privateKeyPEM
  }
}

/// The SETTINGS that open every connection; MAX_CONCURRENT_STREAMS comes from the handler.
///
/// Observed: the five parameters and these values in clients' logs, gh:jchambers/pushy#356, #476 and #878.
package struct InitialSettings: Sendable, Hashable {
  package var headerTableSize: UInt32 = 4096
  package var initialWindowSize: UInt32 = 65_535
  package var maxFrameSize: UInt32 = 16_384
  package var maxHeaderListSize: UInt32 = 8000

  package init() {}
}

/// What the transport holds at most, and how long it waits. Chosen; every one can be hit by a test.
package struct TransportLimits: Sendable, Hashable {
  package var connections = 10_000
  package var handshakes = 1000
  /// Whatever the advertised limit says.
  package var streamsPerConnection = 1000
  package var bodyBytes = 65_536
  /// Above it the stream is reset; above four times as much the connection ends.
  package var headerListBytes = 65_536
  /// Answers waiting for a client that does not read; above it nothing more is read from that client.
  package var writeQueueBytes = 1 << 20
  /// PING, SETTINGS, PRIORITY, RST_STREAM and empty DATA frames that a client may send at once; see
  /// `FloodGuard`.
  package var cheapFrames = 10_000
  package var cheapFramesPerSecond = 1000
  package var handshakeMilliseconds: UInt64 = 10_000
  /// Without a byte in either direction; nil: never closed for it.
  package var idleMilliseconds: UInt64? = 1_200_000
  /// Without a byte taken by a client whose answers wait.
  package var stuckMilliseconds: UInt64 = 60_000
  /// How long a closed connection is drained, so that its last frames are not lost to a TCP reset.
  package var lingerMilliseconds: UInt64 = 1000
  /// How long `Server.stop` waits for the last frames to leave.
  package var stopMilliseconds: UInt64 = 250

  package init() {}
}

/// The limit that was hit.
package enum TransportLimit: String, Sendable, Hashable, CaseIterable {
  case connections, handshakes, descriptors, headerList, writeQueue, cheapFrames, handshakeTime, idleTime,
    stuckTime
}
