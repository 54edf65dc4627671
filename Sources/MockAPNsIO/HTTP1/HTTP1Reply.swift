import CMockAPNsMicrohttpd

/// Hands a response to libmicrohttpd.
struct HTTP1Reply {
  let server: HTTP1Core
  let connection: OpaquePointer
  let socket: Int32

  /// A response that cannot be sent as it is, for instance with a line end in a field, becomes a 500.
  func send(_ response: HTTP1Response) -> MHD_Result {
    guard (200...599).contains(response.status), let made = make(response) else {
      return queue(
        make(.plain(status: 500, "The answer to this request has an invalid status or header field.")), status: 500)
    }
    return queue(made, status: response.status)
  }

  private func queue(_ response: OpaquePointer?, status: Int) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(connection, UInt32(status), response)
  }

  private func make(_ response: HTTP1Response) -> OpaquePointer? {
    guard let made = withBody(response.body) else { return nil }
    for field in response.fields where MHD_add_response_header(made, field.name, field.value) != .YES {
      MHD_destroy_response(made)
      return nil
    }
    return made
  }

  private func withBody(_ body: HTTP1Response.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let produce):
      let stream = Unmanaged.passRetained(HTTP1Stream(produce, connections: server.connections, socket: socket))
      let made = mockapns_http1_stream(
        32 * 1024, { HTTP1Stream.read($0, into: $2, atMost: $3) }, stream.toOpaque(), { HTTP1Stream.release($0) })
      if made == nil { stream.release() }
      return made
    }
  }
}

/// A streamed body; lives on its connection's thread.
private final class HTTP1Stream {
  private let produce: @Sendable () -> [UInt8]?
  private let connections: HTTP1Connections
  private let socket: Int32
  private var rest: ArraySlice<UInt8> = []

  init(_ produce: @escaping @Sendable () -> [UInt8]?, connections: HTTP1Connections, socket: Int32) {
    self.produce = produce
    self.connections = connections
    self.socket = socket
  }

  static func read(_ context: UnsafeMutableRawPointer?, into buffer: UnsafeMutablePointer<CChar>?, atMost limit: Int)
    -> Int
  {
    guard let context, let buffer else { return endOfStream }
    let stream = Unmanaged<HTTP1Stream>.fromOpaque(context).takeUnretainedValue()
    return stream.fill(UnsafeMutableRawBufferPointer(start: buffer, count: limit))
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<HTTP1Stream>.fromOpaque(context).release()
  }

  private static let endOfStream = -1

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while rest.isEmpty {
      guard let chunk = next() else { return Self.endOfStream }
      rest = chunk[...]
    }
    let part = rest.prefix(buffer.count)
    buffer.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }

  private func next() -> [UInt8]? {
    connections.busy(socket)
    defer { connections.idle(socket) }
    return produce()
  }
}
