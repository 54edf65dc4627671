import Testing

@testable import MockAPNsIO

@Suite("A server's life", .timeLimit(.minutes(10)))
struct ServerLife {
  @Test("a port in use is an error that says so")
  func portInUse() throws {
    let test = try TestServer()
    let error = #expect(throws: IOError.self) {
      try TestServer(configure: { $0.listeners = [ListenAddress(host: "127.0.0.1", port: test.port)] })
    }
    #expect(error?.isAddressInUse == true)
    #expect(error?.description.contains("port \(test.port) is in use") == true)
  }

  @Test("a host that does not exist is an error that names it")
  func unknownHost() throws {
    let error = #expect(throws: IOError.self) {
      try TestServer(configure: { $0.listeners = [ListenAddress(host: "192.0.2.1", port: 0)] })
    }
    #expect(error?.subject == "192.0.2.1:0")
  }

  @Test("stop says goodbye, ends every connection and may be called again")
  func stop() throws {
    let test = try TestServer()
    let client = try RawClient(test.port)
    client.begin(.push(1))
    _ = try client.frame { $0.type == 1 }
    test.server.stop()
    let rest = try client.rest()
    #expect(rest.last?.type == 7 && rest.last?.errorCode == HTTP2Code.noError && rest.last?.lastStream == 1)
    #expect(test.log.firstCause() == "the server stopped")
    test.server.stop()
    test.server.wake()
    #expect(throws: (any Error).self) { try RawClient(test.port) }
  }

  @Test("stop does not wait for a client that does not read, nor for a silent one")
  func stopWithoutMercy() throws {
    let test = try TestServer { transport, _, stream in
      transport.reply(HTTPReply(status: 200, body: [UInt8](repeating: 1, count: 60_000)), to: stream)
    }
    let silent = try RawClient.connect(test.port)
    let client = try RawClient(test.port, receiveBuffer: 4096)
    client.begin(Frame.settings([(4, 1 << 30)]), .windowUpdate(0, 1 << 30))
    for stream in stride(from: Int32(1), to: 199, by: 2) { client.send(.push(stream)) }
    _ = test.log.first { if case .request(_, let stream) = $0, stream.stream == 197 { true } else { nil } }
    test.server.stop()
    #expect(silent.number >= 0)
    #expect(test.log.firstCause() == "the server stopped")
  }

  @Test("dropping it stops it")
  func dropped() throws {
    var test: TestServer? = try TestServer()
    let port = try #require(test?.port)
    let log = try #require(test?.log)
    let client = try RawClient(port)
    client.begin()
    _ = log.firstDetails()
    test = nil
    #expect(try client.rest().last?.type == 7)
  }

  @Test("wakes and deadlines reach the handler")
  func wake() throws {
    let test = try TestServer { transport, _, _ in transport.setDeadline(inMilliseconds: 5) }
    test.server.wake()
    #expect(test.log.first { if case .woken = $0 { true } else { nil } } == true)
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(test.log.first { if case .deadline = $0 { true } else { nil } } == true)
  }

  @Test("many servers live in one process, each with several listeners and its own connections")
  func many() throws {
    let tests = try (0..<10).map { _ in
      try TestServer(configure: {
        $0.listeners = [ListenAddress(host: "127.0.0.1", port: 0), ListenAddress(host: "localhost", port: 0)]
      })
    }
    let clients = try tests.map { try RawClient($0.server.addresses[1].port) }
    for client in clients { client.begin(.push(1)) }
    for client in clients { _ = try client.frame { $0.type == 1 } }
    for test in tests { #expect(test.log.firstDetails()?.listener == 1) }
    for test in tests { test.server.stop() }
  }
}

