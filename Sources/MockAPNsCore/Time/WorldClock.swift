/// The clock of devices: real time and an offset, or standing still; senders live in real time.
package struct WorldClock: Sendable, Equatable {
  /// How far it is ahead of real time while it runs, in milliseconds.
  package private(set) var offset: Int64 = 0
  /// Where it stands; nil while it runs.
  package private(set) var frozenAt: Instant?

  /// The latest time it can be turned to: the year 9000, so that what follows from it can still be written.
  package static let latest = Instant(milliseconds: 221_845_392_000_000)

  package init() {}

  /// A clock as a snapshot has it.
  package init(offset: Int64, frozenAt: Instant?) {
    self.offset = offset
    self.frozenAt = frozenAt
  }

  /// What it shows at a moment of real time.
  package func now(at real: Instant) -> Instant {
    frozenAt ?? Instant(milliseconds: real.milliseconds + offset)
  }

  /// How far it is ahead of real time at a moment, in milliseconds.
  package func lead(at real: Instant) -> Int64 {
    now(at: real).milliseconds - real.milliseconds
  }

  /// When it will show a time; nil while it stands still.
  package func real(of time: Instant) -> Instant? {
    frozenAt == nil ? Instant(milliseconds: time.milliseconds - offset) : nil
  }

  /// Turns it to a time, running or standing still from then on.
  package mutating func turn(to time: Instant, isFrozen: Bool, at real: Instant) {
    offset = time.milliseconds - real.milliseconds
    frozenAt = isFrozen ? time : nil
  }
}
