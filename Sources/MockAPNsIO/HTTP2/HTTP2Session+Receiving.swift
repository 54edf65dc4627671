import CMockAPNsNghttp2

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

  func headerArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, isValid: Bool)
    -> Int32
  {
    block.add(name: name, value: value, isValid: isValid, limit: limits.headerListBytes)
    guard block.listSize > 4 * limits.headerListBytes else { return 0 }
    fail(HTTP2Code.enhanceYourCalm, "header list too large", limit: .headerList)
    return goOn
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
    return goOn
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
    // After a failure it stays: the connection tells, as it ends, which requests were not finished.
    guard failure == nil, let stream = streams.removeValue(forKey: id) else { return }
    if stream.isEnded { spent.end(id) }
    if code != HTTP2Code.noError, !stream.isResetByPeer {
      tell(.event(.streamReset(stream: id, code: code, byPeer: false)))
    }
    guard !stream.isDelivered else { return }
    tell(.event(.requestUnfinished(stream: id, request: stream.request)))
  }

  func frameRefused(_ header: nghttp2_frame_hd, code: Int32) -> Int32 {
    spend()
    let text = String(cString: nghttp2_strerror(code))
    tell(.event(.protocolViolation(stream: header.stream_id, text: text)))
    return goOn
  }

  /// What a callback returns: nghttp2 reads on, or stops at once and is fed no more.
  private var goOn: Int32 { failure == nil ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }

  /// Collects for the connection; nothing any more once a limit was hit, so that it does not matter what came with
  /// the last bytes.
  private func tell(_ event: SessionEvent) {
    if failure == nil { inbox.append(event) }
  }

  private func headersEnded(_ header: nghttp2_frame_hd) {
    let isLast = header.flags & FrameFlag.endStream != 0
    switch block.kind {
    case .trailers: break
    case .refused:
      nghttp2_submit_rst_stream(pointer, 0, header.stream_id, HTTP2Code.refusedStream)
      tell(.event(.streamRefused(stream: header.stream_id, request: block.request())))
      spend()
      return
    case .request:
      guard block.listSize <= limits.headerListBytes else {
        nghttp2_submit_rst_stream(pointer, 0, header.stream_id, HTTP2Code.enhanceYourCalm)
        tell(.event(.limitReached(.headerList)))
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
    tell(.request(stream, stream: id))
  }

  /// Pays for a frame that carries no request.
  private func spend() {
    guard !floodGuard.spend(now: now) else { return }
    fail(HTTP2Code.enhanceYourCalm, "too many frames without a request", limit: .cheapFrames)
  }

  private func resetArrived(_ frame: nghttp2_rst_stream) {
    spend()
    streams[frame.hd.stream_id]?.isResetByPeer = true
    let event = ConnectionEvent.streamReset(stream: frame.hd.stream_id, code: frame.error_code, byPeer: true)
    tell(.event(event))
  }

  private func settingsArrived(_ frame: nghttp2_settings) {
    guard frame.hd.flags & FrameFlag.acknowledgement != 0 else {
      spend()
      let entries = UnsafeBufferPointer(start: frame.iv, count: frame.niv)
      let settings = entries.map { HTTP2Setting(identifier: $0.settings_id, value: $0.value) }
      tell(.event(.settingsReceived(settings)))
      return
    }
    guard let (limit, next) = streamLimits.acknowledge() else { return }
    tell(.event(.settingsAcknowledged(limit: limit)))
    if let next { limitStreams(to: next) }
  }

  private func pingArrived(_ frame: nghttp2_ping) {
    guard frame.hd.flags & FrameFlag.acknowledgement == 0 else { return }
    spend()
    withUnsafeBytes(of: frame.opaque_data) { bytes in
      let code = nghttp2_submit_ping(
        pointer, FrameFlag.acknowledgement, bytes.bindMemory(to: UInt8.self).baseAddress)
      if code != 0 { fail(HTTP2Code.enhanceYourCalm, "too many PINGs", limit: .cheapFrames) }
      tell(.event(.pingReceived(UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))))
    }
  }

  private func goAwayArrived(_ frame: nghttp2_goaway) {
    let debugData = Array(
      UnsafeBufferPointer(start: frame.opaque_data, count: frame.opaque_data_len).prefix(1024))
    let event = ConnectionEvent.goAwayReceived(
      code: frame.error_code, lastStream: frame.last_stream_id, debugData: debugData)
    tell(.event(event))
  }
}
