import Testing

@testable import MockAPNsIO

@Suite("An address to listen on")
struct ListenAddressTests {
  @Test(
    "is read and written the same",
    arguments: [
      ("127.0.0.1:2197", "127.0.0.1", 2197), ("[::1]:0", "::1", 0), ("localhost:0", "localhost", 0),
      (":2197", "", 2197),
      ("host.example:65535", "host.example", 65_535),
    ] as [(String, String, UInt16)])
  func accepted(text: String, host: String, port: UInt16) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host && address.port == port)
    #expect(address.description == text)
  }

  @Test(
    "is refused when it is none",
    arguments: [
      "", "localhost", "2197", "localhost:", "localhost:x", "localhost:-1", "localhost:+1", "localhost:65536",
      "::1:80",
      "[::1]", "[::1:80", "::1]:80", "[]:80", "[localhost]:80", "a b:80", "[[::1]]:80",
    ])
  func refused(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
