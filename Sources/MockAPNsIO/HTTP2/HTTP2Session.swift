import CMockAPNsNghttp2

/// What a session collected while it was fed; the connection hands it on afterwards.
enum SessionEvent {
  case request(HTTPRequest, stream: Int32)
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
/// nghttp2 parses, checks and schedules. It calls back only to collect; nothing is sent or decided in a callback.
final class HTTP2Session {
  /// Collected since the connection last looked; it empties the array.
  var inbox: [SessionEvent] = []
  /// Set once: nothing may be fed any more.
  private(set) var failure: SessionFailure?
  /// What the last GOAWAY said.
  private(set) var goodbye: String?
  var streams: [Int32: RequestStream] = [:]

  var pointer: OpaquePointer?
  private let callbacks: SessionCallbacks
  private let limits: TransportLimits
  private var scanner = FrameScanner(skipping: PrefaceReader.expected.count)
  private var misplaced: UInt32?
  private var spent = SpentStreams()
  private var block = HeaderBlock()
  private var streamLimits: StreamLimits
  private var floodGuard: FloodGuard
  private var now: UInt64
  /// Scratch for the fields of an answer.
  private var vectors: [nghttp2_nv] = []

  /// Starts with SETTINGS to send, which advertise `streamLimit`.
  init(
    _ callbacks: SessionCallbacks, limits: TransportLimits, settings: InitialSettings, streamLimit: UInt32, now: UInt64
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
    let count = nghttp2_session_mem_recv(pointer, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    if count < 0 { fail(HTTP2Code.protocolError, String(cString: nghttp2_strerror(Int32(count)))) }
  }

  /// Judges what nghttp2 would ignore: HEADERS and DATA on streams that are over.
  private func isMisplaced(_ header: FrameScanner.Header) -> Bool {
    switch header.type {
    case FrameType.headers where header.stream > spent.last: spent.open(header.stream)
    case FrameType.headers, FrameType.data: misplaced = spent.verdict(on: header.stream)
    case FrameType.resetStream where streams[header.stream] != nil: spent.end(header.stream)
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

  private func fail(_ code: UInt32, _ text: String, limit: TransportLimit? = nil) {
    if failure == nil { failure = SessionFailure(code: code, text: text, limit: limit) }
  }
}

/// What nghttp2 calls while it is fed.
extension HTTP2Session {
  func headersBegan(_ frame: nghttp2_headers) -> Int32 {
    let stream = frame.hd.stream_id
    if frame.cat != NGHTTP2_HCAT_REQUEST {
      block.start(stream: stream, kind: .trailers)
    } else if streams.count >= Int(streamLimits.enforced) {
      block.start(stream: stream, kind: .refused)
    } else {
      block.start(stream: stream, kind: .request)
      streams[stream] = RequestStream(HTTPRequest())
    }
    return 0
  }

  func headerArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, isValid: Bool) -> Int32 {
    block.add(name: name, value: value, isValid: isValid, limit: limits.headerListBytes)
    guard block.listSize > 4 * limits.headerListBytes else { return 0 }
    fail(HTTP2Code.enhanceYourCalm, "header list too large", limit: .headerList)
    return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  }

  func frameArrived(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
    let header = frame.pointee.hd
    switch header.type {
    case FrameType.headers: headersEnded(header)
    case FrameType.data:
      if header.length == 0, header.flags & FrameFlag.endStream == 0 { spend() }
      if header.flags & FrameFlag.endStream != 0 { requestEnded(header.stream_id) }
    case FrameType.priority: spend()
    case FrameType.resetStream: resetArrived(frame.pointee.rst_stream)
    case FrameType.settings: settingsArrived(frame.pointee.settings)
    case FrameType.ping: pingArrived(frame.pointee.ping)
    case FrameType.goAway: goAwayArrived(frame.pointee.goaway)
    default: break
    }
    return failure == nil ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
  }

  /// Takes a part of a body. What arrives after the cut is dropped; the window is given back in any case.
  func dataArrived(_ bytes: UnsafeBufferPointer<UInt8>, on id: Int32) {
    nghttp2_session_consume(pointer, id, bytes.count)
    guard let stream = streams[id], !stream.isCut else { return }
    if stream.request.body.isEmpty, bytes.count < limits.bodyBytes {
      stream.request.body = Array(bytes)
    } else {
      stream.request.body.append(contentsOf: bytes.prefix(limits.bodyBytes - stream.request.body.count))
    }
    guard stream.request.body.count >= limits.bodyBytes, !stream.isDelivered else { return }
    stream.isCut = true
    stream.request.isBodyComplete = false
    deliver(stream, id)
  }

  func streamClosed(_ id: Int32, code: UInt32) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    if stream.isEnded { spent.end(id) }
    guard !stream.isDelivered else { return }
    inbox.append(.event(.requestUnfinished(stream: id, request: stream.request)))
  }

  func frameRefused(_ header: nghttp2_frame_hd, code: Int32) {
    spend()
    let text = String(cString: nghttp2_strerror(code))
    inbox.append(.event(.protocolViolation(stream: header.stream_id, text: text)))
  }

  private func headersEnded(_ header: nghttp2_frame_hd) {
    let isLast = header.flags & FrameFlag.endStream != 0
    switch block.kind {
    case .trailers: break
    case .refused:
      nghttp2_submit_rst_stream(pointer, 0, header.stream_id, HTTP2Code.refusedStream)
      inbox.append(.event(.streamRefused(stream: header.stream_id, request: block.request())))
      spend()
      return
    case .request:
      guard block.listSize <= limits.headerListBytes else {
        nghttp2_submit_rst_stream(pointer, 0, header.stream_id, HTTP2Code.enhanceYourCalm)
        inbox.append(.event(.limitReached(.headerList)))
        return
      }
      streams[header.stream_id]?.request = block.request()
    }
    if isLast { requestEnded(header.stream_id) }
  }

  private func requestEnded(_ id: Int32) {
    guard let stream = streams[id] else { return }
    stream.isEnded = true
    if !stream.isDelivered { deliver(stream, id) }
  }

  private func deliver(_ stream: RequestStream, _ id: Int32) {
    stream.isDelivered = true
    floodGuard.earn()
    inbox.append(.request(stream.request, stream: id))
    stream.request = HTTPRequest()
  }

  /// Pays for a frame that carries no request.
  private func spend() {
    guard !floodGuard.spend(now: now) else { return }
    fail(HTTP2Code.enhanceYourCalm, "too many frames without a request", limit: .cheapFrames)
  }

  private func resetArrived(_ frame: nghttp2_rst_stream) {
    spend()
    let event = ConnectionEvent.streamReset(stream: frame.hd.stream_id, code: frame.error_code, byPeer: true)
    inbox.append(.event(event))
  }

  private func settingsArrived(_ frame: nghttp2_settings) {
    guard frame.hd.flags & FrameFlag.acknowledgement != 0 else {
      spend()
      let entries = UnsafeBufferPointer(start: frame.iv, count: frame.niv)
      let settings = entries.map { HTTP2Setting(identifier: $0.settings_id, value: $0.value) }
      inbox.append(.event(.settingsReceived(settings)))
      return
    }
    guard let (limit, next) = streamLimits.acknowledge() else { return }
    inbox.append(.event(.settingsAcknowledged(limit: limit)))
    if let next { limitStreams(to: next) }
  }

  private func pingArrived(_ frame: nghttp2_ping) {
    guard frame.hd.flags & FrameFlag.acknowledgement == 0 else { return }
    spend()
    withUnsafeBytes(of: frame.opaque_data) { bytes in
      let code = nghttp2_submit_ping(pointer, FrameFlag.acknowledgement, bytes.bindMemory(to: UInt8.self).baseAddress)
      if code != 0 { fail(HTTP2Code.enhanceYourCalm, "too many PINGs", limit: .cheapFrames) }
      inbox.append(.event(.pingReceived(UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))))
    }
  }

