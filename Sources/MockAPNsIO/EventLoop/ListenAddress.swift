/// A host and a port to listen on, written `127.0.0.1:2197`, `[::1]:0`, `localhost:0` or `:2197`.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address without brackets; empty means every interface.
  package var host: String
  /// 0 picks a free port.
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Nil when the text is no address: no colon, no decimal port below 65536, brackets missing round an IPv6
  /// address.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      return nil
    }
    guard let host = ListenAddress.host(in: text[..<colon]) else { return nil }
    self.init(host: host, port: port)
  }

  package var description: String {
    host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Takes the brackets off; nil when they do not pair or hold no IPv6 address, or when blanks are inside.
  private static func host(in text: Substring) -> String? {
    guard !text.utf8.contains(where: { $0 <= 0x20 }) else { return nil }
    guard text.hasPrefix("[") || text.hasSuffix("]") else {
      return text.contains(where: { ":[]".contains($0) }) ? nil : String(text)
    }
    let inner = text.dropFirst().dropLast()
    guard text.count > 2, text.hasPrefix("["), text.hasSuffix("]"), inner.contains(":") else { return nil }
    return inner.contains(where: { "[]".contains($0) }) ? nil : String(inner)
  }
}
