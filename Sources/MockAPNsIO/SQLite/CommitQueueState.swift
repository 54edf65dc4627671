/// What a `CommitQueue` and its thread share.
struct CommitQueueState<Item: Sendable>: Sendable {
  enum Phase: Sendable {
    case opening
    /// Sleeps until there is an item.
    case idle
    /// Sleeps until the next commit may begin.
    case pacing
    case working
    case ended
  }

  var phase = Phase.opening
  var isStopping = false
  var failure: (any Error)?
  private(set) var enqueued: UInt64 = 0
  private(set) var committed: UInt64 = 0
  private var pending: [Item] = []
  /// The highest ticket that somebody waits for.
  private var demanded: UInt64 = 0
  private var wasFull = false
  private let capacity: UInt64
  private let batchLimit: Int

  init(_ options: CommitQueue<Item>.Options) {
    capacity = UInt64(max(1, options.capacity))
    batchLimit = max(1, options.batchLimit)
  }

  private var isAccepting: Bool { failure == nil && !isStopping && phase != .ended }

  /// Unaccepted items have no tickets, so none of them is ever waited for.
  private var backlog: UInt64 { enqueued - committed }

  var isFull: Bool { isAccepting && backlog >= capacity }

  /// The item's ticket, and whether the worker sleeps although it now has something to do.
  mutating func enqueue(_ item: Item) -> (ticket: UInt64, isWorkerNeeded: Bool) {
    guard isAccepting else { return (.max, false) }
    pending.append(item)
    enqueued += 1
    if backlog >= capacity { wasFull = true }
    guard phase == .idle || phase == .pacing && pending.count >= batchLimit else { return (enqueued, false) }
    // Whoever comes next need not wake the worker again.
    phase = .working
    return (enqueued, true)
  }

  /// Notes that somebody waits for a ticket; whether the worker must be woken for it.
  mutating func demand(_ ticket: UInt64) -> Bool {
    demanded = max(demanded, min(ticket, enqueued))
    return phase == .pacing && demanded > committed
  }

  /// Nil as long as it may still happen.
  func isCommitted(_ ticket: UInt64) -> Bool? {
    if ticket <= committed { return true }
    return ticket > enqueued || failure != nil || phase == .ended ? false : nil
  }

  /// Whether the worker has something to do at all.
  var isWorkWaiting: Bool { !pending.isEmpty || isStopping }

  /// Whether the worker should not wait for more.
  var isHurried: Bool { isStopping || demanded > committed || pending.count >= batchLimit }

  /// Empty when the worker is to end.
  mutating func takeBatch() -> [Item] {
    phase = .working
    if pending.count <= batchLimit {
      defer { pending = [] }
      return pending
    }
    let batch = Array(pending.prefix(batchLimit))
    pending.removeFirst(batchLimit)
    return batch
  }

  /// The new last ticket, and whether a full queue has just fallen below half.
  mutating func finishBatch(count: Int) -> (ticket: UInt64, hasSpace: Bool) {
    committed += UInt64(count)
    let hasSpace = wasFull && backlog < max(1, capacity / 2)
    if hasSpace { wasFull = false }
    return (committed, hasSpace)
  }

  /// Whether a producer was told to pause and must hear that nothing is full any more.
  mutating func end(failure: (any Error)?) -> Bool {
    phase = .ended
    self.failure = failure
    pending = []
    return wasFull
  }
}
