#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures what one call costs, in CPU time of the calling thread, so that other processes matter little.
struct Meter {
  /// For how long each thing is measured.
  var milliseconds: Int64
  private(set) var lines: [String] = []

  init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Calls `body` in batches until the time is over; the figure is the median batch, in nanoseconds a call.
  mutating func measure(_ name: String, calls: Int, _ body: (Int) throws -> Void) rethrows {
    for call in 0..<calls { try body(call) }
    var batches: [Int64] = []
    let start = Self.threadNanoseconds()
    repeat {
      let before = Self.threadNanoseconds()
      for call in 0..<calls { try body(call) }
      batches.append(Self.threadNanoseconds() - before)
    } while batches.count < 3 || batches.count < 10_000 && !isDue(since: start)
    batches.sort()
    lines.append("\"\(name)\": \(Double(batches[batches.count / 2]) / Double(calls))")
  }

  private func isDue(since start: Int64) -> Bool {
    Self.threadNanoseconds() - start >= milliseconds * 1_000_000
  }

  static func threadNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never)
func keep<Value>(_ value: Value) {}
