import Foundation
import MockAPNsIO
import Testing

/// Shows a request as text, one part a line.
private let echo: HTTP1Server.Handler = { request in
  var lines = ["\(request.method) \(request.path)"]
  lines += request.query.map { "\($0.name) -> \($0.value)" }
  lines += request.fields.filter { $0.name.lowercased().hasPrefix("x-") }.map { "\($0.name): \($0.value)" }
  lines.append("\(request.body.count) \(request.body.reduce(0) { ($0 &* 31) &+ Int($1) })")
  let text = lines.joined(separator: "\n") + "\n"
  return HTTP1Response(status: 200, fields: [HTTP1Field("X-Peer", request.peer)], body: .bytes(Array(text.utf8)))
}

@Suite("Requests over HTTP/1.1", .timeLimit(.minutes(10)))
final class HTTP1RequestTests {
  let folder: TemporaryFolder
  let server: HTTP1Server

  init() throws {
    var limits = HTTP1Limits()
    limits.bodyBytes = 100_000
    folder = try TemporaryFolder()
    server = try HTTP1Server.start(host: "127.0.0.1", port: 0, limits: limits, handler: echo)
  }

  deinit { server.stop() }

  private func curl(_ arguments: String..., path: String = "/") throws -> String {
    try Tool.run(
      "curl", ["-sS", "--max-time", "20"] + arguments + ["http://127.0.0.1:\(server.port)\(path)"], in: folder
    )
    .output
  }

  private func hash(_ bytes: [UInt8]) -> String { "\(bytes.count) \(bytes.reduce(0) { ($0 &* 31) &+ Int($1) })" }

  @Test(
    "the path stays raw and the query is decoded in order",
    arguments: [
      ("/a%2Fb//c%zz?x=1&y=%C3%A9+z&x=2", ["/a%2Fb//c%zz", "x -> 1", "y -> é z", "x -> 2"]),
      ("/?flag&empty=&=v&a=b=c&%26=%3D", ["/", "flag -> ", "empty -> ", " -> v", "a -> b=c", "& -> ="]),
      ("/?bad=%4&worse=%+1&p=%25", ["/", "bad -> %4", "worse -> % 1", "p -> %"]),
      ("/?", ["/"]), ("/x?a?b=c", ["/x", "a?b -> c"]), ("/?&&a=1&", ["/", "a -> 1"]),
    ])
  func target(path: String, lines: [String]) throws {
    let shown = try curl("-g", "--path-as-is", path: path)
    #expect(shown.split(separator: "\n").dropLast() == (["GET \(lines[0])"] + lines.dropFirst()).map { $0[...] })
  }

  @Test(
    "every method is passed on", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW"])
  func method(name: String) throws {
    #expect(try curl("-X", name).hasPrefix("\(name) /\n"))
  }

  @Test("fields keep their order, spelling and repetitions")
  func fields() throws {
    let shown = try curl("-H", "X-B: 1", "-H", "x-a:  two words ", "-H", "X-B: 3", "-H", "X-Empty;")
    #expect(shown.contains("\nX-B: 1\nx-a: two words\nX-B: 3\nX-Empty: \n"))
  }

  @Test("a field is found in any letter case")
  func lookup() {
    let request = HTTP1Request(method: "GET", path: "/", fields: [HTTP1Field("Last-Event-ID", "7")])
    #expect(request.field("last-event-id") == "7")
    #expect(request.field("last-event") == nil)
  }

  @Test("the peer's address and port are told")
  func peer() throws {
    #expect(try curl("-i").contains("X-Peer: 127.0.0.1:"))
  }

  @Test("a body arrives whole, with a length or in chunks, up to the limit", arguments: [0, 1, 99_999, 100_000])
  func body(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try folder.write("body", content)
    for more in ["X-Form: length", "Transfer-Encoding: chunked"] {
      let shown = try curl("-H", "Content-Type: x/y", "-H", more, "--data-binary", "@body")
      #expect(shown.hasSuffix("\(hash(content))\n"), "\(more)")
    }
  }

  @Test("a body over the limit is answered 413, with a length or in chunks")
  func longBody() throws {
    try folder.write("body", [UInt8](repeating: 1, count: 100_001))
    for more in ["X-Form: length", "Transfer-Encoding: chunked"] {
      let shown = try curl("-i", "-H", more, "--data-binary", "@body")
      #expect(shown.contains("HTTP/1.1 413 "), "\(more)")
      #expect(shown.hasSuffix("The body is longer than 100000 bytes.\n"))
    }
  }

  @Test("a declared length over the limit is refused before the body is sent")
  func declaredLength() throws {
    for length in ["100001", "18446744073709551615"] {
      let client = try HTTP1RawClient(port: server.port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
      #expect(client.readAll().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("endless chunks end in a closed connection")
  func endlessChunks() throws {
    let client = try HTTP1RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n\(String(repeating: "x", count: 65_536))\r\n"
    for _ in 0..<100 { client.send(chunk) }
    #expect(client.readAll() == "")
  }

  @Test("a client that expects it is told to go on")
  func expectation() throws {
    let client = try HTTP1RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    client.send("abc")
    #expect(client.read(through: hash(Array("abc".utf8))).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("one connection serves many requests, also when they come at once")
  func pipelining() throws {
    let client = try HTTP1RawClient(port: server.port)
    client.send((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    for index in 0..<50 { #expect(client.read(through: "0 0\n").contains("\r\n\r\nGET /\(index)\n")) }
  }

  @Test("HEAD gets the length and no body")
  func head() throws {
    let client = try HTTP1RawClient(port: server.port)
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let shown = client.readAll()
    #expect(shown.contains("Content-Length: 11\r\n"))
    #expect(shown.hasSuffix("\r\n\r\n"))
  }

  @Test(
    "what is no HTTP/1 request is refused and harms nobody",
    arguments: [
      "GET\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/3.0\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\nzz\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    ])
  func nonsense(text: String) throws {
    let client = try HTTP1RawClient(port: server.port)
    client.send(text)
    client.finish()
    #expect(!client.readAll().hasPrefix("HTTP/1.1 200 "))
    #expect(try curl().hasPrefix("GET /\n"))
  }

  @Test("a head that is too long is refused")
  func longHead() throws {
    let long = String(repeating: "x", count: 100_000)
    for request in ["GET /\(long) HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(long)\r\n\r\n"] {
      let client = try HTTP1RawClient(port: server.port)
      client.send(request)
      let status = client.read(through: "\r\n").split(separator: " ").dropFirst().first
      #expect(status == "414" || status == "431" || status == nil)
    }
  }
}
