import CMockAPNsNghttp2

/// What a session collected while it was fed; the connection hands it on afterwards.
enum SessionEvent {
  /// The stream holds the request until it is taken.
  case request(RequestStream, stream: Int32)
  case event(ConnectionEvent)
}

/// Why a session must end with a GOAWAY of ours.
struct SessionFailure: Hashable {
  var code: UInt32
  var text: String
  var limit: TransportLimit?
}

/// The server's HTTP/2 on one connection, between memory and memory: bytes are fed, frames are taken.
///
/// nghttp2 parses, checks and schedules. It calls back only to collect; nothing is sent or decided in a
/// callback.
final class HTTP2Session {
  /// Collected since the connection last looked; it empties the array.
  var inbox: [SessionEvent] = []
  /// Set once: nothing may be fed any more.
  private(set) var failure: SessionFailure?
  /// What the last GOAWAY said.
  var goodbye: String?
  var streams: [Int32: RequestStream] = [:]

  var pointer: OpaquePointer?
  private let callbacks: SessionCallbacks
  let limits: TransportLimits
  private var scanner = FrameScanner(skipping: PrefaceReader.expected.count)
  private var misplaced: UInt32?
  var spent = SpentStreams()
  var block = HeaderBlock()
  var streamLimits: StreamLimits
  var floodGuard: FloodGuard
  var now: UInt64
  /// Scratch for the fields of an answer.
  var vectors: [nghttp2_nv] = []

  /// Starts with SETTINGS to send, which advertise `streamLimit`.
  init(
    _ callbacks: SessionCallbacks, limits: TransportLimits, settings: InitialSettings, streamLimit: UInt32,
    now: UInt64
  ) throws(IOError) {
    self.callbacks = callbacks
    self.limits = limits
    self.now = now
    streamLimits = StreamLimits(ceiling: limits.streamsPerConnection)
    floodGuard = FloodGuard(limits, now: now)
    let user = Unmanaged.passUnretained(self).toOpaque()
    let code = nghttp2_session_server_new2(&pointer, callbacks.callbacks, user, callbacks.options)
    guard code == 0 else { throw IOError(nghttp2: code, call: "nghttp2_session_server_new2") }
    submitSettings(settings, streamLimit: streamLimit)
  }

  deinit { nghttp2_session_del(pointer) }

  /// Feeds what was decrypted.
  func receive(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
    self.now = now
    guard failure == nil else { return }
    let good = scanner.scan(bytes) { isMisplaced($0) }
    feed(UnsafeRawBufferPointer(rebasing: bytes[..<good]))
    if let code = misplaced { fail(code, "the stream is closed") }
  }

  private func feed(_ bytes: UnsafeRawBufferPointer) {
    let count = nghttp2_session_mem_recv(
      pointer, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    if count < 0 { fail(HTTP2Code.protocolError, String(cString: nghttp2_strerror(Int32(count)))) }
  }

  /// Judges what nghttp2 would ignore: HEADERS and DATA on streams that are over.
  private func isMisplaced(_ header: FrameScanner.Header) -> Bool {
    switch header.type {
    case FrameType.headers where header.stream > spent.last: spent.open(header.stream)
    case FrameType.headers, FrameType.data: misplaced = spent.verdict(on: header.stream)
    case FrameType.resetStream where spent.isUsable(header.stream): spent.end(header.stream)
    default: break
    }
    return misplaced != nil
  }

  /// True once nghttp2 wants nothing more: it has sent a GOAWAY because of an error.
  var isOver: Bool { nghttp2_session_want_read(pointer) == 0 && nghttp2_session_want_write(pointer) == 0 }

  /// The highest stream that the client opened.
  var lastStream: Int32 { nghttp2_session_get_last_proc_stream_id(pointer) }

  /// Whether an answer is still owed to a request that is whole.
  var owesAnswers: Bool { streams.values.contains { $0.isDelivered } }

  func fail(_ code: UInt32, _ text: String, limit: TransportLimit? = nil) {
    if failure == nil { failure = SessionFailure(code: code, text: text, limit: limit) }
  }
}
