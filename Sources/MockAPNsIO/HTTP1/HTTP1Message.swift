/// A header field; names keep the letter case they were sent in.
package struct HTTP1Field: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// One request, whole.
package struct HTTP1Request: Sendable {
  /// As sent, whatever it is.
  package var method: String
  /// As sent, up to the `?`; nothing is decoded.
  package var path: String
  /// Percent-decoded, `+` as a blank, in the order sent; a name without `=` has an empty value.
  package var query: [(name: String, value: String)]
  /// In the order sent.
  package var fields: [HTTP1Field]
  package var body: [UInt8]
  /// Address and port of the other side, `127.0.0.1:50312` or `[::1]:50312`.
  package var peer = ""

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [], fields: [HTTP1Field] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
  }

  /// A segment of the path with its percent signs decoded.
  package static func decoded(_ segment: Substring) -> String { HTTP1Target.decodeSegment(segment) }

  /// The first field of that name, in any letter case.
  package func field(_ name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}

/// The answer to a request.
package struct HTTP1Response: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Called on the connection's thread for one chunk after another; it blocks until there is one, nil is the end.
    ///
    /// It is released, uncalled, when the other side has gone, which shows at the first chunk that cannot be sent.
    case stream(@Sendable () -> [UInt8]?)
  }

  /// 200 to 599.
  package var status: Int
  /// Without Content-Length, Transfer-Encoding, Connection and Date, which are the server's.
  package var fields: [HTTP1Field]
  package var body: Body

  package init(status: Int, fields: [HTTP1Field] = [], body: Body = .bytes([])) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  static func plain(status: Int, _ text: String) -> HTTP1Response {
    HTTP1Response(
      status: status, fields: [HTTP1Field("Content-Type", "text/plain; charset=utf-8")],
      body: .bytes(Array("\(text)\n".utf8)))
  }
}

/// What a server takes at most.
package struct HTTP1Limits: Sendable {
  /// Of a request; more is answered 413.
  package var bodyBytes = 64 * 1024 * 1024
  /// A request's head must fit in here, with some bookkeeping; more is answered 431 or 414.
  package var headBytes = 64 * 1024
  /// Beyond them a connection is closed as soon as it is made.
  package var connections = 512
  /// Time for the next request to begin or to go on, and for a reader to take more of a response.
  package var idleMilliseconds: Int64 = 60_000

  package init() {}
}
