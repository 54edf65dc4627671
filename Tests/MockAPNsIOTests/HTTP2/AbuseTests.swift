import Testing

@testable import MockAPNsIO

@Suite("A client that sends much and asks for nothing is told to calm down")
struct Abuse {
  private func memory(cheapFrames: Int) throws -> MemorySession {
    var limits = TransportLimits()
    limits.cheapFrames = cheapFrames
    return try MemorySession.opened(limits: limits)
  }

  @Test(
    "frames that cost nothing are counted",
    arguments: [
      [Frame.ping(1)], [Frame.settings()], [Frame(type: 2, stream: 9, payload: [0, 0, 0, 0, 1])],
      [Frame.data(1, [], ends: false)],
    ])
  func flood(frames: [Frame]) throws {
    let memory = try memory(cheapFrames: 20)
    memory.receive(.push(1, ends: false))
    for _ in 0..<19 { memory.receive(frames.flatMap(\.bytes)) }
    #expect(memory.session.failure == nil)
    for _ in 0..<5 { memory.receive(frames.flatMap(\.bytes)) }
    #expect(memory.session.failure?.code == HTTP2Code.enhanceYourCalm)
    #expect(memory.session.failure?.limit == .cheapFrames)
  }

  @Test(
    "what is told of a flood does not depend on where the network cuts it",
    arguments: [
      [Frame.ping(1)], [Frame.settings()], [Frame.settings([(3, 7)])],
      [Frame(type: 2, stream: 9, payload: [0, 0, 0, 0, 1])], [Frame.data(1, [], ends: false)],
      [Frame.push(3), .reset(3)],
    ])
  func cut(frames: [Frame]) throws {
    let flood = Frame.push(1, ends: false).bytes + (0..<40).flatMap { _ in frames.flatMap(\.bytes) }
    try checkCuts(of: flood)
  }

  // nghttp2 refuses these itself and reads on.
  @Test("what is told of a flood of requests without a path does not depend on it either")
  func cutRefused() throws {
    try checkCuts(of: (0..<40).flatMap { Frame.headers(2 * $0 + 1, [(":method", "POST")]).bytes })
  }

  private func checkCuts(of flood: [UInt8]) throws {
    let end = Frame.data(1, [1]).bytes + Frame.push(3).bytes + Frame.settings([(4, 9)]).bytes
    let whole = try told(flood + end, cutEvery: .max)
    for size in [1, 9, 10, 17, 100] { #expect(try told(flood + end, cutEvery: size) == whole) }
  }

  private func told(_ bytes: [UInt8], cutEvery size: Int) throws -> [String] {
    let memory = try memory(cheapFrames: 20)
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
      memory.receive(Array(bytes[start..<min(start + min(size, bytes.count), bytes.count)]))
    }
    return memory.takeEvents().map { "\($0)" } + ["\(String(describing: memory.session.failure))"]
  }

  @Test("streams that are opened and reset leave nothing behind, and end it in time")
  func rapidReset() throws {
    let memory = try memory(cheapFrames: 100)
    var stream: Int32 = 1
    while memory.session.failure == nil, stream < 1000 {
      memory.receive(.push(stream, ends: false), .reset(stream))
      #expect(memory.session.streams.isEmpty || memory.session.failure != nil)
      stream += 2
    }
    #expect(memory.session.failure?.code == HTTP2Code.enhanceYourCalm)
    #expect(stream > 200)
  }

  @Test("a header block that goes on without a byte of a field ends the connection")
  func emptyContinuations() throws {
    let memory = try MemorySession.opened()
    memory.receive(.headers(1, [(":method", "POST")], endsHeaders: false))
    for _ in 0..<20_000 where memory.session.failure == nil && !memory.session.isOver {
      memory.receive(.continuation(1, [], endsHeaders: false))
      _ = memory.sent()
    }
    #expect(memory.session.failure != nil || memory.session.isOver)
  }

  @Test("of the text of a client's GOAWAY a kilobyte is told")
  func longGoodbye() throws {
    let memory = try MemorySession.opened()
    memory.receive(.goAway(code: 0, text: String(repeating: "x", count: 2000)))
    let texts = memory.takeEvents().compactMap(\.event).compactMap { event -> [UInt8]? in
      if case .goAwayReceived(_, _, let text) = event { text } else { nil }
    }
    #expect(texts.map(\.count) == [1024])
  }

