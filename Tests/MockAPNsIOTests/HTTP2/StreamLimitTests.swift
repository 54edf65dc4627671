import Testing

@testable import MockAPNsIO

@Suite("Streams over the advertised limit are refused")
struct StreamLimitTests {
  @Test("with RST_STREAM REFUSED_STREAM, the request still known, the connection alive")
  func refused() throws {
    let memory = try MemorySession(streamLimit: 1)
    memory.receive(Frame.preface + Frame.settings().bytes)
    memory.receive(
      .push(1, ends: false), .push(3, [("apns-topic", "t")]), .push(5, ends: false), .data(5, [1]))
    #expect(memory.sent().filter { $0.type == 3 } == [.reset(3, code: 7), .reset(5, code: 7)])
    let refused = memory.takeEvents().compactMap(\.event).compactMap { event -> [String]? in
      if case .streamRefused(_, let request) = event { request.lines } else { nil }
    }
    #expect(refused == [["apns-topic: t"], []])
    memory.receive(.data(1, []))
    #expect(memory.takeRequests().count == 1)
    #expect(memory.session.reply(HTTPReply(status: 200), to: 1))
    _ = memory.sent()
    memory.receive(.push(7))
    #expect(memory.takeRequests().count == 1)
  }

  @Test("a raise holds at once")
  func raise() throws {
    let memory = try MemorySession.opened(streamLimit: 1)
    memory.session.limitStreams(to: 3)
    #expect(memory.sent().map { $0.settings.map(\.value) } == [[3]])
    memory.receive(.push(1), .push(3), .push(5), .push(7))
    #expect(memory.takeRequests().count == 3)
    #expect(memory.sent() == [.reset(7, code: 7)])
  }

  @Test("a lowering holds after its acknowledgement")
  func lower() throws {
    let memory = try MemorySession.opened(streamLimit: 3)
    memory.session.limitStreams(to: 1)
    #expect(memory.sent().map { $0.settings.map(\.value) } == [[1]])
    memory.receive(.push(1), .push(3))
    #expect(memory.takeRequests().count == 2)
    memory.receive(.settingsAcknowledgement, .push(5))
    #expect(memory.takeEvents().compactMap(\.event).first == .settingsAcknowledged(limit: 1))
    #expect(memory.sent() == [.reset(5, code: 7)])
  }

  @Test("whatever is advertised, the transport's own limit holds")
  func ceiling() throws {
    var limits = TransportLimits()
    limits.streamsPerConnection = 2
    let memory = try MemorySession.opened(streamLimit: 1000, limits: limits)
    memory.receive(.push(1), .push(3), .push(5))
    #expect(memory.sent() == [.reset(5, code: 7)])
  }

  @Test("a thousand refusals at once do not end the connection")
  func manyRefusals() throws {
    let memory = try MemorySession.opened(streamLimit: 1)
    memory.receive((0..<2000).flatMap { Frame.push(Int32($0 * 2 + 1)).bytes })
    #expect(memory.sent().filter { $0.errorCode == 7 && $0.type == 3 }.count == 1999)
    #expect(memory.session.failure == nil)
  }

  @Test("the same limit again sends nothing")
  func unchanged() throws {
    let memory = try MemorySession.opened(streamLimit: 5)
    memory.session.limitStreams(to: 5)
    #expect(memory.sent().isEmpty)
  }

  @Test("a client that never acknowledges gets 16 SETTINGS at most, and the latest one later")
  func unacknowledged() throws {
    let memory = try MemorySession.opened(streamLimit: 1)
    for limit in 2..<40 { memory.session.limitStreams(to: UInt32(limit)) }
    #expect(memory.sent().count == 16)
    memory.receive(.settingsAcknowledgement)
    #expect(memory.sent().map { $0.settings.map(\.value) } == [[39]])
  }
}
