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
      return HTTP2Session.from(data).headersBegan(frame.pointee.headers)
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, _, name, nameCount, value, valueCount, _, data in
      HTTP2Session.from(data).headerArrived(
        UnsafeBufferPointer(start: name, count: nameCount),
        UnsafeBufferPointer(start: value, count: valueCount),
        isValid: true)
    }
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
      _, _, name, nameCount, value, valueCount, _, data in
      HTTP2Session.from(data).headerArrived(
        UnsafeBufferPointer(start: name, count: nameCount),
        UnsafeBufferPointer(start: value, count: valueCount),
        isValid: false)
    }
  }

  private func setFrameCallbacks() {
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, data in
      guard let frame else { return 0 }
      return HTTP2Session.from(data).frameArrived(frame)
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, data in
      HTTP2Session.from(data).dataArrived(UnsafeBufferPointer(start: bytes, count: count), on: stream)
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, data in
      HTTP2Session.from(data).streamClosed(stream, code: code)
      return 0
    }
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, code, data in
      guard let frame else { return 0 }
      return HTTP2Session.from(data).frameRefused(frame.pointee.hd, code: code)
    }
  }
}

extension HTTP2Session {
  /// The session that a callback is for; it outlives the call, since it owns the C object that calls.
  fileprivate static func from(_ data: UnsafeMutableRawPointer?) -> HTTP2Session {
    precondition(data != nil, "every session is created with itself as user data")
    return Unmanaged<HTTP2Session>.fromOpaque(data!).takeUnretainedValue()
  }
}

extension IOError {
  init(nghttp2 code: Int32, call: String) {
    self.init(call: call, code: code, subject: "HTTP/2", explanation: String(cString: nghttp2_strerror(code)))
  }
}
