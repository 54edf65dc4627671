import Testing

@testable import MockAPNsIO

@Suite("A request is handed over once, as it was sent")
struct RequestDelivery {
  @Test("pseudo-header fields, fields in order with duplicates, sizes and body")
  func whole() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, [("apns-topic", "a"), ("x", "1"), ("x", "2")], ends: false))
    memory.receive(.data(1, Array("{\"a\":".utf8), ends: false), .data(1, Array("1}".utf8)))
    let request = try #require(memory.takeRequests().first)
    #expect(request.method == Array("POST".utf8))
    #expect(request.path == Array("/3/device/00fc".utf8))
    #expect(request.scheme == Array("https".utf8))
    #expect(request.authority == Array("localhost".utf8))
    #expect(request.lines == ["apns-topic: a", "x: 1", "x: 2"])
    #expect(request.fieldListSize == 43 + 51 + 44 + 51 + 43 + 34 + 34)
    #expect(request.body == Array("{\"a\":1}".utf8))
    #expect(request.isBodyComplete)
  }

  @Test("nothing is handed over before END_STREAM")
  func unfinished() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, ends: false), .data(1, [1, 2], ends: false))
    #expect(memory.takeEvents().isEmpty)
    memory.receive(.reset(1))
    let events = memory.takeEvents().compactMap(\.event)
    guard case .requestUnfinished(1, let request) = events.last else {
      return #expect(Bool(false), "\(events)")
    }
    #expect(request.body == [1, 2])
    #expect(events.first == .streamReset(stream: 1, code: 8, byPeer: true))
  }

  @Test("a later request does not inherit what an earlier one had")
  func independent() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, path: "/a"))
    memory.receive(.headers(3, [(":method", "GET"), (":path", "/b"), (":scheme", "https"), ("host", "h")]))
    let requests = memory.takeRequests()
    #expect(requests.map(\.authority) == [Array("localhost".utf8), []])
    #expect(requests.map(\.path) == [Array("/a".utf8), Array("/b".utf8)])
    #expect(requests[1].lines == ["host: h"])
  }

  @Test("trailers end a request, count for nothing else and are left out")
  func trailers() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, ends: false), .data(1, [5], ends: false), .headers(1, [("checksum", "1")]))
    let requests = memory.takeRequests()
    #expect(requests.map(\.body) == [[5]])
    #expect(requests.first?.lines == [])
  }

  @Test(
    "values with blanks outside or control characters are kept and marked",
    arguments: [" a", "a ", "a\rb", "a\nb", "\0"])
  func invalidValues(value: String) throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, [("apns-topic", value), ("x", "fine")]))
    let request = try #require(memory.takeRequests().first)
    #expect(request.fields.map { String(decoding: $0.value, as: UTF8.self) } == [value, "fine"])
    #expect(request.fields.map(\.isValid) == [false, true])
  }

  @Test(
    "a malformed message never reaches the handler",
    arguments: [
      [("X-Upper", "1")], [("connection", "close")], [("content-length", "5")], [(":method", "GET")],
    ])
  func malformed(fields: [(String, String)]) throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, fields))
    #expect(memory.takeRequests().isEmpty)
    #expect(memory.sent() == [.reset(1, code: HTTP2Code.protocolError)])
    memory.receive(.push(3))
    #expect(memory.takeRequests().count == 1)
  }

  @Test("a header list over the hard limit resets the stream; one at the limit passes")
  func headerListLimit() throws {
    var limits = TransportLimits()
    limits.headerListBytes = 1000
    let memory = try MemorySession.opened(limits: limits)
    let room = 1000 - (43 + 51 + 44 + 51) - 33
    memory.receive(.push(1, [("x", String(repeating: "a", count: room))]))
    memory.receive(.push(3, [("x", String(repeating: "a", count: room + 1))]))
    #expect(memory.takeRequests().map(\.fieldListSize) == [1000])
    #expect(memory.sent() == [.reset(3, code: HTTP2Code.enhanceYourCalm)])
    #expect(memory.session.failure == nil)
  }

  @Test("an endless header list ends the connection")
  func endlessHeaders() throws {
    let memory = try MemorySession.opened()
    let fields = [("x", String(repeating: "a", count: 16_000))]
    memory.receive(.headers(1, [(":method", "POST")], endsHeaders: false))
    for _ in 0..<20 where memory.session.failure == nil {
      memory.receive(.continuation(1, fields, endsHeaders: false))
    }
    #expect(
      memory.session.failure != nil || memory.session.isOver || !memory.sent().filter { $0.type == 7 }.isEmpty
    )
    #expect(memory.takeRequests().isEmpty)
  }
}

@Suite("A body over the limit is cut")
struct BodyLimit {
  private func memory() throws -> MemorySession {
    var limits = TransportLimits()
    limits.bodyBytes = 10
    return try MemorySession.opened(limits: limits)
  }

  @Test("the request comes as soon as that much has arrived, and only once")
  func cut() throws {
    let memory = try memory()
    memory.receive(.push(1, ends: false), .data(1, [UInt8](repeating: 1, count: 9), ends: false))
    #expect(memory.takeRequests().isEmpty)
    memory.receive(.data(1, [UInt8](repeating: 2, count: 9), ends: false))
    let requests = memory.takeRequests()
    #expect(requests.map(\.body.count) == [10])
    #expect(requests.map(\.isBodyComplete) == [false])
    memory.receive(.data(1, [3], ends: false), .data(1, [4]))
    #expect(memory.takeRequests().isEmpty)
  }

  @Test("its answer is followed by RST_STREAM NO_ERROR", arguments: [[], [1, 2, 3]] as [[UInt8]])
  func answered(body: [UInt8]) throws {
    let memory = try memory()
    memory.receive(.push(1, ends: false), .data(1, [UInt8](repeating: 1, count: 20), ends: false))
    #expect(memory.session.reply(HTTPReply(status: 413, body: body), to: 1))
    let sent = memory.sent()
    #expect(sent.map(\.type) == (body.isEmpty ? [1, 3] : [1, 0, 3]))
    #expect(sent.last == .reset(1, code: HTTP2Code.noError))
    memory.receive(.data(1, [9]), .push(3))
    #expect(memory.session.failure == nil)
    #expect(memory.takeRequests().count == 2)
  }

  @Test("an answer after the client's own end needs no RST_STREAM")
  func endedMeanwhile() throws {
    let memory = try memory()
    memory.receive(
      .push(1, ends: false), .data(1, [UInt8](repeating: 1, count: 20), ends: false), .data(1, []))
    #expect(memory.session.reply(HTTPReply(status: 413), to: 1))
    #expect(memory.sent().map(\.type) == [1])
  }
}