@Suite("What a handler may do", .timeLimit(.minutes(10)))
struct TransportActions {
  @Test("say goodbye twice and close")
  func goAway() throws {
    let test = try TestServer { transport, _, stream in
      var notice = GoAwayNotice(code: 0)
      notice.lastStream = 0
      notice.debugData = Array("{\"reason\":\"BadCertificateEnvironment\"}".utf8)
      notice.twice = true
      notice.thenClose = true
      transport.goAway(stream.connection, notice)
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    let frames = try client.rest().filter { $0.type != 4 }
    #expect(frames.map(\.type) == [7, 7])
    #expect(frames.map(\.payload.count) == [46, 8])
    #expect(frames.map(\.lastStream) == [0, 0])
  }

  @Test("say goodbye and leave the closing to the client, so that a slow one still reads why")
  func goAwayAndWait() throws {
    let test = try TestServer { transport, _, stream in
      var notice = GoAwayNotice(code: 0)
      notice.thenClose = true
      notice.letsClientClose = true
      transport.goAway(stream.connection, notice)
    } configure: {
      $0.limits.lingerMilliseconds = 3_600_000
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.frame { $0.type == 7 }.lastStream == 1)
    #expect(client.sawNoEnd)
    client.endSending()
    #expect(test.log.firstCause() == "the gateway said goodbye")
  }

  @Test("say goodbye and go on")
  func goAwayOpen() throws {
    let test = try TestServer { transport, _, stream in
      transport.reply(HTTPReply(status: 200), to: stream)
      transport.goAway(stream.connection, GoAwayNotice(code: 0))
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.frame { $0.type == 1 || $0.type == 7 }.type == 1)
    #expect(try client.frame { $0.type == 7 }.lastStream == 1)
    client.send(.push(3))
    #expect(try client.frame { $0.type == 1 }.stream == 3)
  }

  @Test("raise the stream limit before the answer leaves")
  func limitStreams() throws {
    let test = try TestServer(streamLimit: 1) { transport, _, stream in
      transport.limitStreams(stream.connection, to: 1000)
      transport.reply(HTTPReply(status: 200), to: stream)
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.frame { $0.type == 4 }.settings[1].value == 1)
    let next = try client.frame { $0.type == 1 || ($0.type == 4 && !$0.isAcknowledgement) }
    #expect(next.settings.map(\.value) == [1000])
  }

  @Test("reset a stream")
  func reset() throws {
    let test = try TestServer { transport, _, stream in transport.reset(stream, code: 8) }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.frame { $0.type == 3 }.errorCode == 8)
    #expect(test.log.firstEvent { $0 == .streamReset(stream: 1, code: 8, byPeer: false) } != nil)
  }

  @Test("close a connection, gently or by reset", arguments: [false, true])
  func close(byReset: Bool) throws {
    let test = try TestServer { transport, _, stream in
      transport.reply(HTTPReply(status: 200), to: stream)
      transport.close(stream.connection, byReset: byReset)
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.rest().contains { $0.type == 1 } == !byReset)
    #expect(test.log.firstCause() == "the gateway closed the connection")
  }

  @Test("stop reading from all, and go on")
  func pause() throws {
    let test = try TestServer { transport, _, stream in
      transport.reply(HTTPReply(status: 200), to: stream)
      transport.pauseReading()
    } answerLater: { transport, _ in
      transport.resumeReading()
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    _ = try client.frame { $0.type == 1 }
    client.send(.push(3))
    test.server.wake()
    #expect(try client.frame { $0.type == 1 }.stream == 3)
  }

  @Test("nothing to unknown connections and streams")
  func unknown() throws {
    let test = try TestServer { transport, _, stream in
      let nobody = StreamReference(connection: 99, stream: 1)
      let done = [
        transport.reply(HTTPReply(status: 200), to: nobody), transport.reset(nobody, code: 1),
        transport.limitStreams(99, to: 1), transport.goAway(99, GoAwayNotice(code: 0)), transport.close(99),
        transport.reply(
          HTTPReply(status: 200), to: StreamReference(connection: stream.connection, stream: 7)),
      ]
      transport.reply(HTTPReply(status: done.contains(true) ? 500 : 200), to: stream)
    }
    let client = try RawClient(test.port)
    client.begin(.push(1))
    #expect(try client.decode(client.frame { $0.type == 1 }) == [":status: 200"])
  }
}
