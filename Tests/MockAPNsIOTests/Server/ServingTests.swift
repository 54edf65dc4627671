import Testing

@testable import MockAPNsIO

@Suite("A server on loopback", .timeLimit(.minutes(10)))
struct Serving {
  @Test("answers over TLS, with one HEADERS frame")
  func answers() throws {
    let test = try TestServer()
    let client = try RawClient(test.port, ClientOffer(serverName: "api.push.apple.com"))
    client.begin(.push(1, ends: false), .data(1, Array("{}".utf8)))
    let answer = try client.frame { $0.type == 1 }
    #expect(answer.isEndStream)
    #expect(try client.decode(answer) == [":status: 200"])
    #expect(test.log.requests.map(\.body) == [Array("{}".utf8)])
    let details = try #require(test.log.firstDetails())
    #expect(details.serverName == "api.push.apple.com" && details.alpn == "h2" && details.listener == 0)
    #expect(details.peer.hasPrefix("127.0.0.1:"))
  }

  @Test(
    "serves a client without ALPN, and one that offers only HTTP/1.1 but speaks HTTP/2",
    arguments: [[], ["http/1.1"]])
  func withoutALPN(alpn: [String]) throws {
    let test = try TestServer()
    let client = try RawClient(test.port, ClientOffer(alpn: alpn))
    client.begin(.push(1))
    #expect(try client.decode(client.frame { $0.type == 1 }) == [":status: 200"])
    #expect(test.log.firstDetails()?.alpn == nil)
  }

  @Test("tells each connection's certificate, and forgets it for the next", arguments: [false, true])
  func certificates(isTLS12: Bool) throws {
    let test = try TestServer()
    let identity = try TestIdentity.client(of: TestIdentity.authority)
    for certificate in [identity, nil, identity] {
      let client = try RawClient(test.port, ClientOffer(certificate: certificate, isTLS12Only: isTLS12))
      client.begin(.push(1))
      _ = try client.frame { $0.type == 1 }
    }
    let trusted = test.log.all.compactMap { entry -> Bool? in
      if case .opened(let details) = entry { details.clientCertificateTrusted } else { nil }
    }
    #expect(trusted == [true, false, true])
  }

  @Test("gives a half-closed client its answer", arguments: [false, true])
  func halfClosed(withCloseNotify: Bool) throws {
    let test = try TestServer { _, _, _ in
    } answerLater: { transport, stream in
      transport.reply(HTTPReply(status: 200, body: [1]), to: stream)
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    if withCloseNotify { client.closeNotify() }
    client.endSending()
    _ = test.log.first { if case .request = $0 { true } else { nil } }
    test.server.wake()
    #expect(try client.rest().filter { $0.stream == 1 }.map(\.type) == [1, 0])
    #expect(test.log.firstCause() == "the client closed the connection")
  }

  @Test("answers an HTTP/1.1 request with SETTINGS and two GOAWAYs, then closes")
  func http1() throws {
    let test = try TestServer()
    let client = try RawClient(test.port, ClientOffer(alpn: ["http/1.1"]))
    client.send(Array("POST /3/device/00fc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}".utf8))
    let frames = try client.rest()
    #expect(frames.map(\.type) == [4, 7, 7])
    #expect(frames.map(\.debugText) == ["", "Unexpected HTTP/1.x request: POST /3/device/00fc ", ""])
    #expect(frames.compactMap(\.errorCode) == [1, 1])
    #expect(frames.compactMap(\.lastStream) == [0, 0])
    #expect(test.log.firstCause() == "the client did not begin with HTTP/2")
  }

  @Test("answers garbage with GOAWAY PROTOCOL_ERROR")
  func garbage() throws {
    let test = try TestServer()
    let client = try RawClient(test.port)
    client.send(Array("hello\r\n".utf8))
    let frames = try client.rest()
    #expect(frames.map(\.type) == [4, 7])
    #expect(frames.last?.errorCode == HTTP2Code.protocolError)
    #expect(test.log.firstEvent { $0 == .prefaceRejected(firstBytes: Array("hello\r\n".utf8)) } != nil)
  }

  @Test("reports a handshake that fails")
  func noTLS() throws {
    let test = try TestServer()
    let descriptor = try RawClient.connect(test.port)
    Array("GET / HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes { _ = SocketOptions.send(descriptor.number, $0) }
    let event = test.log.firstEvent { if case .handshakeFailed = $0 { true } else { false } }
    guard case .handshakeFailed(0, let peer, let error) = event else {
      return #expect(Bool(false), "\(test.log.all)")
    }
    #expect(peer.hasPrefix("127.0.0.1:"))
    #expect(error.call == "SSL_do_handshake")
    #expect(test.log.firstEvent { _ in true } != nil)
  }

  @Test("notices a client's reset, and its unfinished request")
  func reset() throws {
    let test = try TestServer()
    do {
      let client = try RawClient(test.port)
      client.begin(.push(1, ends: false), .data(1, [1, 2], ends: false), .ping(1))
      _ = try client.frame { $0.type == 6 }
      client.resetOnEnd()
    }
    #expect(test.log.firstCause()?.contains("recv") == true)
    let unfinished = test.log.firstEvent { if case .requestUnfinished = $0 { true } else { false } }
    guard case .requestUnfinished(1, let request) = unfinished else { return #expect(Bool(false)) }
    #expect(request.body == [1, 2])
  }

  @Test("carries large answers through small windows and buffers")
  func largeAnswers() throws {
    let body = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let test = try TestServer { transport, _, stream in
      transport.reply(HTTPReply(status: 200, body: body), to: stream)
    }
    let client = try RawClient(test.port, receiveBuffer: 4096)
    client.begin(.windowUpdate(0, 1 << 24))
    for stream in stride(from: Int32(1), to: 41, by: 2) { client.send(.push(stream)) }
    var bodies: [Int32: [UInt8]] = [:]
    var ended = 0
    while ended < 20 {
      let frame = try client.frame { $0.type == 0 }
      bodies[frame.stream, default: []] += frame.payload
      if frame.isEndStream { ended += 1 }
    }
    #expect(bodies.count == 20 && bodies.values.allSatisfy { $0 == body })
  }

  @Test("loses nothing when answers wait for room in the queue")
  func fullQueue() throws {
    let test = try TestServer(
      answer: { transport, _, stream in
        transport.reply(HTTPReply(status: 200, body: [UInt8](repeating: 1, count: 30_000)), to: stream)
      }, configure: { $0.limits.writeQueueBytes = 5000 })
    let client = try RawClient(test.port)
    client.begin(Frame.settings([(4, 1 << 30)]), .windowUpdate(0, 1 << 30))
    client.send((0..<90).flatMap { Frame.push(Int32($0 * 2 + 1)).bytes })
    for _ in 0..<90 { _ = try client.frame { $0.type == 0 && $0.isEndStream } }
  }
}