  @Test("whole requests earn what their resets cost")
  func honest() throws {
    let memory = try memory(cheapFrames: 10)
    for stream in stride(from: Int32(1), to: 2001, by: 2) {
      memory.receive(.push(stream), .reset(stream), .ping(1))
      _ = memory.sent()
    }
    #expect(memory.session.failure == nil)
  }

  @Test("credit comes back with time")
  func refill() {
    var limits = TransportLimits()
    limits.cheapFrames = 2
    limits.cheapFramesPerSecond = 10
    var bucket = FloodGuard(limits, now: 0)
    #expect([bucket.spend(now: 0), bucket.spend(now: 0), bucket.spend(now: 99)] == [true, true, false])
    #expect([bucket.spend(now: 100), bucket.spend(now: 100)] == [true, false])
    #expect(
      [bucket.spend(now: 100_000), bucket.spend(now: 100_000), bucket.spend(now: 100_000)] == [
        true, true, false,
      ])
  }
}

@Suite("Frames on streams that are over")
struct SpentStreamTests {
  @Test(
    "end the connection when the client had ended the stream", arguments: [Frame.data(1, [1]), Frame.push(1)])
  func ended(frame: Frame) throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1))
    #expect(memory.session.reply(HTTPReply(status: 200), to: 1))
    _ = memory.sent()
    memory.receive(frame)
    #expect(memory.session.failure?.code == HTTP2Code.streamClosed)
  }

  @Test("end the connection when the client had reset the stream, however the bytes are cut", arguments: [9, 1000])
  func resetByClient(size: Int) throws {
    let memory = try MemorySession.opened()
    let bytes = Frame.push(1, ends: false).bytes + Frame.reset(1).bytes + Frame.data(1, [1]).bytes
    for start in stride(from: 0, to: bytes.count, by: size) {
      memory.receive(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(memory.session.failure?.code == HTTP2Code.streamClosed)
  }

  @Test("end the connection when the client had skipped the stream")
  func skipped() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(5), .push(3))
    #expect(memory.takeRequests().count == 1)
    #expect(memory.session.failure?.code == HTTP2Code.protocolError)
  }

  @Test("are ignored when we had reset it: the client may not know yet")
  func resetByUs() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, ends: false))
    #expect(memory.session.reset(1, code: HTTP2Code.cancel))
    #expect(memory.sent() == [.reset(1)])
    memory.receive(.data(1, [1], ends: false), .headers(1, [("trailer", "1")]), .push(3))
    #expect(memory.session.failure == nil)
    #expect(memory.takeRequests().count == 1)
  }

  @Test("are remembered for the latest streams only, whether ended or skipped")
  func remembered() {
    var spent = SpentStreams()
    for id in stride(from: Int32(5), to: 1005, by: 10) {
      spent.open(id)
      spent.end(id)
    }
    #expect([spent.verdict(on: 5), spent.verdict(on: 995)] == [nil, HTTP2Code.streamClosed])
    #expect([spent.verdict(on: 7), spent.verdict(on: 993)] == [nil, HTTP2Code.protocolError])
  }

  @Test("the highest stream ids crash nothing", arguments: [-1, 1, .max - 2, .max - 1] as [Int32])
  func highest(last: Int32) {
    var spent = SpentStreams()
    if last > 0 { spent.open(last) }
    spent.open(.max)
    #expect(spent.last == .max)
    #expect(spent.verdict(on: .max - 1) == (last < .max - 2 ? HTTP2Code.protocolError : nil))
  }

  @Test("are found however the bytes are cut", arguments: 1...20)
  func torn(size: Int) throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1))
    #expect(memory.session.reply(HTTPReply(status: 200), to: 1))
    _ = memory.sent()
    let bytes = Frame.push(3).bytes + Frame.data(1, [1]).bytes
    for start in stride(from: 0, to: bytes.count, by: size) {
      memory.receive(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(memory.takeRequests().count == 2)
    #expect(memory.session.failure?.code == HTTP2Code.streamClosed)
  }
}
