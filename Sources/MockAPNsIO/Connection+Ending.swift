/// The end: who wants it, when its time has come, and what it takes.
extension Connection {
  /// The other side sends no more. It may still wait for answers: a half-closed client gets them.
  func peerIsDone() {
    isPeerDone = true
    switch phase {
    case .handshake:
      handshakeFailed(
        IOError(call: "recv", code: 0, subject: "TLS", explanation: "the client closed the connection"))
      end("")
    case .preface: finish("the client closed the connection")
    case .lingering: end("")
    case .open, .draining, .ended: break
    }
  }

  /// Ends it once everything queued has left.
  func finish(_ cause: String) {
    guard phase != .ended, phase != .lingering else { return }
    if self.cause == nil { self.cause = cause }
    phase = .draining
    transport.touch(self)
  }

  /// Ends it now. Idempotent; `cause` is used when no other was given before.
  func end(_ cause: String, byReset: Bool = false) {
    guard phase != .ended else { return }
    if phase == .handshake { transport.handshakeEnded() }
    let wasOpened = session != nil
    phase = .ended
    if byReset { socket?.resetOnClose() }
    watch?.close()
    timer?.close()
    socket = nil
    transport.forget(self)
    guard wasOpened, let handler = transport.handler else { return }
    for (stream, unfinished) in session?.streams ?? [:] where !unfinished.isDelivered {
      handler.connectionEvent(.requestUnfinished(stream: stream, request: unfinished.request), on: id)
    }
    handler.connectionClosed(id, cause: self.cause ?? cause)
  }

  /// Sets the timer for whatever comes first. A timer that is due too early only looks again.
  func setTimer() {
    let due = nextDeadline.due
    guard due < timerDue ?? .max else { return }
    timerDue = due
    let now = transport.loop.now
    timer?.start(inMilliseconds: due > now ? due - now : 0)
  }

  func timePassed() {
    timerDue = nil
    let next = nextDeadline
    if next.due <= transport.loop.now { hit(next.limit) }
    transport.touch(self)
    transport.endTurn()
  }

  /// What ends the connection when nothing else happens; without a limit it is the quiet end of a goodbye.
  private var nextDeadline: (due: UInt64, limit: TransportLimit?) {
    let limits = transport.limits
    var next: (due: UInt64, limit: TransportLimit?) = (.max, nil)
    func consider(_ since: UInt64?, _ milliseconds: UInt64, _ limit: TransportLimit?) {
      guard let since else { return }
      let (due, isNever) = since.addingReportingOverflow(milliseconds)
      if !isNever, due < next.due { next = (due, limit) }
    }
    if let idle = transport.idleMilliseconds { consider(lastActivity, idle, .idleTime) }
    if phase == .handshake || phase == .preface {
      consider(openedAt, limits.handshakeMilliseconds, .handshakeTime)
    }
    consider(stuckSince, limits.stuckMilliseconds, .stuckTime)
    if isPeerDone { consider(lastActivity, limits.stuckMilliseconds, .stuckTime) }
    consider(farewellSince, limits.lingerMilliseconds, nil)
    consider(lingerSince, limits.lingerMilliseconds, nil)
    return next
  }

  private func hit(_ limit: TransportLimit?) {
    guard let limit else {
      // A goodbye that nobody answered ends like any other; after that there is nothing to wait for.
      if farewellSince == nil { end("") }
      farewellSince = nil
      return
    }
    if phase == .handshake {
      handshakeFailed(
        IOError(call: "SSL_do_handshake", code: 0, subject: "TLS", explanation: "the handshake took too long")
      )
      return end("")
    }
    transport.handler?.connectionEvent(.limitReached(limit), on: id)
    end("the limit \(limit.rawValue) was reached", byReset: limit != .handshakeTime)
  }
}
