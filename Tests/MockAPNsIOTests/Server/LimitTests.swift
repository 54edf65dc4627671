#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing

@testable import MockAPNsIO

@Suite("What a server holds and waits for has a limit", .timeLimit(.minutes(10)))
struct ServerLimits {
  @Test("connections")
  func connections() throws {
    let test = try TestServer(configure: { $0.limits.connections = 1 })
    let first = try RawClient(test.port)
    first.begin(.push(1))
    _ = try first.frame { $0.type == 1 }
    #expect(throws: (any Error).self) { try RawClient(test.port) }
    #expect(test.log.firstEvent { $0 == .limitReached(.connections) } != nil)
    first.send(.push(3))
    _ = try first.frame { $0.type == 1 && $0.stream == 3 }
  }

  @Test("handshakes in progress")
  func handshakes() throws {
    let test = try TestServer(configure: { $0.limits.handshakes = 1 })
    let silent = try RawClient.connect(test.port)
    #expect(throws: (any Error).self) { try RawClient(test.port) }
    #expect(test.log.firstEvent { $0 == .limitReached(.handshakes) } != nil)
    #expect(silent.number >= 0)
  }

  @Test("time for the handshake, and for the preface after it")
  func handshakeTime() throws {
    let test = try TestServer(configure: { $0.limits.handshakeMilliseconds = 500 })
    let silent = try RawClient.connect(test.port)
    let failed = test.log.firstEvent { if case .handshakeFailed = $0 { true } else { false } }
    #expect(failed != nil && silent.number >= 0)
    let client = try RawClient(test.port)
    #expect(try client.rest().map(\.type) == [4])
    #expect(test.log.firstEvent { $0 == .limitReached(.handshakeTime) } != nil)
  }

  @Test("idle time")
  func idleTime() throws {
    let test = try TestServer(configure: { $0.limits.idleMilliseconds = 500 })
    let client = try RawClient(test.port)
    client.begin()
    _ = try client.rest()
    #expect(test.log.firstEvent { $0 == .limitReached(.idleTime) } != nil)
  }

  @Test("a client that does not read: first it is not read from, then it is closed")
  func slowReader() throws {
    let test = try TestServer(
      streamLimit: 1000,
      answer: { transport, _, stream in
        transport.reply(HTTPReply(status: 200, body: [UInt8](repeating: 1, count: 60_000)), to: stream)
      },
      configure: {
        $0.limits.writeQueueBytes = 100_000
        $0.limits.stuckMilliseconds = 200
      })
    let client = try RawClient(test.port, receiveBuffer: 4096)
    client.begin(Frame.settings([(4, 1 << 30)]), .windowUpdate(0, 1 << 30))
    // More than the kernel's buffers take.
    client.send((0..<300).flatMap { Frame.push(Int32($0 * 2 + 1)).bytes })
    #expect(test.log.firstEvent { $0 == .limitReached(.writeQueue) } != nil)
    #expect(test.log.firstEvent { $0 == .limitReached(.stuckTime) } != nil)
    #expect(test.log.firstCause()?.contains("stuckTime") == true)
  }

  @Test("a client that does not read is not read from after it broke HTTP/2 either")
  func slowReaderThatIsDismissed() throws {
    let test = try TestServer(
      streamLimit: 1000,
      answer: { transport, _, stream in
        transport.reply(HTTPReply(status: 200, body: [UInt8](repeating: 1, count: 60_000)), to: stream)
      },
      configure: { $0.limits.writeQueueBytes = 1 << 30 })
    let client = try RawClient(test.port, receiveBuffer: 4096)
    client.begin(Frame.settings([(4, 1 << 30)]), .windowUpdate(0, 1 << 30))
    client.send((0..<300).flatMap { Frame.push(Int32($0 * 2 + 1)).bytes })
    client.send(.push(2))
    #expect(test.log.firstEvent { if case .protocolViolation = $0 { true } else { false } } != nil)
    #expect(client.flood(upTo: 256 << 20) < 256 << 20)
  }

  @Test("time for a client to close after the last frame")
  func lingerTime() throws {
    let test = try TestServer(
      answer: { transport, _, stream in _ = transport.close(stream.connection) },
      configure: { $0.limits.lingerMilliseconds = 200 })
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(test.log.firstCause() == "the gateway closed the connection")
    withExtendedLifetime(client) {}
  }

  @Test("cheap frames")
  func flood() throws {
    let test = try TestServer(configure: { $0.limits.cheapFrames = 50 })
    let client = try RawClient(test.port)
    client.begin()
    for _ in 0..<100 { client.send(.ping(1)) }
    let last = try client.rest().last { $0.type == 7 }
    #expect(last?.errorCode == HTTP2Code.enhanceYourCalm)
    #expect(test.log.firstEvent { $0 == .limitReached(.cheapFrames) } != nil)
  }

  @Test("descriptors: it waits, without spinning, and goes on when there are some again")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let test = try TestServer()
      let next = dup(0)
      close(next)
      // Room for the client's socket and for no other.
      let enough = setSoftDescriptorLimit(UInt(next) + 1)
      let first = try RawClient.connect(test.port)
      try #require(test.log.firstEvent { $0 == .limitReached(.descriptors) } != nil)
      _ = setSoftDescriptorLimit(enough)
      let client = try RawClient(test.port)
      client.begin(.push(1))
      _ = try client.frame { $0.type == 1 }
      try #require(test.log.all.count < 20 && first.number == next)
      test.server.stop()
    }
  }
}
