import CMockAPNsNghttp2

/// The tables that all sessions of a server share: what nghttp2 calls, and what it must leave to us.
final class SessionCallbacks {
  let callbacks: OpaquePointer
  let options: OpaquePointer

  init() throws(IOError) {
    var callbacks: OpaquePointer?
    var options: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else {
      throw IOError(nghttp2: NGHTTP2_ERR_NOMEM.rawValue, call: "nghttp2_session_callbacks_new")
    }
    guard nghttp2_option_new(&options) == 0, let options else {
      nghttp2_session_callbacks_del(callbacks)
      throw IOError(nghttp2: NGHTTP2_ERR_NOMEM.rawValue, call: "nghttp2_option_new")
    }
    (self.callbacks, self.options) = (callbacks, options)
    setOptions()
    setHeaderCallbacks()
    setFrameCallbacks()
  }

  deinit {
    nghttp2_session_callbacks_del(callbacks)
    nghttp2_option_del(options)
  }

  private func setOptions() {
    // PING and window stay in our hands, so that an answer can be withheld.
    nghttp2_option_set_no_auto_ping_ack(options, 1)
    nghttp2_option_set_no_auto_window_update(options, 1)
    // It would keep a thousand of them for the sake of priorities; SpentStreams knows what is needed.
    nghttp2_option_set_no_closed_streams(options, 1)
    // FloodGuard judges resets, more generously and with the right error code.
    nghttp2_option_set_stream_reset_rate_limit(options, 1 << 40, 1 << 40)
  }

  private func setHeaderCallbacks() {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, data in
      guard let frame else { return 0 }
      return HTTP2Session.with(data) { $0.headersBegan(frame.pointee.headers) }
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, _, name, nameCount, value, valueCount, _, data in
      let name = UnsafeBufferPointer(start: name, count: nameCount)
      let value = UnsafeBufferPointer(start: value, count: valueCount)
      return HTTP2Session.with(data) { $0.headerArrived(name, value, isValid: true) }
    }
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
      _, _, name, nameCount, value, valueCount, _, data in
      let name = UnsafeBufferPointer(start: name, count: nameCount)
      let value = UnsafeBufferPointer(start: value, count: valueCount)
      return HTTP2Session.with(data) { $0.headerArrived(name, value, isValid: false) }
    }
  }

  private func setFrameCallbacks() {
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, data in
      guard let frame else { return 0 }
      return HTTP2Session.with(data) { $0.frameArrived(frame) }
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, data in
      HTTP2Session.with(data) { $0.dataArrived(UnsafeBufferPointer(start: bytes, count: count), on: stream) }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, data in
      HTTP2Session.with(data) { $0.streamClosed(stream, code: code) }
      return 0
    }
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, code, data in
      guard let frame else { return 0 }
      return HTTP2Session.with(data) { $0.frameRefused(frame.pointee.hd, code: code) }
    }
  }
}

extension HTTP2Session {
  /// Calls `body` with the session that a callback is for; it outlives the call, since it owns the C object that calls.
  @inline(__always)
  fileprivate static func with<Result>(_ data: UnsafeMutableRawPointer?, _ body: (HTTP2Session) -> Result) -> Result {
    precondition(data != nil, "every session is created with itself as user data")
    // Not counted: there are a dozen of these calls for each push.
    return Unmanaged<HTTP2Session>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
  }
}

extension IOError {
  init(nghttp2 code: Int32, call: String) {
    self.init(call: call, code: code, subject: "HTTP/2", explanation: String(cString: nghttp2_strerror(code)))
  }
}
