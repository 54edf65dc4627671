/// Which streams a client certainly may not use again: what it ended itself, and what it skipped.
///
/// nghttp2 without its memory of closed streams ignores frames on them. Streams that we reset are not in
/// here, because the client may have sent more before it knew. Only the latest are remembered; for the others
/// ignoring is right too.
struct SpentStreams {
  /// The highest stream that was opened.
  private(set) var last: Int32 = -1
  /// A ring.
  private var ended: [Int32] = []
  private var oldest = 0
  private var skipped: [ClosedRange<Int32>] = []

  mutating func open(_ id: Int32) {
    if Int(id) - Int(last) > 2 {
      skipped.append((last + 1)...(id - 1))
      if skipped.count > SpentStreams.kept { skipped.removeFirst() }
    }
    last = id
  }

  /// The client ended or reset it, and the stream is closed.
  mutating func end(_ id: Int32) {
    if ended.contains(id) { return }
    guard ended.count == SpentStreams.kept else { return ended.append(id) }
    ended[oldest] = id
    oldest = (oldest + 1) % SpentStreams.kept
  }

  /// Whether it was opened and is not known to be over; nghttp2, which may not have read so far, is not asked.
  func isUsable(_ id: Int32) -> Bool { id > 0 && id <= last && verdict(on: id) == nil }

  /// The error code for HEADERS or DATA on a stream that is not open; nil when it is to be ignored.
  func verdict(on id: Int32) -> UInt32? {
    if ended.contains(id) { return HTTP2Code.streamClosed }
    return skipped.contains { $0.contains(id) } ? HTTP2Code.protocolError : nil
  }

  private static let kept = 32
}
