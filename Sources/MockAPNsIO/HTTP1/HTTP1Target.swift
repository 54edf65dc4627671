/// A request target split at its `?`.
struct HTTP1Target {
  var path: String
  var query: [(name: String, value: String)]

  init(_ raw: some Sequence<UInt8>) {
    let raw = Array(raw)
    let path = raw.prefix { $0 != UInt8(ascii: "?") }
    self.path = String(decoding: path, as: UTF8.self)
    query = raw.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (Self.decode(name), Self.decode(pair.dropFirst(name.count + 1)))
    }
  }

  /// A segment of a path without its percent signs; a plus stays one.
  static func decodeSegment(_ text: Substring) -> String {
    decode(ArraySlice(text.utf8), blank: nil)
  }

  /// A `%` that no two hexadecimal digits follow stays as it is.
  private static func decode(_ text: ArraySlice<UInt8>, blank: UInt8? = UInt8(ascii: "+")) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = hexadecimal(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == blank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    // The conversion alone would take a sign too.
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
