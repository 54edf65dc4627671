import CMockAPNsMicrohttpd

/// One connection, as long as it is open.
final class HTTP1Connection: Sendable {
  let socket: Int32
  let peer: String

  init(socket: Int32, peer: String) {
    self.socket = socket
    self.peer = peer
  }
}

/// One request on its way in and its response on the way out; lives on its connection's thread.
final class HTTP1Exchange {
  private enum Phase {
    case head
    case body
  }

  private let target: HTTP1Target
  private var phase = Phase.head
  private var body: [UInt8] = []
  /// Counts on when the body is no longer kept.
  private var bodyByteCount = 0

  init(target: HTTP1Target) {
    self.target = target
  }

  /// Takes the next step of the request; `NO` closes the connection.
  func advance(
    _ connection: OpaquePointer, method: String, upload: UnsafeRawBufferPointer, server: HTTP1Core
  ) -> MHD_Result {
    guard let context = mockapns_http1_socket_context(connection) else { return .NO }
    let peer = Unmanaged<HTTP1Connection>.fromOpaque(context).takeUnretainedValue()
    server.connections.idle(peer.socket)
    if phase == .head {
      phase = .body
      return refusesDeclaredLength(connection, server) ? refuse(connection, server) : .YES
    }
    if !upload.isEmpty { return receive(upload, server) }
    if bodyByteCount > server.limits.bodyBytes { return refuse(connection, server) }
    server.connections.busy(peer.socket)
    defer { server.connections.idle(peer.socket) }
    let response = server.handler(request(connection, method: method, peer: peer))
    return HTTP1Reply(server: server, connection: connection, socket: peer.socket).send(response)
  }

  private func refusesDeclaredLength(_ connection: OpaquePointer, _ server: HTTP1Core) -> Bool {
    guard let text = MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length") else { return false }
    return UInt64(String(cString: text)).map { $0 > UInt64(server.limits.bodyBytes) } ?? false
  }

  /// Keeps up to the limit; far beyond it there is no point in waiting for the end.
  private func receive(_ upload: UnsafeRawBufferPointer, _ server: HTTP1Core) -> MHD_Result {
    bodyByteCount += upload.count
    if bodyByteCount <= server.limits.bodyBytes {
      body.append(contentsOf: upload)
      return .YES
    }
    body = []
    return bodyByteCount / 2 > server.limits.bodyBytes + 65_536 ? .NO : .YES
  }

  private func refuse(_ connection: OpaquePointer, _ server: HTTP1Core) -> MHD_Result {
    HTTP1Reply(server: server, connection: connection, socket: -1).send(
      .plain(status: 413, "The body is longer than \(server.limits.bodyBytes) bytes."))
  }

  private func request(_ connection: OpaquePointer, method: String, peer: HTTP1Connection) -> HTTP1Request {
    var request = HTTP1Request(
      method: method, path: target.path, query: target.query, fields: HTTP1FieldList.read(connection), body: body)
    request.peer = peer.peer
    return request
  }
}

/// Collects the header fields of a request.
private final class HTTP1FieldList {
  private var fields: [HTTP1Field] = []

  static func read(_ connection: OpaquePointer) -> [HTTP1Field] {
    let list = HTTP1FieldList()
    MHD_get_connection_values_n(
      connection, .HEADER_KIND,
      { context, _, name, nameCount, value, valueCount in
        guard let context else { return .NO }
        let list = Unmanaged<HTTP1FieldList>.fromOpaque(context).takeUnretainedValue()
        let name = UnsafeRawBufferPointer(start: name, count: nameCount)
        let value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
        list.fields.append(
          HTTP1Field(
            String(decoding: name, as: UTF8.self), String(decoding: HTTP1FieldList.trimmed(value), as: UTF8.self)))
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.fields
  }

  /// Blanks around a value are not part of it; libmicrohttpd 0.9 leaves those at its end.
  private static func trimmed(_ value: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let end = (value.lastIndex { !isBlank($0) } ?? -1) + 1
    return value[..<end].drop(while: isBlank)
  }
}
