import CMockAPNsUV

/// A value behind a mutex, with a condition to wait for: the meeting point of blocking threads.
///
/// Nobody may call out of `body` into something that takes the same monitor: the mutex is not recursive.
// Unchecked, because the compiler cannot see the rule: `state` is touched only while `mutex` is held, and the two
// C objects are made for use from every thread.
package final class Monitor<State>: @unchecked Sendable {
  // In front, where their place does not depend on the type of the state.
  private let mutex: UnsafeMutablePointer<uv_mutex_t>
  private let condition: UnsafeMutablePointer<uv_cond_t>
  @usableFromInline var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    let isMade = uv_mutex_init(mutex) == 0 && uv_cond_init(condition) == 0
    precondition(isMade, "the system has no memory for a mutex")
  }

  deinit {
    uv_cond_destroy(condition)
    uv_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value alone; waiters look again only after `broadcast`.
  // Every push comes through here: inlined, it costs what its mutex costs.
  @inlinable
  package func withLock<Result, Failure>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try body(&state)
  }

  @usableFromInline
  func lock() { uv_mutex_lock(mutex) }

  @usableFromInline
  func unlock() { uv_mutex_unlock(mutex) }

  /// Makes every waiter look again.
  package func broadcast() {
    uv_cond_broadcast(condition)
  }

  /// Makes one waiter look again; only right when all wait for the same thing.
  package func notify() {
    uv_cond_signal(condition)
  }

  /// Blocks until `body` returns something, called under the lock at once and after each wake-up; nil at the deadline.
  ///
  /// The deadline is in `SystemClock.monotonicNanoseconds`; without one it waits for ever.
  package func wait<Result>(until deadline: UInt64?, for body: (inout State) -> Result?) -> Result? {
    lock()
    defer { unlock() }
    while true {
      if let result = body(&state) { return result }
      guard sleep(until: deadline) else { return nil }
    }
  }

  /// Blocks while the condition holds; false when it still does at the deadline.
  package func wait(until deadline: UInt64?, while isUnmet: (State) -> Bool) -> Bool {
    wait(until: deadline) { isUnmet($0) ? nil : true } ?? false
  }

  /// False when the deadline has passed; wakes up for no reason at times.
  private func sleep(until deadline: UInt64?) -> Bool {
    guard let deadline else {
      uv_cond_wait(condition, mutex)
      return true
    }
    let now = uv_hrtime()
    guard deadline > now else { return false }
    // An hour at a time keeps libuv's own sum from overflowing.
    _ = uv_cond_timedwait(condition, mutex, min(deadline - now, 3_600_000_000_000))
    return true
  }
}
