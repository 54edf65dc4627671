import Testing

@testable import MockAPNsIO

/// A client and the server, handed each other's bytes.
private struct Exchange {
  let client: ClientTLS
  let server: TLSEngine

  init(_ offer: ClientOffer = ClientOffer()) throws {
    client = try ClientTLS(offer)
    server = try TLSEngine(TLSContext(TestIdentity.configuration()))
    for _ in 0..<5 {
      _ = client.engine.handshake()
      server.feed(client.engine.takeCiphertext())
      _ = server.handshake()
      client.engine.feed(server.takeCiphertext())
    }
  }
}

@Suite("A TLS handshake, in memory")
struct TLSExchange {
  @Test("tells the server all there is to know", arguments: [false, true])
  func details(isTLS12: Bool) throws {
    let identity = try TestIdentity.client(of: TestIdentity.authority)
    let exchange = try Exchange(
      ClientOffer(serverName: "api.push.apple.com", certificate: identity, isTLS12Only: isTLS12))
    #expect(exchange.server.version == (isTLS12 ? "TLSv1.2" : "TLSv1.3"))
    #expect(exchange.server.alpn == "h2")
    #expect(exchange.server.serverName == "api.push.apple.com")
    #expect(exchange.server.isPeerTrusted)
    let der = try #require(exchange.server.peerCertificateDER)
    #expect(try PeerCertificate.read(der: der).subjectUserID == "com.example")
  }

  @Test("takes a client certificate of a stranger, and says so")
  func untrusted() throws {
    let identity = try TestIdentity.client(of: TestIdentity.otherAuthority)
    let exchange = try Exchange(ClientOffer(certificate: identity))
    #expect(exchange.server.peerCertificateDER != nil)
    #expect(!exchange.server.isPeerTrusted)
  }

  @Test("does without a client certificate and without SNI")
  func anonymous() throws {
    let exchange = try Exchange()
    #expect(exchange.server.peerCertificateDER == nil)
    #expect(!exchange.server.isPeerTrusted)
    #expect(exchange.server.serverName == nil)
  }

  @Test(
    "chooses h2 wherever it stands and alerts nobody",
    arguments: [
      (["h2"], "h2"), (["http/1.1", "h2"], "h2"), (["http/1.1"], nil), ([], nil), (["h2c", "h3"], nil),
    ]
      as [([String], String?)])
  func alpn(offered: [String], chosen: String?) throws {
    let exchange = try Exchange(ClientOffer(alpn: offered))
    #expect(exchange.server.alpn == chosen)
    #expect(exchange.client.engine.alpn == chosen)
    exchange.client.engine.writeAll([1, 2, 3])
    exchange.server.feed(exchange.client.engine.takeCiphertext())
    #expect(exchange.server.readAll().bytes == [1, 2, 3])
  }

  @Test("carries a request and its answer, frame for frame")
  func request() throws {
    let exchange = try Exchange()
    let memory = try MemorySession()
    exchange.client.engine.writeAll(Frame.preface + Frame.settings().bytes + Frame.push(1).bytes)
    exchange.server.feed(exchange.client.engine.takeCiphertext())
    memory.receive(exchange.server.readAll().bytes)
    #expect(memory.session.reply(HTTPReply(status: 403, body: Array("{\"reason\":\"x\"}".utf8)), to: 1))
    exchange.server.writeAll(memory.sent().flatMap(\.bytes))
    exchange.client.engine.feed(exchange.server.takeCiphertext())
    var bytes = exchange.client.engine.readAll().bytes
    var types: [UInt8] = []
    while let frame = Frame.take(from: &bytes) { types.append(frame.type) }
    #expect(types == [4, 4, 1, 0])
  }

  @Test("ends with close_notify in each direction")
  func closeNotify() throws {
    let exchange = try Exchange()
    exchange.server.close()
    exchange.client.engine.feed(exchange.server.takeCiphertext())
    guard case .ended = exchange.client.engine.readAll().last else { return #expect(Bool(false)) }
  }

  @Test(
    "fails with one error value on bytes that are no TLS",
    arguments: ["GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0"])
  func garbage(text: String) throws {
    let server = try TLSEngine(TLSContext(TestIdentity.configuration()))
    server.feed(Array(text.utf8))
    guard case .failed(let error) = server.handshake() else { return #expect(Bool(false)) }
    #expect(error.call == "SSL_do_handshake")
    #expect(!error.explanation.isEmpty)
  }
}

@Suite("A server's certificate and key")
struct ServerCertificate {
  @Test("must be PEM and belong together")
  func refused() throws {
    let good = try TestIdentity.configuration()
    var noCertificate = good
    noCertificate.certificateChainPEM = "none"
    #expect(throws: IOError.self) { try TLSContext(noCertificate) }
    var noKey = good
    noKey.privateKeyPEM = ""
    #expect(throws: IOError.self) { try TLSContext(noKey) }
    var otherKey = good
    otherKey.privateKeyPEM = try TestIdentity.authority.get().privateKeyPEM
    #expect(throws: IOError.self) { try TLSContext(otherKey) }
    var noRoots = good
    noRoots.clientCAPEM = ""
    #expect(throws: IOError.self) { try TLSContext(noRoots) }
    #expect(throws: Never.self) { try TLSContext(good) }
  }

  @Test("may bring a chain")
  func chain() throws {
    var configuration = try TestIdentity.configuration()
    configuration.certificateChainPEM += try TestIdentity.authority.get().certificatePEM
    #expect(throws: Never.self) { try TLSContext(configuration) }
  }
}
