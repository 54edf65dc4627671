/// One HTTP/2 frame, as it stands on the wire.
struct Frame: Hashable, CustomStringConvertible {
  var type: UInt8
  var flags: UInt8 = 0
  var stream: Int32 = 0
  var payload: [UInt8] = []

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  var bytes: [UInt8] {
    let count = payload.count
    return [UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), type, flags]
      + Frame.bigEndian(UInt32(bitPattern: stream)) + payload
  }

  /// Takes the first whole frame off `buffer`.
  static func take(from buffer: inout [UInt8]) -> Frame? {
    guard buffer.count >= 9 else { return nil }
    let count = Int(buffer[0]) << 16 | Int(buffer[1]) << 8 | Int(buffer[2])
    guard buffer.count >= 9 + count else { return nil }
    let frame = Frame(
      type: buffer[3], flags: buffer[4], stream: Int32(bitPattern: number(buffer[5..<9])),
      payload: Array(buffer[9..<(9 + count)]))
    buffer.removeFirst(9 + count)
    return frame
  }

  var isEndStream: Bool { flags & 1 != 0 }
  var isAcknowledgement: Bool { flags & 1 != 0 }

  /// The code of RST_STREAM or GOAWAY.
  var errorCode: UInt32? {
    switch type {
    case 3: Frame.number(payload[0..<4])
    case 7: Frame.number(payload[4..<8])
    default: nil
    }
  }

  /// The last stream of GOAWAY.
  var lastStream: UInt32? { type == 7 ? Frame.number(payload[0..<4]) : nil }

  /// The text of GOAWAY.
  var debugText: String { type == 7 ? String(decoding: payload[8...], as: UTF8.self) : "" }

  /// The parameters of SETTINGS, in order.
  var settings: [(identifier: Int, value: UInt32)] {
    stride(from: 0, to: payload.count, by: 6).map { index in
      (Int(payload[index]) << 8 | Int(payload[index + 1]), Frame.number(payload[(index + 2)..<(index + 6)]))
    }
  }

  var description: String {
    let names = [
      "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH", "PING", "GOAWAY", "WINDOW", "CONT",
    ]
    let name = type < names.count ? names[Int(type)] : "type \(type)"
    return "\(name)(stream \(stream), flags \(flags), \(payload.count) bytes)"
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// The frames that clients send.
extension Frame {
  static func settings(_ parameters: [(identifier: UInt8, value: UInt32)] = []) -> Frame {
    Frame(type: 4, payload: parameters.flatMap { [0, $0.identifier] + bigEndian($0.value) })
  }

  static let settingsAcknowledgement = Frame(type: 4, flags: 1)

  static func ping(_ value: UInt8) -> Frame { Frame(type: 6, payload: Array(repeating: value, count: 8)) }

  static func data(_ stream: Int32, _ body: [UInt8], ends: Bool = true) -> Frame {
    Frame(type: 0, flags: ends ? 1 : 0, stream: stream, payload: body)
  }

  static func reset(_ stream: Int32, code: UInt32 = 8) -> Frame {
    Frame(type: 3, stream: stream, payload: bigEndian(code))
  }

  static func windowUpdate(_ stream: Int32, _ increment: UInt32) -> Frame {
    Frame(type: 8, stream: stream, payload: bigEndian(increment))
  }

  static func goAway(code: UInt32, text: String) -> Frame {
    Frame(type: 7, payload: bigEndian(0) + bigEndian(code) + Array(text.utf8))
  }

  /// A header block, whole or, with `endsHeaders` false, to be continued.
  static func headers(
    _ stream: Int32, _ fields: [(String, String)], ends: Bool = true, endsHeaders: Bool = true
  ) -> Frame {
    let flags: UInt8 = (ends ? 1 : 0) | (endsHeaders ? 4 : 0)
    return Frame(type: 1, flags: flags, stream: stream, payload: HeaderCoding.encode(fields))
  }

  static func continuation(_ stream: Int32, _ fields: [(String, String)], endsHeaders: Bool) -> Frame {
    Frame(type: 9, flags: endsHeaders ? 4 : 0, stream: stream, payload: HeaderCoding.encode(fields))
  }

  /// The headers of a push.
  static func push(
    _ stream: Int32, _ more: [(String, String)] = [], path: String = "/3/device/00fc", ends: Bool = true
  ) -> Frame {
    let head = [(":method", "POST"), (":path", path), (":scheme", "https"), (":authority", "localhost")]
    return headers(stream, head + more, ends: ends)
  }
}
