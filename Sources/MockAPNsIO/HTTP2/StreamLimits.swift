/// The MAX_CONCURRENT_STREAMS values that were advertised, and which of them holds.
///
/// A raise holds as soon as it is sent; a lowering only once it is acknowledged (RFC 9113 6.5.3). The very
/// first value holds at once: whoever opens more streams before reading it is refused, as APNs does.
/// Observed: gh:golang/go#17265.
struct StreamLimits {
  private var acknowledged: UInt32?
  /// Not acknowledged yet, oldest first.
  private var inFlight: [UInt32] = []
  /// How many of `inFlight` were written.
  private var written = 0
  /// Waits until fewer are in flight; a newer one replaces it.
  private var waiting: UInt32?
  private let ceiling: UInt32

  /// What a new stream is judged by.
  private(set) var enforced: UInt32 = 0

  init(ceiling: Int) {
    self.ceiling = UInt32(clamping: ceiling)
  }

  /// Registers a value; false when no SETTINGS is to be sent for it, now or at all.
  mutating func submit(_ limit: UInt32) -> Bool {
    if limit == waiting ?? inFlight.last ?? acknowledged { return false }
    guard inFlight.count < StreamLimits.inFlightLimit else {
      waiting = limit
      return false
    }
    inFlight.append(limit)
    judge()
    return true
  }

  /// The value to put into the next SETTINGS frame that leaves.
  mutating func takeNextToWrite() -> UInt32? {
    guard written < inFlight.count else { return nil }
    defer { written += 1 }
    return inFlight[written]
  }

  /// The client acknowledged the oldest SETTINGS; returns its value, and one to submit now that waited.
  mutating func acknowledge() -> (limit: UInt32, next: UInt32?)? {
    guard written > 0 else { return nil }
    let limit = inFlight.removeFirst()
    acknowledged = limit
    written -= 1
    defer { waiting = nil }
    judge()
    return (limit, waiting)
  }

  private mutating func judge() {
    enforced = min(ceiling, max(acknowledged ?? 0, inFlight.max() ?? 0))
  }

  private static let inFlightLimit = 16
}
