/// Finds the frame headers in a stream of bytes.
struct FrameScanner {
  struct Header {
    var type: UInt8
    var stream: Int32
  }

  /// The part of a header that has arrived.
  private var partial: [UInt8] = []
  /// Bytes before the next header.
  private var skip: Int

  /// Skips what stands before the first frame.
  init(skipping count: Int) {
    skip = count
  }

  /// Calls `judge` with each header that is complete in `bytes`, until it returns true.
  ///
  /// Returns how many bytes stand before the header that was judged true; all of them when there was none.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, until judge: (Header) -> Bool) -> Int {
    var index = 0
    while true {
      let skipped = min(skip, bytes.count - index)
      skip -= skipped
      index += skipped
      let start = index
      guard skip == 0, let header = takeHeader(bytes, &index) else { return bytes.count }
      if judge(header) { return start }
    }
  }

  private mutating func takeHeader(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Header? {
    if partial.isEmpty, bytes.count - index >= FrameScanner.headerCount {
      defer { index += FrameScanner.headerCount }
      return parse(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + FrameScanner.headerCount)]))
    }
    let count = min(FrameScanner.headerCount - partial.count, bytes.count - index)
    partial += bytes[index..<(index + count)]
    index += count
    guard partial.count == FrameScanner.headerCount else { return nil }
    defer { partial.removeAll(keepingCapacity: true) }
    let whole = partial
    return whole.withUnsafeBytes { parse($0) }
  }

  private mutating func parse(_ header: UnsafeRawBufferPointer) -> Header {
    skip = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
    return Header(type: header[3], stream: Int32(bitPattern: header.loadBigEndian(at: 5) & 0x7FFF_FFFF))
  }

  private static let headerCount = 9
}

extension UnsafeRawBufferPointer {
  func loadBigEndian(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
