/// A point in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct Instant: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// That many milliseconds later.
  package static func + (instant: Instant, milliseconds: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds + Int64(milliseconds))
  }

  /// Milliseconds of the years 0 to 9999, which ISO 8601 writes without a sign.
  static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Later than anything that happens.
  package static let distantFuture = Instant(milliseconds: .max)
}
