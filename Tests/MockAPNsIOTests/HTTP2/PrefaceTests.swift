import Testing

@testable import MockAPNsIO

@Suite("The first bytes of a connection")
struct Preface {
  private func verdict(_ text: String, size: Int = .max) -> PrefaceReader.Verdict {
    var reader = PrefaceReader()
    var verdict = PrefaceReader.Verdict.needsMore
    var rest = Array(text.utf8)[...]
    while verdict == .needsMore, !rest.isEmpty {
      verdict = Array(rest.prefix(size)).withUnsafeBytes { reader.take($0) }
      rest = rest.dropFirst(size)
    }
    return verdict
  }

  @Test("HTTP/2, whole or torn", arguments: [1, 7, 24, 1000])
  func http2(size: Int) {
    #expect(verdict("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0", size: size) == .http2)
  }

  @Test("an HTTP/1 request, whole or torn, with its method and target", arguments: [1, 7, 1000])
  func http1(size: Int) {
    #expect(
      verdict("POST /3/device/00fc HTTP/1.1\r\nHost: a\r\n", size: size)
        == .http1(head: Array("POST /3/device/00fc ".utf8)))
    #expect(verdict("GET / HTTP/1.0", size: size) == .http1(head: Array("GET / ".utf8)))
  }

  @Test(
    "neither",
    arguments: [
      "hello", "\u{16}\u{3}\u{1}", "PRI * HTTP/2.0\r\n\r\nXX", "POST / HTTP/2.0\r\n",
      "INVALID PREFACE\r\n\r\n", "\r\n",
      "TOOLONGFORANYMETHODNAME", "GET /" + String(repeating: "a", count: 1100),
    ])
  func garbage(text: String) {
    #expect(verdict(text) == .garbage)
  }

  @Test("not to be told yet", arguments: ["P", "PRI * HTTP/2.0\r\n\r\n", "POST /3/dev", "GET"])
  func unfinished(text: String) {
    #expect(verdict(text) == .needsMore)
  }
}
