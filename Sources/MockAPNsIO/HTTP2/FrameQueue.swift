/// Whole frames on their way out, in the clear, in the order in which they leave.
struct FrameQueue {
  private var bytes: [UInt8] = []
  /// Before it everything has left.
  private var start = 0

  /// Bytes that wait.
  var count: Int { bytes.count - start }
  var isEmpty: Bool { bytes.count == start }

  mutating func append(_ frame: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: frame)
  }

  /// Adds a frame that nghttp2 knows nothing of.
  mutating func append(type: UInt8, flags: UInt8 = 0, stream: Int32 = 0, payload: [UInt8]) {
    let count = UInt32(payload.count)
    bytes += [
      UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
      UInt8(truncatingIfNeeded: count),
    ]
    bytes += [type, flags]
    bytes.append(bigEndian: UInt32(bitPattern: stream))
    bytes += payload
  }

  mutating func appendGoAway(code: UInt32, lastStream: Int32, debugData: [UInt8]) {
    var payload: [UInt8] = []
    payload.append(bigEndian: UInt32(bitPattern: lastStream))
    payload.append(bigEndian: code)
    append(type: FrameType.goAway, payload: payload + debugData)
  }

  /// Calls `body` with the oldest bytes, `limit` at most.
  func withOldest<Result>(_ limit: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[start..<min(start + limit, bytes.count)]))
    }
  }

  mutating func removeOldest(_ count: Int) {
    start += count
    if start == bytes.count {
      removeAll()
    } else if start >= FrameQueue.keptCapacity {
      bytes.removeSubrange(..<start)
      start = 0
    }
  }

  /// Drops everything; memory that a burst took is given back.
  mutating func removeAll() {
    start = 0
    if bytes.capacity > FrameQueue.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
  }

  private static let keptCapacity = 32_768
}

extension [UInt8] {
  mutating func append(bigEndian value: UInt32) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
