import CMockAPNsNghttp2

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
      return reply.fields.withPointers(each: addVector) {
        submitResponse(stream, id, hasBody: !reply.body.isEmpty)
      }
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

  func submitSettings(_ settings: InitialSettings, streamLimit: UInt32) {
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
      let (count, isLast) = Unmanaged<RequestStream>.fromOpaque(stream).takeUnretainedValue().copyBody(
        into: target)
      if isLast { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
      return count
    }
    return nghttp2_submit_response(pointer, id, vectors, vectors.count, &provider) == 0
  }

  private static let statusName: StaticString = ":status"

  /// nghttp2 would answer excess streams with GOAWAY: it is told of no limit, and its SETTINGS are rewritten.
  static let limitForLibrary: UInt32 = 1 << 20
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
