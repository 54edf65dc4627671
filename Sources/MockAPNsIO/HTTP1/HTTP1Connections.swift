#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The open connections of a server, and the thread that ends those that are idle for too long.
///
/// libmicrohttpd's own time-out counts the time that a handler blocks, and spins in its last second.
final class HTTP1Connections: Sendable {
  private struct State: Sendable {
    var open: Set<Int32> = []
    /// When an idle connection ends; busy ones have none. In monotonic nanoseconds.
    var deadlines: [Int32: UInt64] = [:]
    var isStopping = false
    /// Whether the thread waits for a first deadline.
    var isAsleep = false
  }

  private let state = Monitor(State())
  private let limits: HTTP1Limits

  init(limits: HTTP1Limits) {
    self.limits = limits
  }

  var isFull: Bool { state.withLock { $0.open.count >= limits.connections } }

  func opened(_ socket: Int32) {
    state.withLock { _ = $0.open.insert(socket) }
    idle(socket)
  }

  /// Called before the socket is closed, so no other socket of the same number can be hit.
  func closed(_ socket: Int32) {
    state.withLock {
      $0.open.remove(socket)
      $0.deadlines[socket] = nil
    }
  }

  /// The next move is the other side's; the time that it has begins now.
  func idle(_ socket: Int32) {
    let deadline = SystemClock.deadline(inMilliseconds: limits.idleMilliseconds)
    let mustWake = state.withLock { state in
      guard state.open.contains(socket) else { return false }
      state.deadlines[socket] = deadline
      return state.isAsleep
    }
    if mustWake { state.broadcast() }
  }

  /// The next move is ours, however long it takes.
  func busy(_ socket: Int32) {
    state.withLock { $0.deadlines[socket] = nil }
  }

  /// Ends idle connections until `stop`; the body of the thread.
  func watch() {
    var next: UInt64?
    while true {
      let isStopped = state.wait(until: next) { state -> Bool? in
        if state.isStopping { return true }
        state.isAsleep = state.deadlines.isEmpty
        return next == nil && !state.isAsleep ? false : nil
      }
      if isStopped == true { return }
      next = state.withLock { Self.endIdle(&$0, now: SystemClock.monotonicNanoseconds()) }
    }
  }

  /// Shuts down what has passed its deadline and returns the next one; none that comes later can be earlier.
  private static func endIdle(_ state: inout State, now: UInt64) -> UInt64? {
    for (socket, deadline) in state.deadlines where deadline <= now {
      // The connection's thread wakes up and closes it.
      shutdown(socket, shutdownBoth)
      state.deadlines[socket] = nil
    }
    return state.deadlines.values.min()
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    state.broadcast()
  }
}
