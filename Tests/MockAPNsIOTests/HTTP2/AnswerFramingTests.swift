import Testing

@testable import MockAPNsIO

@Suite("An answer goes out in as few frames as APNs uses")
struct AnswerFraming {
  @Test("without a body it is one HEADERS frame that ends the stream")
  func headersOnly() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1))
    var fields = HTTPFields()
    fields.append(name: "apns-id", value: "F4121B12-E0BF-3266-F079-D9253E98BF49")
    #expect(memory.session.reply(HTTPReply(status: 200, fields: fields), to: 1))
    let sent = memory.sent()
    #expect(sent.map(\.description) == ["HEADERS(stream 1, flags 5, \(sent[0].payload.count) bytes)"])
    #expect(try memory.decode(sent[0]) == [":status: 200", "apns-id: F4121B12-E0BF-3266-F079-D9253E98BF49"])
  }

  @Test("with a body it is HEADERS and one DATA frame that ends the stream", arguments: [1, 27, 16_384])
  func oneData(count: Int) throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1))
    let body = [UInt8](repeating: 7, count: count)
    #expect(memory.session.reply(HTTPReply(status: 400, body: body), to: 1))
    let sent = memory.sent()
    #expect(sent.map(\.type) == [1, 0])
    #expect(!sent[0].isEndStream)
    #expect(sent[1] == .data(1, body))
  }

  @Test("a body over the frame size takes several DATA frames, and none of them is empty")
  func severalData() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1))
    #expect(memory.session.reply(HTTPReply(status: 200, body: [UInt8](repeating: 7, count: 40_000)), to: 1))
    let data = memory.sent().dropFirst()
    #expect(data.map(\.payload.count) == [16_384, 16_384, 7232])
    #expect(data.map(\.isEndStream) == [false, false, true])
  }

  @Test("a closed window holds the DATA frame back, not the HEADERS")
  func closedWindow() throws {
    let memory = try MemorySession()
    memory.receive(Frame.preface + Frame.settings([(4, 0)]).bytes + Frame.push(1).bytes)
    #expect(memory.session.reply(HTTPReply(status: 400, body: [1, 2, 3]), to: 1))
    #expect(memory.sent().filter { $0.stream == 1 }.map(\.type) == [1])
    memory.receive(.windowUpdate(1, 10))
    #expect(memory.sent() == [.data(1, [1, 2, 3])])
  }

  @Test("a second answer, one to an unknown stream and one before the end of the request are ignored")
  func ignored() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, ends: false))
    #expect(!memory.session.reply(HTTPReply(status: 200), to: 1))
    #expect(!memory.session.reply(HTTPReply(status: 200), to: 3))
    memory.receive(.data(1, []))
    #expect(memory.session.reply(HTTPReply(status: 200), to: 1))
    #expect(!memory.session.reply(HTTPReply(status: 400), to: 1))
    #expect(memory.sent().count == 1)
    #expect(!memory.session.reply(HTTPReply(status: 400), to: 1))
  }

  @Test(
    "the first frame is SETTINGS with Apple's parameters and the advertised stream limit",
    arguments: [1, 1000])
  func settings(limit: UInt32) throws {
    let memory = try MemorySession(streamLimit: limit)
    let first = try #require(memory.sent().first)
    #expect(first.settings.map(\.identifier) == [1, 3, 4, 5, 6])
    #expect(first.settings.map(\.value) == [4096, limit, 65_535, 16_384, 8000])
  }

  @Test("a PING is acknowledged with its own bytes, an acknowledgement is not")
  func ping() throws {
    let memory = try MemorySession.opened()
    memory.receive(.ping(9), Frame(type: 6, flags: 1, payload: Array(repeating: 3, count: 8)))
    #expect(memory.sent() == [Frame(type: 6, flags: 1, payload: Array(repeating: 9, count: 8))])
    #expect(memory.takeEvents().compactMap(\.event) == [.pingReceived(0x0909_0909_0909_0909)])
  }

  @Test("the window of body bytes is given back, of the connection and of the stream")
  func windowUpdates() throws {
    let memory = try MemorySession.opened()
    memory.receive(.push(1, ends: false), .data(1, [UInt8](repeating: 1, count: 16_384), ends: false))
    #expect(memory.sent().isEmpty)
    memory.receive(.data(1, [UInt8](repeating: 1, count: 16_384), ends: false))
    #expect(Set(memory.sent()) == [.windowUpdate(0, 32_768), .windowUpdate(1, 32_768)])
  }
}
