import CMockAPNsMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libmicrohttpd calls; the context is an `HTTP1Core` that outlives the daemon.
enum HTTP1Callbacks {
  static func options(
    for socket: HTTP1Socket, limits: HTTP1Limits, context: UnsafeMutableRawPointer
  ) -> mockapns_http1_options {
    mockapns_http1_options(
      listening_socket: socket.descriptor, is_ipv6: socket.isIPv6 ? 1 : 0,
      // Ours is checked first and refuses; at its own, libmicrohttpd would leave connections waiting.
      connection_limit: UInt32(clamping: limits.connections) &+ 64,
      memory_bytes: limits.headBytes, stack_bytes: 1024 * 1024, context: context, accept: accept, notify: notify,
      begin: begin, handle: handle, complete: complete)
  }

  private static func core(_ context: UnsafeMutableRawPointer) -> HTTP1Core {
    Unmanaged<HTTP1Core>.fromOpaque(context).takeUnretainedValue()
  }

  private static let accept: MHD_AcceptPolicyCallback = { context, _, _ in
    guard let context else { return .NO }
    return core(context).connections.isFull ? .NO : .YES
  }

  /// The context of a socket is an `HTTP1Connection`, from its start to its close.
  private static let notify: MHD_NotifyConnectionCallback = { context, connection, slot, event in
    guard let context, let connection, let slot else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
      let peer = mockapns_http1_peer(connection).flatMap { PeerName($0)?.description } ?? "unknown"
      let made = HTTP1Connection(socket: mockapns_http1_socket(connection), peer: peer)
      slot.pointee = Unmanaged.passRetained(made).toOpaque()
      core(context).connections.opened(made.socket)
    } else if let held = slot.pointee {
      slot.pointee = nil
      core(context).connections.closed(
        Unmanaged<HTTP1Connection>.fromOpaque(held).takeRetainedValue().socket)
    }
  }

  /// Returns the context of the request: an `HTTP1Exchange`, from its target to its completion.
  private static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
      -> UnsafeMutableRawPointer? = { _, target, _ in
        let bytes = UnsafeRawBufferPointer(start: target, count: target.map { strlen($0) } ?? 0)
        return Unmanaged.passRetained(HTTP1Exchange(target: HTTP1Target(bytes))).toOpaque()
      }

  private static let handle: MHD_AccessHandlerCallback = {
    context, connection, _, method, _, upload, uploadCount, slot in
    guard let context, let connection, let method, let uploadCount, let held = slot?.pointee else { return .NO }
    let exchange = Unmanaged<HTTP1Exchange>.fromOpaque(held).takeUnretainedValue()
    let part = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadCount.pointee)
    uploadCount.pointee = 0
    return exchange.advance(connection, method: String(cString: method), upload: part, server: core(context))
  }

  private static let complete: MHD_RequestCompletedCallback = { _, _, slot, _ in
    guard let slot, let held = slot.pointee else { return }
    slot.pointee = nil
    Unmanaged<HTTP1Exchange>.fromOpaque(held).release()
  }
}
