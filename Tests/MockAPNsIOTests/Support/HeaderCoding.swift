import CMockAPNsNghttp2

/// HPACK at its plainest: written as literals without index, read by nghttp2.
enum HeaderCoding {
  static func encode(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + text($0.0) + text($0.1) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var length: [UInt8] = [127]
    var rest = bytes.count - 127
    while rest >= 128 {
      length.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return length + [UInt8(rest)] + bytes
  }
}

/// Reads the header blocks of one direction of a connection.
final class HeaderDecoder {
  private var inflater: OpaquePointer?

  struct Broken: Error {}

  init() { nghttp2_hd_inflate_new(&inflater) }

  deinit { nghttp2_hd_inflate_del(inflater) }

  func decode(_ block: [UInt8]) throws -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var rest = block[...]
    while true {
      var field = nghttp2_nv()
      var flags: Int32 = 0
      let count = rest.withUnsafeBufferPointer { bytes in
        nghttp2_hd_inflate_hd2(inflater, &field, &flags, bytes.baseAddress, bytes.count, 1)
      }
      guard count >= 0 else { throw Broken() }
      rest = rest.dropFirst(count)
      if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
        fields.append(
          (HeaderDecoder.text(field.name, field.namelen), HeaderDecoder.text(field.value, field.valuelen)))
      }
      if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
        nghttp2_hd_inflate_end_headers(inflater)
        return fields
      }
    }
  }

  private static func text(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