  private func goAwayArrived(_ frame: nghttp2_goaway) {
    let debugData = Array(UnsafeBufferPointer(start: frame.opaque_data, count: frame.opaque_data_len).prefix(1024))
    let event = ConnectionEvent.goAwayReceived(
      code: frame.error_code, lastStream: frame.last_stream_id, debugData: debugData)
    inbox.append(.event(event))
  }
}

/// What the connection asks for.
extension HTTP2Session {
  /// Queues an answer; false when the stream is gone, not ready for one, or has one.
  func reply(_ reply: HTTPReply, to id: Int32) -> Bool {
    guard let stream = streams[id], stream.isDelivered, !stream.isAnswered else { return false }
    stream.answer(reply.body)
    let status = reply.status % 1000
    let digits = (UInt8(48 + status / 100), UInt8(48 + status / 10 % 10), UInt8(48 + status % 10))
    return withUnsafeBytes(of: digits) { digits in
      vectors.removeAll(keepingCapacity: true)
      HTTP2Session.statusName.withUTF8Buffer { addVector($0, digits.bindMemory(to: UInt8.self)) }
      return reply.fields.withPointers(each: addVector) { submitResponse(stream, id, hasBody: !reply.body.isEmpty) }
    }
  }

  func reset(_ id: Int32, code: UInt32) -> Bool {
    guard streams[id] != nil else { return false }
    return nghttp2_submit_rst_stream(pointer, 0, id, code) == 0
  }

  func limitStreams(to limit: UInt32) {
    guard streamLimits.submit(limit) else { return }
    var entry = nghttp2_settings_entry(
      settings_id: SettingIdentifier.maxConcurrentStreams, value: HTTP2Session.limitForLibrary)
    nghttp2_submit_settings(pointer, 0, &entry, 1)
  }

