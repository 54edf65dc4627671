/// What a handler may do, and the home of all connections. Confined to the loop thread.
///
/// An unknown connection or stream is ignored; the call then returns false. Everything takes effect at the
/// end of the turn, so a handler may call from wherever it is called.
package final class Transport {
  let loop: EventLoop
  let tls: TLSContext
  let callbacks: SessionCallbacks
  let buffers = TransportBuffers()
  let limits: TransportLimits
  let initialSettings: InitialSettings
  private let goodbye: [UInt8]
  var handler: (any HTTP2Handler)?
  /// Milliseconds without a byte after which a connection is closed; nil: never. Set by the handler, for all.
  package var idleMilliseconds: UInt64?

  var connections: [UInt64: Connection] = [:]
  var handshakes = 0
  private var touched: [Connection] = []
  private(set) var isReadingPaused = false
  private(set) var isStopping = false
  var acceptors: [Acceptor] = []
  private var lastConnection: UInt64 = 0
  private var deadline: LoopTimer?
  private var stopTimer: LoopTimer?

  init(_ configuration: ServerConfiguration, on loop: EventLoop) throws(IOError) {
    self.loop = loop
    tls = try TLSContext(configuration)
    callbacks = try SessionCallbacks()
    limits = configuration.limits
    initialSettings = configuration.initialSettings
    goodbye = configuration.goodbye
    idleMilliseconds = configuration.limits.idleMilliseconds
    deadline = LoopTimer(loop) { [unowned self] in
      handler?.deadlineReached()
      flush()
    }
  }

  /// Answers a request; false when its stream is gone or was answered.
  @discardableResult
  package func reply(_ reply: HTTPReply, to stream: StreamReference) -> Bool {
    act(on: stream.connection) { $0.session?.reply(reply, to: stream.stream) ?? false }
  }

  /// Sends RST_STREAM.
  @discardableResult
  package func reset(_ stream: StreamReference, code: UInt32) -> Bool {
    act(on: stream.connection) { $0.session?.reset(stream.stream, code: code) ?? false }
  }

  /// Advertises another MAX_CONCURRENT_STREAMS; the one in force is not sent again.
  @discardableResult
  package func limitStreams(_ connection: UInt64, to limit: UInt32) -> Bool {
    act(on: connection) { connection in
      connection.session?.limitStreams(to: limit)
      return true
    }
  }

  /// Sends GOAWAY behind all frames that are due. Without `thenClose` the connection goes on as before.
  @discardableResult
  package func goAway(_ connection: UInt64, _ notice: GoAwayNotice) -> Bool {
    act(on: connection) { connection in
      connection.goAway(notice, cause: "the gateway said goodbye")
      return true
    }
  }

  /// Ends a connection: with FIN once everything queued has left, or with RST at once.
  @discardableResult
  package func close(_ connection: UInt64, byReset: Bool = false) -> Bool {
    act(on: connection) { connection in
      connection.close(byReset: byReset)
      return true
    }
  }

  /// Stops reading from all connections and leaves new ones waiting, until `resumeReading`.
  package func pauseReading() {
    setPaused(true)
  }

  package func resumeReading() {
    setPaused(false)
  }

  /// Has `deadlineReached` called once after a time; nil cancels. Replaces an earlier one.
  package func setDeadline(inMilliseconds milliseconds: UInt64?) {
    if let milliseconds { deadline?.start(inMilliseconds: milliseconds) } else { deadline?.stop() }
  }

  private func setPaused(_ isPaused: Bool) {
    guard isPaused != isReadingPaused else { return }
    isReadingPaused = isPaused
    acceptors.forEach { $0.hold(isPaused) }
    connections.values.forEach(touch)
  }

  private func act(on id: UInt64, _ action: (Connection) -> Bool) -> Bool {
    guard let connection = connections[id], connection.isServing else { return false }
    touch(connection)
    return action(connection)
  }
}

/// Turns.
extension Transport {
  /// Has a connection flushed at the end of the turn.
  func touch(_ connection: Connection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    touched.append(connection)
  }

  /// A readiness callback was worked through.
  func endTurn() {
    handler?.turnEnded()
    flush()
  }

  /// Flushing may touch others, as a handler reacts to what it is told.
  func flush() {
    while let connection = touched.popLast() {
      connection.isTouched = false
      connection.flush()
    }
  }

  func woken() {
    handler?.woken()
    flush()
  }
}

/// Connections come and go.
extension Transport {
  func newConnectionID() -> UInt64 {
    lastConnection += 1
    return lastConnection
  }

  func handshakeEnded() {
    handshakes -= 1
  }

  func forget(_ connection: Connection) {
    connections[connection.id] = nil
    acceptors.forEach { $0.resume() }
    if isStopping, connections.isEmpty { stopped() }
  }

  /// Says goodbye to all; the loop ends when the last connection is gone or the time is over.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    acceptors.forEach { $0.close() }
    acceptors = []
    deadline?.close()
    for connection in connections.values {
      var notice = GoAwayNotice(code: HTTP2Code.noError)
      notice.debugData = goodbye
      notice.thenClose = true
      connection.goAway(notice, cause: "the server stopped")
      connection.finish("the server stopped")
    }
    stopTimer = LoopTimer(loop) { [unowned self] in
      for connection in connections.values { connection.end("the server stopped") }
    }
    stopTimer?.start(inMilliseconds: limits.stopMilliseconds)
    flush()
    if connections.isEmpty { stopped() }
  }

  private func stopped() {
    stopTimer?.close()
  }
}

/// How a GOAWAY goes out.
package struct GoAwayNotice: Sendable, Hashable {
  /// The HTTP/2 error code.
  package var code: UInt32
  /// Nil: the highest stream that was received.
  package var lastStream: Int32?
  package var debugData: [UInt8] = []
  /// Followed by a second GOAWAY without debug data. Observed: gh:jchambers/pushy#312 and
  /// gh:sideshow/apns2#93.
  package var twice = false
  /// Ends the connection once everything was sent.
  package var thenClose = false
  /// Leaves the closing to the client for `lingerMilliseconds`, so that it reads the reason before it sees the end.
  package var letsClientClose = false

  package init(code: UInt32) {
    self.code = code
  }
}

/// Memory that every connection uses in its turn, so that an idle one needs none.
final class TransportBuffers {
  let ciphertext = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  let plaintext = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

  deinit {
    ciphertext.deallocate()
    plaintext.deallocate()
  }
}
