/// Counts frames that cost the client nothing and us a little: a bucket that fills with time and with honest
/// requests.
///
/// A client that resets thousands of timed-out pushes at once is welcome; one that does nothing else for
/// minutes is not.
struct FloodGuard {
  private let capacity: Int
  private let perSecond: Int
  private var credit: Int
  private var filledAt: UInt64

  init(_ limits: TransportLimits, now: UInt64) {
    capacity = limits.cheapFrames
    perSecond = limits.cheapFramesPerSecond
    credit = capacity
    filledAt = now
  }

  /// Takes one frame's price; false when there is no credit left. `now` in milliseconds.
  mutating func spend(now: UInt64) -> Bool {
    if credit == 0 { fill(now) }
    guard credit > 0 else { return false }
    credit -= 1
    return true
  }

  /// A whole request came: it earns a few cheap frames, such as its WINDOW_UPDATE or PRIORITY.
  mutating func earn() {
    credit = min(capacity, credit + 4)
  }

  private mutating func fill(_ now: UInt64) {
    let (gain, overflow) = Int(min(now - filledAt, 3_600_000)).multipliedReportingOverflow(by: perSecond)
    guard overflow || gain >= 1000 else { return }
    credit = overflow ? capacity : min(capacity, credit + gain / 1000)
    filledAt = now
  }
}
