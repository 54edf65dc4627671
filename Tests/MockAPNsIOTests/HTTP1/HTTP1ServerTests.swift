import Foundation
import MockAPNsIO
import Synchronization
import Testing

@Suite("An HTTP/1.1 server", .timeLimit(.minutes(10)))
struct HTTP1ServerTests {
  private func serve(
    _ limits: HTTP1Limits = HTTP1Limits(), host: String = "127.0.0.1", handler: @escaping HTTP1Server.Handler
  ) throws -> HTTP1Server {
    try HTTP1Server.start(host: host, port: 0, limits: limits, handler: handler)
  }

  private static let hello: HTTP1Server.Handler = { _ in HTTP1Response(status: 200, body: .bytes(Array("hello".utf8))) }

  private func get(_ server: HTTP1Server, _ path: String = "/", version: String = "1.1") throws -> HTTP1RawClient {
    let client = try HTTP1RawClient(port: server.port)
    client.send("GET \(path) HTTP/\(version)\r\nHost: x\r\nConnection: close\r\n\r\n")
    return client
  }

  @Test("a handler that blocks does not delay other requests")
  func blockingHandler() throws {
    let gate = Monitor(false)
    let server = try serve { request in
      if request.path == "/slow" { _ = gate.wait(until: nil, while: { !$0 }) }
      return HTTP1Response(status: 200, body: .bytes(Array(request.path.utf8)))
    }
    let slow = try get(server, "/slow")
    for _ in 0..<20 { #expect(try get(server, "/fast").readAll().hasSuffix("/fast")) }
    gate.withLock { $0 = true }
    gate.broadcast()
    #expect(slow.readAll().hasSuffix("/slow"))
    server.stop()
  }

  @Test("a handler that blocks longer than the idle time is heard, an idle connection is closed")
  func idleTime() throws {
    var limits = HTTP1Limits()
    limits.idleMilliseconds = 50
    let never = Monitor(false)
    let server = try serve(limits) { _ in
      _ = never.wait(until: SystemClock.deadline(inMilliseconds: 200), while: { !$0 })
      return HTTP1Response(status: 200, body: .bytes(Array("late".utf8)))
    }
    #expect(try get(server).readAll().hasSuffix("late"))
    let silent = try HTTP1RawClient(port: server.port)
    #expect(silent.readAll() == "")
    let kept = try HTTP1RawClient(port: server.port)
    kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(kept.readAll().hasSuffix("late"), "closed after the answer although the client keeps it open")
    let torn = try HTTP1RawClient(port: server.port)
    torn.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
    #expect(torn.readAll() == "")
    server.stop()
  }

  @Test("connections over the limit are closed at once, and taken again when others have gone")
  func connectionLimit() throws {
    var limits = HTTP1Limits()
    limits.connections = 3
    let server = try serve(limits, handler: Self.hello)
    var held: [HTTP1RawClient] = []
    for _ in 0..<3 {
      let client = try HTTP1RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(client.read(through: "hello").hasSuffix("hello"))
      held.append(client)
    }
    #expect(try get(server).readAll() == "")
    held.removeLast()
    var answer = ""
    while answer.isEmpty { answer = try get(server).readAll() }
    #expect(answer.hasSuffix("hello"))
    server.stop()
  }

  @Test("a stream's head comes before its first chunk, and each chunk when it is made")
  func stream() throws {
    let steps = Monitor(0)
    let server = try serve { _ in
      let next = Mutex(0)
      let body = HTTP1Response.Body.stream {
        let step = next.withLock { number in
          number += 1
          return number
        }
        _ = steps.wait(until: nil, while: { $0 < step })
        return step == 2 ? [] : step < 5 ? Array("<\(step)>".utf8) : nil
      }
      return HTTP1Response(status: 200, fields: [HTTP1Field("Content-Type", "text/event-stream")], body: body)
    }
    let client = try HTTP1RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let head = client.read(through: "\r\n\r\n")
    #expect(head.contains("Content-Type: text/event-stream\r\n"))
    #expect(head.contains("Transfer-Encoding: chunked\r\n"))
    for step in [1, 3, 4] {
      steps.withLock { $0 = step }
      steps.broadcast()
      #expect(client.read(through: "<\(step)>\r\n") == "\(step == 1 ? "" : "")3\r\n<\(step)>\r\n")
    }
    steps.withLock { $0 = 5 }
    steps.broadcast()
    #expect(client.read(through: "0\r\n\r\n") == "0\r\n\r\n")
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(client.readAll().hasSuffix("\r\n\r\n<1><3><4>"), "an HTTP/1.0 client gets no chunks")
    server.stop()
  }

  @Test("a chunk larger than any buffer arrives whole")
  func largeChunks() throws {
    let chunk = (0..<300_000).map { UInt8(truncatingIfNeeded: 97 + $0 % 26) }
    let server = try serve { _ in
      let left = Mutex(3)
      let body = HTTP1Response.Body.stream {
        left.withLock { left in
          left -= 1
          return left >= 0 ? chunk : nil
        }
      }
      return HTTP1Response(status: 200, body: body)
    }
    let whole = try get(server, version: "1.0").readAll()
    #expect(whole.hasSuffix(String(decoding: chunk + chunk + chunk, as: UTF8.self)))
    server.stop()
  }

  /// Tells when it is gone.
  private final class Sentinel: Sendable {
    let gone: Monitor<Bool>
    init(_ gone: Monitor<Bool>) { self.gone = gone }
    deinit {
      gone.withLock { $0 = true }
      gone.broadcast()
    }
  }

  @Test("a stream whose reader has gone is released")
  func readerLeaves() throws {
    let gone = Monitor(false)
    let server = try serve { _ in
      let sentinel = Sentinel(gone)
      return HTTP1Response(
        status: 200,
        body: .stream {
          withExtendedLifetime(sentinel) { [UInt8](repeating: 120, count: 10_000) }
        })
    }
    do {
      let client = try get(server)
      _ = client.read(through: "xxxx")
    }
    #expect(gone.wait(until: nil, while: { !$0 }))
    server.stop()
  }

  @Test("a reader that takes nothing is given up after the idle time")
  func stalledReader() throws {
    var limits = HTTP1Limits()
    limits.idleMilliseconds = 50
    let gone = Monitor(false)
    let server = try serve(limits) { _ in
      let sentinel = Sentinel(gone)
      return HTTP1Response(
        status: 200,
        body: .stream {
          withExtendedLifetime(sentinel) { [UInt8](repeating: 120, count: 1_000_000) }
        })
    }
    let client = try get(server)
    #expect(gone.wait(until: nil, while: { !$0 }))
    server.stop()
    _ = client
  }

  @Test("stop is quick once blocked handlers and streams have been woken")
  func stop() throws {
    let ending = Monitor(false)
    let inside = Monitor(0)
    let waits: @Sendable () -> Void = {
      inside.withLock { $0 += 1 }
      inside.broadcast()
      _ = ending.wait(until: nil, while: { !$0 })
    }
    let server = try serve { request in
      if request.path == "/wait" {
        waits()
        return HTTP1Response(status: 503)
      }
      return HTTP1Response(
        status: 200,
        body: .stream {
          waits()
          return nil
        })
    }
    let clients = try [
      get(server, "/wait"), get(server, "/wait"), get(server, "/stream"), HTTP1RawClient(port: server.port),
    ]
    _ = inside.wait(until: nil, while: { $0 < 3 })
    ending.withLock { $0 = true }
    ending.broadcast()
    let start = SystemClock.monotonicNanoseconds()
    server.stop()
    server.stop()
    #expect(SystemClock.monotonicNanoseconds() - start < 2_000_000_000)
    for each in clients { _ = each.readAll() }
    #expect(throws: HTTP1RawClient.Failed.self) { try HTTP1RawClient(port: server.port) }
  }

  @Test(
    "an answer that cannot be sent becomes a 500",
    arguments: [
      HTTP1Response(status: 200, fields: [HTTP1Field("X-Bad", "a\r\nSet-Cookie: b")]),
      HTTP1Response(status: 200, fields: [HTTP1Field("X Bad", "a\n")]),
      HTTP1Response(status: 200, fields: [HTTP1Field("", "a")]), HTTP1Response(status: 99),
      HTTP1Response(status: 1000), HTTP1Response(status: -1),
    ])
  func invalidAnswer(response: HTTP1Response) throws {
    let server = try serve { _ in response }
    let answer = try get(server).readAll()
    #expect(answer.hasPrefix("HTTP/1.1 500 "))
    #expect(!answer.contains("Set-Cookie"))
    server.stop()
  }

  @Test("an answer's status and fields arrive", arguments: [200, 204, 304, 404, 503])
  func status(number: Int) throws {
    let server = try serve { _ in
      HTTP1Response(
        status: number, fields: [HTTP1Field("ETag", "\"1\""), HTTP1Field("X-A", "b"), HTTP1Field("X-A", "c")])
    }
    let answer = try get(server).readAll()
    #expect(answer.hasPrefix("HTTP/1.1 \(number) "))
    #expect(answer.contains("ETag: \"1\"\r\n") && answer.contains("X-A: b\r\nX-A: c\r\n"))
    server.stop()
  }

  @Test("a port that is taken and a host that is not ours are refused by name")
  func unavailable() throws {
    let server = try serve(handler: Self.hello)
    let taken = #expect(throws: HTTP1Error.self) {
      try HTTP1Server.start(host: "127.0.0.1", port: server.port, limits: HTTP1Limits(), handler: Self.hello)
    }
    #expect(
      taken?.description == "HTTP/1.1 on 127.0.0.1:\(server.port): address already in use, in bind (code \(EADDRINUSE))"
    )
    for host in ["203.0.113.1", "no.such.host.invalid", "256.0.0.1"] {
      #expect(throws: HTTP1Error.self) { try serve(host: host, handler: Self.hello) }
    }
    server.stop()
  }

  @Test("it listens on IPv6 and on names", arguments: ["::1", "localhost", "0.0.0.0"])
  func hosts(host: String) throws {
    let folder = try TemporaryFolder()
    let server = try serve(host: host) { HTTP1Response(status: 200, body: .bytes(Array($0.peer.utf8))) }
    let name = host.contains(":") ? "[\(host)]" : host
    let shown = try Tool.run("curl", ["-sS", "-g", "http://\(name):\(server.port)/"], in: folder).output
    #expect(shown.hasPrefix(host == "::1" ? "[::1]:" : host == "0.0.0.0" ? "127.0.0.1:" : ""))
    #expect(!shown.isEmpty)
    server.stop()
  }

  @Test("many servers live beside each other")
  func manyServers() throws {
    let servers = try (0..<10).map { index in try serve { _ in HTTP1Response(status: 200 + index) } }
    #expect(Set(servers.map(\.port)).count == 10)
    for (index, server) in servers.enumerated() {
      #expect(try get(server).readAll().hasPrefix("HTTP/1.1 \(200 + index) "))
    }
    for server in servers { server.stop() }
  }
}
