/// A request whose last byte arrived, or whose body grew past the limit.
package struct HTTPRequest: Sendable, Hashable {
  package var method: [UInt8]
  package var path: [UInt8]
  /// Empty when the client sent no `:authority`; a `host` field is then among the fields.
  package var authority: [UInt8]
  package var scheme: [UInt8]
  /// Regular fields only. Trailers are counted, then left out.
  package var fields: HTTPFields
  /// Sum of name + value + 32 over all fields, pseudo-header fields included (RFC 9113 6.5.2).
  package var fieldListSize: Int
  package var body: [UInt8]
  /// False when the body was cut at the limit: the request came as soon as that much had arrived.
  package var isBodyComplete: Bool

  package init(
    method: [UInt8] = [], path: [UInt8] = [], authority: [UInt8] = [], scheme: [UInt8] = [],
    fields: HTTPFields = HTTPFields(), fieldListSize: Int? = nil, body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.authority = authority
    self.scheme = scheme
    self.fields = fields
    self.fieldListSize = fieldListSize ?? fields.listSize
    self.body = body
    isBodyComplete = true
  }
}

/// An answer: one HEADERS frame, and one DATA frame when there is a body (several only when it exceeds the
/// frame size).
package struct HTTPReply: Sendable, Hashable {
  package var status: Int
  package var fields: HTTPFields
  package var body: [UInt8]

  package init(status: Int, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// One request's place: connection numbers grow and are never used twice within a server.
package struct StreamReference: Hashable, Sendable {
  package var connection: UInt64
  package var stream: Int32

  package init(connection: UInt64, stream: Int32) {
    self.connection = connection
    self.stream = stream
  }
}
