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
}