  private func submitSettings(_ settings: InitialSettings, streamLimit: UInt32) {
    _ = streamLimits.submit(streamLimit)
    let entries = [
      (SettingIdentifier.headerTableSize, settings.headerTableSize),
      (SettingIdentifier.maxConcurrentStreams, HTTP2Session.limitForLibrary),
      (SettingIdentifier.initialWindowSize, settings.initialWindowSize),
      (SettingIdentifier.maxFrameSize, settings.maxFrameSize),
      (SettingIdentifier.maxHeaderListSize, settings.maxHeaderListSize),
    ].map { nghttp2_settings_entry(settings_id: $0.0, value: $0.1) }
    nghttp2_submit_settings(pointer, 0, entries, entries.count)
  }

  private func addVector(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    vectors.append(
      nghttp2_nv(
        name: UnsafeMutablePointer(mutating: name.baseAddress),
        value: UnsafeMutablePointer(mutating: value.baseAddress),
        namelen: name.count, valuelen: value.count, flags: 0))
  }

  /// Without a body the HEADERS frame ends the stream; with one the DATA frame does.
  private func submitResponse(_ stream: RequestStream, _ id: Int32, hasBody: Bool) -> Bool {
    guard hasBody else { return nghttp2_submit_response(pointer, id, vectors, vectors.count, nil) == 0 }
    var provider = nghttp2_data_provider()
    // The stream object lives until streamClosed, after which nghttp2 asks for no more data of it.
    provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
    provider.read_callback = { _, _, buffer, capacity, flags, source, _ in
      guard let stream = source?.pointee.ptr else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
      let target = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
      let (count, isLast) = Unmanaged<RequestStream>.fromOpaque(stream).takeUnretainedValue().copyBody(into: target)
      if isLast { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
      return count
    }
    return nghttp2_submit_response(pointer, id, vectors, vectors.count, &provider) == 0
  }

  private static let statusName: StaticString = ":status"

  /// nghttp2 would answer excess streams with GOAWAY: it is told of no limit, and its SETTINGS are rewritten.
  fileprivate static let limitForLibrary: UInt32 = 1 << 20
}

/// The way out.
extension HTTP2Session {
  /// Moves the frames that are due into `queue`, until it holds `limit` bytes.
  func takeFrames(into queue: inout FrameQueue, limit: Int) {
    while queue.count < limit {
      var bytes: UnsafePointer<UInt8>?
      let count = nghttp2_session_mem_send(pointer, &bytes)
      guard count > 0, let bytes else {
        if count < 0 { fail(HTTP2Code.internalError, String(cString: nghttp2_strerror(Int32(count)))) }
        return
      }
      frameLeaves(UnsafeRawBufferPointer(start: bytes, count: count), &queue)
    }
  }

  /// Sees every frame once, whole, before it is queued.
  private func frameLeaves(_ frame: UnsafeRawBufferPointer, _ queue: inout FrameQueue) {
    let (type, flags) = (frame[3], frame[4])
    let stream = Int32(bitPattern: frame.loadBigEndian(at: 5))
    switch type {
    case FrameType.settings where flags & FrameFlag.acknowledgement == 0: queueSettings(frame, &queue)
    default: queue.append(frame)
    }
    switch type {
    case FrameType.headers, FrameType.data:
      if flags & FrameFlag.endStream != 0, let ended = streams[stream], !ended.isEnded {
        // The client may stop sending the rest of its body (RFC 9113 8.1).
        nghttp2_submit_rst_stream(pointer, 0, stream, HTTP2Code.noError)
      }
    case FrameType.resetStream where streams[stream] != nil:
      inbox.append(.event(.streamReset(stream: stream, code: frame.loadBigEndian(at: 9), byPeer: false)))
    case FrameType.goAway:
      goodbye = String(decoding: frame.dropFirst(17), as: UTF8.self)
      inbox.append(
        .event(
          .goAwaySent(
            code: frame.loadBigEndian(at: 13), lastStream: Int32(bitPattern: frame.loadBigEndian(at: 9)),
            debugData: Array(frame.dropFirst(17)))))
    default: break
    }
  }

  /// Puts the advertised stream limit where nghttp2 wrote the one that it was told.
  private func queueSettings(_ frame: UnsafeRawBufferPointer, _ queue: inout FrameQueue) {
    var copy = Array(frame)
    for entry in stride(from: 9, to: copy.count - 5, by: 6)
    where Int32(copy[entry]) << 8 | Int32(copy[entry + 1]) == SettingIdentifier.maxConcurrentStreams {
      guard let limit = streamLimits.takeNextToWrite() else { continue }
      withUnsafeBytes(of: limit.bigEndian) { copy.replaceSubrange((entry + 2)..<(entry + 6), with: $0) }
    }
    copy.withUnsafeBytes { queue.append($0) }
  }
}
