/// One client, from `accept` to `close`: socket → TLS → HTTP/2 → handler, and back.
///
/// Confined to the loop thread. Nothing is freed in a callback: an input marks the connection, and at the end
/// of the turn `flush` sends, sets what to wait for, and ends it when its time has come.
final class Connection {
  enum Phase {
    /// TLS is being agreed on.
    case handshake
    /// Waiting for the first bytes of HTTP/2.
    case preface
    case open
    /// Nothing is listened to any more; what is queued still leaves.
    case draining
    /// All was sent, FIN too. Input is dropped, since closing with unread input would send RST.
    case lingering
    case ended
  }

  let id: UInt64
  let transport: Transport
  let tls: TLSEngine
  private let listener: Int
  private let peer: String
  private var preface = PrefaceReader()

  var phase = Phase.handshake
  var session: HTTP2Session?
  var socket: Socket?
  var watch: DescriptorWatch?
  var timer: LoopTimer?
  /// When `timer` is due.
  var timerDue: UInt64?
  /// Set while the connection waits in the transport's list to be flushed.
  var isTouched = false

  var frames = FrameQueue()
  /// Ciphertext that the socket did not take.
  var unsent: [UInt8] = []
  var isCloseNotifySent = false
  /// The other side sends no more; it may still read.
  var isPeerDone = false
  var isReadingHeld = false
  var isResetWanted = false

  let openedAt: UInt64
  var lastActivity: UInt64
  var stuckSince: UInt64?
  var lingerSince: UInt64?
  /// Since when a goodbye waits for the client to close.
  var farewellSince: UInt64?
  /// One sentence on why it ends; the first one counts.
  var cause: String?

  init(_ transport: Transport, id: UInt64, socket: consuming Socket, listener: Int, peer: String)
    throws(IOError)
  {
    self.transport = transport
    self.id = id
    self.listener = listener
    self.peer = peer
    openedAt = transport.loop.now
    lastActivity = openedAt
    tls = try TLSEngine(transport.tls)
    let number = socket.number
    self.socket = consume socket
    watch = try DescriptorWatch(transport.loop, descriptor: number) { [self] in ready($0) }
    timer = LoopTimer(transport.loop) { [self] in timePassed() }
  }

  /// Whether the handler may act on it.
  var isServing: Bool { session != nil && (phase == .open || phase == .preface) }

  private func ready(_ readiness: Readiness) {
    if readiness.isReadable { receive() }
    transport.touch(self)
    transport.endTurn()
  }

  private func receive() {
    guard let result = socket?.receive(into: transport.buffers.ciphertext) else { return }
    switch result {
    case .bytes(let count):
      lastActivity = transport.loop.now
      guard phase != .draining, phase != .lingering else { return }
      tls.feed(UnsafeRawBufferPointer(rebasing: transport.buffers.ciphertext[..<count]))
      advance()
    case .wouldBlock: break
    case .ended: peerIsDone()
    case .failed(let code): broke(IOError(call: "recv", errno: code))
    }
  }

  func broke(_ error: IOError) {
    if phase == .handshake { handshakeFailed(error) }
    end("the connection broke: \(error)")
  }

  /// Works through all that was fed to TLS.
  private func advance() {
    if phase == .handshake { shakeHands() }
    while phase == .preface || phase == .open {
      switch tls.read(into: transport.buffers.plaintext) {
      case .done(let count): take(UnsafeRawBufferPointer(rebasing: transport.buffers.plaintext[..<count]))
      case .wantsInput: return
      case .ended: return peerIsDone()
      case .failed(let error): return finish("\(error)")
      }
    }
  }

  private func shakeHands() {
    switch tls.handshake() {
    case .done: opened()
    case .wantsInput: break
    case .ended:
      handshakeFailed(IOError(call: "SSL_do_handshake", code: 0, subject: "TLS", explanation: "close_notify"))
    case .failed(let error): handshakeFailed(error)
    }
  }

  /// Tells the handler, and lets the alert leave.
  func handshakeFailed(_ error: IOError) {
    transport.handshakeEnded()
    transport.handler?.connectionEvent(.handshakeFailed(listener: listener, peer: peer, error: error), on: id)
    session = nil
    finish("\(error)")
  }

  private func opened() {
    phase = .preface
    transport.handshakeEnded()
    let details = ConnectionDetails(
      id: id, listener: listener, peer: peer, serverName: tls.serverName, alpn: tls.alpn,
      tlsVersion: tls.version,
      clientCertificateDER: tls.peerCertificateDER, clientCertificateTrusted: tls.isPeerTrusted)
    let limit = transport.handler?.connectionOpened(details) ?? 0
    do throws(IOError) {
      session = try HTTP2Session(
        transport.callbacks, limits: transport.limits, settings: transport.initialSettings,
        streamLimit: limit,
        now: transport.loop.now)
    } catch {
      end("\(error)")
    }
  }

  /// Takes decrypted bytes.
  private func take(_ bytes: UnsafeRawBufferPointer) {
    guard phase == .preface else { return feed(bytes) }
    switch preface.take(bytes) {
    case .needsMore: break
    case .http2:
      phase = .open
      preface.bytes.withUnsafeBytes(feed)
      preface = PrefaceReader()
    case .http1(let head): refusePreface(Array("Unexpected HTTP/1.x request: ".utf8) + head, twice: true)
    case .garbage: refusePreface([], twice: false)
    }
  }

  /// Observed: SETTINGS, GOAWAY with this text, GOAWAY without, close; gh:CleverTap/apns-http2#4.
  private func refusePreface(_ debugData: [UInt8], twice: Bool) {
    let firstBytes = Array(preface.bytes.prefix(64))
    transport.handler?.connectionEvent(.prefaceRejected(firstBytes: firstBytes), on: id)
    var notice = GoAwayNotice(code: HTTP2Code.protocolError)
    notice.debugData = debugData
    notice.twice = twice
    notice.thenClose = true
    goAway(notice, cause: "the client did not begin with HTTP/2")
  }

  private func feed(_ bytes: UnsafeRawBufferPointer) {
    session?.receive(bytes, now: transport.loop.now)
    deliver()
  }

  /// Hands on what the session collected; the handler may answer, reset or close meanwhile.
  func deliver() {
    guard let session, let handler = transport.handler else { return }
    var index = 0
    while index < session.inbox.count {
      let next = session.inbox[index]
      switch next {
      case .request(let request, let stream):
        handler.requestReceived(request.takeRequest(), on: StreamReference(connection: id, stream: stream))
      case .event(let event): handler.connectionEvent(event, on: id)
      }
      index += 1
    }
    session.inbox.removeAll(keepingCapacity: true)
    if let failure = session.failure { sessionFailed(failure) }
  }

  private func sessionFailed(_ failure: SessionFailure) {
    guard isServing else { return }
    if let limit = failure.limit { transport.handler?.connectionEvent(.limitReached(limit), on: id) }
    var notice = GoAwayNotice(code: failure.code)
    notice.debugData = Array(failure.text.utf8)
    notice.thenClose = true
    goAway(notice, cause: failure.text)
  }
}
