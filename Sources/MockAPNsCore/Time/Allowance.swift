/// A budget that fills up again with time: how much of it is spent, and as of when.
package struct Allowance: Sendable, Equatable {
  /// What is spent; more than the budget when refused attempts cost too.
  package var spent = 0.0
  package var at: Instant

  package init(at: Instant) {
    self.at = at
  }

  /// Gives back what time has brought.
  mutating func refill(perHour rate: Double, at now: Instant) {
    guard now > at else { return }
    spent = max(0, spent - rate * Double(now.milliseconds - at.milliseconds) / 3_600_000)
    at = now
  }
}
