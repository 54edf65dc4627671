/// What a handler may do. Confined to the loop thread; an unknown connection or stream is ignored.
package final class Transport {
  package func reply(_ reply: HTTPReply, to stream: StreamReference) -> Bool { false }
  package func reset(_ stream: StreamReference, code: UInt32) -> Bool { false }
  package func limitStreams(_ connection: UInt64, to limit: UInt32) -> Bool { false }
  package func goAway(_ connection: UInt64, _ notice: GoAwayNotice) -> Bool { false }
  package func close(_ connection: UInt64, byReset: Bool = false) -> Bool { false }
  package func pauseReading() {}
  package func resumeReading() {}
  package func setDeadline(inMilliseconds milliseconds: UInt64?) {}
}

/// How a GOAWAY goes out.
package struct GoAwayNotice: Sendable, Hashable {
  /// The HTTP/2 error code.
  package var code: UInt32
  /// Nil: the highest stream that was received.
  package var lastStream: Int32?
  package var debugData: [UInt8] = []
  /// Followed by a second GOAWAY without debug data. Observed: gh:jchambers/pushy#312 and gh:sideshow/apns2#93.
  package var twice = false
  /// Ends the connection once everything was sent.
  package var thenClose = false

  package init(code: UInt32) {
    self.code = code
  }
}
