/// The way out: frames → TLS → socket.
extension Connection {
  /// Writes GOAWAY behind all frames that are due, whatever nghttp2 thinks of it.
  func goAway(_ notice: GoAwayNotice, cause: String) {
    guard isServing, let session else { return }
    session.takeFrames(into: &frames, limit: .max)
    let lastStream = notice.lastStream ?? session.lastStream
    frames.appendGoAway(code: notice.code, lastStream: lastStream, debugData: notice.debugData)
    if notice.twice { frames.appendGoAway(code: notice.code, lastStream: lastStream, debugData: []) }
    let event = ConnectionEvent.goAwaySent(
      code: notice.code, lastStream: lastStream, debugData: notice.debugData)
    transport.handler?.connectionEvent(event, on: id)
    if notice.thenClose {
      if notice.letsClientClose { farewellSince = transport.loop.now }
      finish(cause)
    }
    transport.touch(self)
  }

  /// Ends it: by reset at once, else behind all frames that are due.
  func close(byReset: Bool) {
    isResetWanted = byReset
    if !byReset { session?.takeFrames(into: &frames, limit: .max) }
    finish("the gateway closed the connection")
  }

  /// Sends what can be sent, then sets what to wait for. Called at the end of a turn.
  func flush() {
    guard phase != .ended else { return }
    guard !isResetWanted else { return end("", byReset: true) }
    var mayBeMore: Bool
    repeat {
      takeFrames()
      mayBeMore = !frames.isEmpty
      send()
      // A full queue may have left frames in the session; they are next when all of it was sent.
    } while mayBeMore && isServing && frames.isEmpty && unsent.isEmpty
    // The socket is full: fill the queue up, so that it shows how much waits.
    if !unsent.isEmpty { takeFrames() }
    if phase == .draining, unsent.isEmpty, frames.isEmpty, farewellSince == nil || isPeerDone { endSending() }
    guard phase != .ended else { return }
    watchForNext()
    setTimer()
  }

  /// Asks the session for what is due, and notices when it has nothing more to say.
  private func takeFrames() {
    guard isServing, let session else { return }
    session.takeFrames(into: &frames, limit: transport.limits.writeQueueBytes)
    if !session.inbox.isEmpty || session.failure != nil { deliver() }
    guard isServing else { return }
    if session.isOver {
      finish(session.goodbye.map { "the client broke HTTP/2: \($0)" } ?? "the client said goodbye")
    } else if isPeerDone, !session.owesAnswers, frames.isEmpty {
      finish("the client closed the connection")
    }
  }

  /// Encrypts and sends until there is nothing left or the socket takes no more.
  private func send() {
    while true {
      if !unsent.isEmpty {
        guard sendUnsent() else { return }
      }
      guard encrypt() else { return }
      let count = tls.takeCiphertext(into: transport.buffers.ciphertext)
      if count == 0 { return }
      sendFirst(UnsafeRawBufferPointer(rebasing: transport.buffers.ciphertext[..<count]))
      if phase == .ended { return }
    }
  }

  /// Turns queued frames into TLS records, a few at a time; false when the connection ended.
  private func encrypt() -> Bool {
    var count = 0
    while !frames.isEmpty, count < Connection.encryptedAtOnce {
      switch frames.withOldest(Connection.recordBytes, tls.write) {
      case .done(let written):
        frames.removeOldest(written)
        count += written
      case .wantsInput, .ended: return true
      case .failed(let error):
        end("\(error)")
        return false
      }
    }
    return true
  }

  /// Sends fresh ciphertext; keeps what the socket does not take.
  private func sendFirst(_ bytes: UnsafeRawBufferPointer) {
    switch socket?.send(bytes) {
    case .bytes(let count):
      progressed()
      if count < bytes.count { unsent = Array(bytes[count...]) }
    case .failed(let code): broke(IOError(call: "send", errno: code))
    default: unsent = Array(bytes)
    }
  }

  /// False when there is still something unsent, or the connection ended.
  private func sendUnsent() -> Bool {
    switch unsent.withUnsafeBytes({ socket?.send($0) }) {
    case .bytes(let count):
      progressed()
      unsent = count == unsent.count ? [] : Array(unsent[count...])
      return unsent.isEmpty
    case .failed(let code):
      broke(IOError(call: "send", errno: code))
      return false
    default: return false
    }
  }

  private func progressed() {
    stuckSince = nil
    lastActivity = transport.loop.now
  }

  /// All frames have left: close_notify, then FIN, then wait for the other side's.
  private func endSending() {
    if !isCloseNotifySent {
      isCloseNotifySent = true
      tls.close()
      send()
      guard phase != .ended, unsent.isEmpty else { return }
    }
    guard !isPeerDone, !transport.isStopping else { return end("") }
    socket?.endSending()
    phase = .lingering
    lingerSince = transport.loop.now
  }

  private func watchForNext() {
    let queued = frames.count + unsent.count
    let limit = transport.limits.writeQueueBytes
    if isReadingHeld {
      isReadingHeld = queued > limit / 2
    } else if queued >= limit {
      isReadingHeld = true
      transport.handler?.connectionEvent(.limitReached(.writeQueue), on: id)
    }
    if unsent.isEmpty { stuckSince = nil } else if stuckSince == nil { stuckSince = transport.loop.now }
    // One that is dismissed has to read its goodbye before anything more is taken from it.
    let isHeld = isServing ? isReadingHeld || transport.isReadingPaused : !unsent.isEmpty
    watch?.want(readable: !isPeerDone && !isHeld, writable: !unsent.isEmpty)
  }

  /// One TLS record.
  private static let recordBytes = 16_384
  private static let encryptedAtOnce = 49_152
}
