#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the C library does faster with bytes than a loop.
package enum Bytes {
  /// Whether both have the same bytes.
  package static func areEqual(_ left: ArraySlice<UInt8>, _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  /// Whether the bytes hold those others, one after the other.
  package static func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in wanted.withUnsafeBytes { find($0, in: bytes) } }
  }

  private static func find(_ wanted: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = wanted.baseAddress, let first = wanted.first else { return true }
    var rest = bytes[...]
    while rest.count >= wanted.count, let begin = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
      guard let place = memchr(begin, Int32(first), rest.count - wanted.count + 1) else { return false }
      if memcmp(place, start, wanted.count) == 0 { return true }
      rest = rest.dropFirst(UnsafeRawPointer(place) - begin + 1)
    }
    return false
  }
}
