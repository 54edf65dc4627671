import CMockAPNsUV

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The machine's clocks.
package enum SystemClock {
  /// Milliseconds since 1970; jumps when somebody sets the clock.
  package static func wallMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Nanoseconds since some start of this boot; never goes back. Deadlines of waits are in these.
  package static func monotonicNanoseconds() -> UInt64 {
    uv_hrtime()
  }

  /// The deadline that lies `milliseconds` ahead; negative counts as none left.
  package static func deadline(inMilliseconds milliseconds: Int64) -> UInt64 {
    let limited = UInt64(min(max(0, milliseconds), 1_000_000_000_000))
    return monotonicNanoseconds() + limited * 1_000_000
  }
}
