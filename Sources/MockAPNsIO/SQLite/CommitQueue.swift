/// Hands items to a thread of its own that commits them in groups, in their order.
///
/// An idle queue commits an item as soon as it comes. Under load it starts a commit at most every `paceMilliseconds`,
/// or when a batch is full, or when somebody waits for one, so groups grow by themselves. After a failed commit it
/// commits nothing more: what comes then is dropped, and `failure` says why.
package final class CommitQueue<Item: Sendable>: Sendable {
  /// Counts the items ever enqueued; an item is committed when `committed` has reached its number.
  package typealias Ticket = UInt64

  package struct Options: Sendable {
    /// Of the thread, for debuggers.
    package var name = "commit-queue"
    /// Items not yet committed from which on `isFull` asks the producer to pause.
    package var capacity = 65_536
    /// Items in one commit, at most.
    package var batchLimit = 4096
    /// Time between the starts of two commits that nobody waits for, 50 at most; 0 commits without pause.
    package var paceMilliseconds: Int64 = 10
    /// Called on the queue's thread after each commit with its last ticket. It must not call `stop`.
    package var onCommit: @Sendable (Ticket) -> Void = { _ in }
    /// Called on the queue's thread when a full queue has fallen below half, or has failed. It must not call `stop`.
    package var onSpace: @Sendable () -> Void = {}

    package init() {}
  }

  private let monitor: Monitor<CommitQueueState<Item>>
  private let thread: OSThread

  /// Starts the thread and returns when `open`, called there, has made the function that commits.
  ///
  /// What `open` makes stays on that thread, a `Database` for instance. Throws what `open` throws.
  package static func start(
    _ options: Options, open: @escaping @Sendable () throws -> ([Item]) throws -> Void
  ) throws -> CommitQueue {
    let monitor = Monitor(CommitQueueState<Item>(options))
    let worker = CommitQueueWorker(monitor: monitor, options: options)
    let thread = try OSThread.start(name: options.name) { worker.run(open) }
    let failure = monitor.wait(until: nil) { state in state.phase == .opening ? nil : Optional(state.failure) }
    if let failure = failure ?? nil {
      thread.join()
      throw failure
    }
    return CommitQueue(monitor: monitor, thread: thread)
  }

  private init(monitor: Monitor<CommitQueueState<Item>>, thread: OSThread) {
    self.monitor = monitor
    self.thread = thread
  }

  /// Appends an item, beyond the capacity too, and returns its ticket; never blocks.
  @discardableResult
  package func enqueue(_ item: Item) -> Ticket {
    let (ticket, isWorkerNeeded) = monitor.withLock { $0.enqueue(item) }
    if isWorkerNeeded { monitor.broadcast() }
    return ticket
  }

  /// Whether the producer should pause until `onSpace`.
  package var isFull: Bool { monitor.withLock { $0.isFull } }

  /// The last ticket given out.
  package var enqueued: Ticket { monitor.withLock { $0.enqueued } }

  /// The last ticket that is committed; all before it are too.
  package var committed: Ticket { monitor.withLock { $0.committed } }

  /// What the first failed commit threw.
  package var failure: (any Error)? { monitor.withLock { $0.failure } }

  /// Blocks until the ticket's item is committed; false at the deadline, after a failure, or when it never will be.
  package func waitUntilCommitted(_ ticket: Ticket, deadline: UInt64?) -> Bool {
    if monitor.withLock({ $0.demand(ticket) }) { monitor.broadcast() }
    return monitor.wait(until: deadline) { $0.isCommitted(ticket) } ?? false
  }

  /// Commits what is there and ends the thread; what is enqueued from now on is dropped. Every caller blocks till then.
  package func stop() {
    monitor.withLock { $0.isStopping = true }
    monitor.broadcast()
    thread.join()
  }
}
