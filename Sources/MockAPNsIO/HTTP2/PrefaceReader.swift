/// Looks at the first bytes of a connection: HTTP/2, an HTTP/1 request in its place, or neither.
struct PrefaceReader {
  /// Everything so far, when it was not enough to tell.
  private(set) var bytes: [UInt8] = []

  enum Verdict: Hashable {
    case needsMore
    /// All of `bytes` is for the HTTP/2 session.
    case http2
    /// Method and target as they were sent, each with the blank that follows it.
    case http1(head: [UInt8])
    case garbage
  }

  mutating func take(_ input: UnsafeRawBufferPointer) -> Verdict {
    bytes.append(contentsOf: input)
    let common = zip(bytes, PrefaceReader.expected).prefix { $0 == $1 }.count
    if common == PrefaceReader.expected.count { return .http2 }
    if common == bytes.count { return .needsMore }
    let line = bytes.prefix(PrefaceReader.lineLimit).prefix { $0 != UInt8(ascii: "\n") }
    if let head = PrefaceReader.http1Head(of: line) { return .http1(head: head) }
    let isWholeLine = line.count < bytes.count || line.count == PrefaceReader.lineLimit
    return isWholeLine || !PrefaceReader.mayBecomeRequest(line) ? .garbage : .needsMore
  }

  /// What stands before `HTTP/1.`, if that follows a blank.
  private static func http1Head(of line: ArraySlice<UInt8>) -> [UInt8]? {
    let version = Array(" HTTP/1.".utf8)
    guard line.count >= version.count else { return nil }
    for start in line.startIndex...(line.endIndex - version.count)
    where line[start..<(start + version.count)].elementsEqual(version) {
      return Array(line[...start])
    }
    return nil
  }

  /// A method in capitals, as far as one can see.
  private static func mayBecomeRequest(_ line: ArraySlice<UInt8>) -> Bool {
    let method = line.prefix { $0 != UInt8(ascii: " ") }
    return (1...20).contains(method.count)
      && method.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  static let expected = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// Longer request lines are not waited for.
  private static let lineLimit = 1024
}
