/// The thread of a `CommitQueue`.
struct CommitQueueWorker<Item: Sendable>: Sendable {
  let monitor: Monitor<CommitQueueState<Item>>
  let options: CommitQueue<Item>.Options

  func run(_ open: () throws -> ([Item]) throws -> Void) {
    var failure: (any Error)?
    do {
      let commit = try open()
      try work(commit)
    } catch {
      failure = error
    }
    let wasFull = monitor.withLock { $0.end(failure: failure) }
    monitor.broadcast()
    if wasFull || failure != nil { options.onSpace() }
  }

  private func work(_ commit: ([Item]) throws -> Void) throws {
    let pace = min(options.paceMilliseconds, 50)
    var nextStart: UInt64 = 0
    monitor.withLock { $0.phase = .idle }
    monitor.broadcast()
    while true {
      let batch = nextBatch(notBefore: nextStart)
      if batch.isEmpty { return }
      nextStart = SystemClock.deadline(inMilliseconds: pace)
      try commit(batch)
      let done = monitor.withLock { $0.finishBatch(count: batch.count) }
      monitor.broadcast()
      options.onCommit(done.ticket)
      if done.hasSpace { options.onSpace() }
    }
  }

  /// Blocks until there is a batch to commit; empty when the queue stops and has none left.
  private func nextBatch(notBefore start: UInt64) -> [Item] {
    _ = monitor.wait(until: nil) { state -> Void? in
      state.phase = .idle
      return state.isWorkWaiting ? () : nil
    }
    let hurried = monitor.wait(until: start) { state -> [Item]? in
      state.phase = .pacing
      return state.isHurried ? state.takeBatch() : nil
    }
    return hurried ?? monitor.withLock { $0.takeBatch() }
  }
}
