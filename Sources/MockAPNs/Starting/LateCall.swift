import Synchronization

/// A call whose target is known later than those who make it; until then it does nothing.
final class LateCall: Sendable {
  private let target = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ target: @escaping @Sendable () -> Void) {
    self.target.withLock { $0 = target }
  }

  func callAsFunction() {
    let target = target.withLock { $0 }
    target?()
  }
}
