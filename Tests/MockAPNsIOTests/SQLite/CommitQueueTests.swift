import MockAPNsIO
import Synchronization
import Testing

@Suite("Group commit", .timeLimit(.minutes(10)))
struct CommitQueueTests {
  struct Refused: Error {}

  /// What a queue committed, and a gate that its commits wait at.
  final class Store: Sendable {
    let batches = Mutex<[[Int]]>([])
    let isOpen = Monitor(true)
    let begun = Monitor(0)

    func setOpen(_ value: Bool) {
      isOpen.withLock { $0 = value }
      isOpen.broadcast()
    }

    func commit(_ batch: [Int]) throws {
      begun.withLock { $0 += 1 }
      begun.broadcast()
      _ = isOpen.wait(until: nil, while: { !$0 })
      if batch.contains(-1) { throw Refused() }
      batches.withLock { $0.append(batch) }
    }

    func awaitBegun(_ count: Int) { _ = begun.wait(until: nil, while: { $0 < count }) }

    var items: [Int] { batches.withLock { $0.flatMap { $0 } } }
  }

  let store = Store()

  private func start(_ change: (inout CommitQueue<Int>.Options) -> Void = { _ in }) throws -> CommitQueue<Int> {
    var options = CommitQueue<Int>.Options()
    change(&options)
    return try CommitQueue.start(options) { [store] in store.commit }
  }

  @Test("whoever waits for a ticket finds its item and all before it")
  func waiting() throws {
    let queue = try start { $0.paceMilliseconds = 50 }
    for round in 1...20 {
      queue.enqueue(round * 2 - 1)
      let ticket = queue.enqueue(round * 2)
      #expect(ticket == UInt64(round * 2))
      #expect(queue.waitUntilCommitted(ticket, deadline: nil))
      #expect(queue.committed == ticket)
      #expect(store.items == Array(1...round * 2))
    }
    queue.stop()
  }

  @Test("an item on an idle queue is committed without anybody waiting")
  func idle() throws {
    let committed = Monitor<UInt64>(0)
    let queue = try start {
      $0.onCommit = { ticket in
        committed.withLock { $0 = ticket }
        committed.broadcast()
      }
    }
    queue.enqueue(7)
    #expect(committed.wait(until: nil, while: { $0 < 1 }))
    queue.enqueue(8)
    #expect(committed.wait(until: nil, while: { $0 < 2 }))
    #expect(store.batches.withLock { $0 } == [[7], [8]])
    queue.stop()
  }

  @Test("what comes during a commit is committed together, in batches up to the limit")
  func grouping() throws {
    let queue = try start { $0.batchLimit = 3 }
    store.setOpen(false)
    queue.enqueue(1)
    store.awaitBegun(1)
    for number in 2...8 { queue.enqueue(number) }
    store.setOpen(true)
    queue.stop()
    #expect(store.batches.withLock { $0 } == [[1], [2, 3, 4], [5, 6, 7], [8]])
  }

  @Test("items that come quickly are paced into few commits")
  func pacing() throws {
    let queue = try start { $0.paceMilliseconds = 50 }
    for number in 1...1000 { queue.enqueue(number) }
    queue.stop()
    #expect(store.items == Array(1...1000))
    #expect(store.batches.withLock { $0.count } < 20)
  }

  @Test("a full queue says so, takes more nevertheless, and tells when half is free")
  func capacity() throws {
    let spaces = Monitor(0)
    let queue = try start {
      $0.capacity = 4
      $0.batchLimit = 2
      $0.onSpace = {
        spaces.withLock { $0 += 1 }
        spaces.broadcast()
      }
    }
    store.setOpen(false)
    for number in 1...3 { queue.enqueue(number) }
    #expect(!queue.isFull)
    queue.enqueue(4)
    #expect(queue.isFull)
    #expect(queue.enqueue(5) == 5)
    store.setOpen(true)
    #expect(spaces.wait(until: nil, while: { $0 < 1 }))
    #expect(!queue.isFull)
    queue.stop()
    #expect(store.items == [1, 2, 3, 4, 5])
    #expect(spaces.withLock { $0 } == 1)
  }

  @Test("after a failed commit every waiter is released, nothing more is committed, and the reason stays")
  func failure() throws {
    let spaces = Monitor(0)
    let queue = try start {
      $0.capacity = 2
      $0.onSpace = {
        spaces.withLock { $0 += 1 }
        spaces.broadcast()
      }
    }
    #expect(queue.waitUntilCommitted(queue.enqueue(1), deadline: nil))
    store.setOpen(false)
    queue.enqueue(2)
    store.awaitBegun(2)
    let ticket = queue.enqueue(-1)
    store.setOpen(true)
    #expect(!queue.waitUntilCommitted(ticket, deadline: nil))
    #expect(queue.failure is Refused)
    #expect(spaces.wait(until: nil, while: { $0 < 1 }), "a paused producer hears of it")
    #expect(!queue.isFull)
    #expect(!queue.waitUntilCommitted(queue.enqueue(3), deadline: nil))
    #expect(queue.waitUntilCommitted(1, deadline: nil))
    queue.stop()
    #expect(store.items == [1, 2])
  }

  @Test("stop commits what is there, may be called twice, and drops what comes later")
  func stop() throws {
    let queue = try start { $0.paceMilliseconds = 50 }
    queue.enqueue(1)
    for number in 2...3 { queue.enqueue(number) }
    queue.stop()
    queue.stop()
    #expect(store.items == [1, 2, 3])
    #expect(!queue.waitUntilCommitted(queue.enqueue(4), deadline: nil))
    #expect(queue.waitUntilCommitted(3, deadline: nil))
    #expect(store.items == [1, 2, 3])
  }

  @Test("a wait ends at its deadline, and at once for a ticket that was never given")
  func deadline() throws {
    let queue = try start()
    store.setOpen(false)
    let ticket = queue.enqueue(1)
    #expect(!queue.waitUntilCommitted(ticket, deadline: SystemClock.deadline(inMilliseconds: 5)))
    #expect(!queue.waitUntilCommitted(ticket + 1, deadline: nil))
    #expect(queue.waitUntilCommitted(0, deadline: nil))
    store.setOpen(true)
    queue.stop()
  }

  @Test("a store that cannot be opened is the error of the start")
  func openFails() {
    #expect(throws: Refused.self) { try CommitQueue<Int>.start(.init()) { throw Refused() } }
  }

  @Test("many producers lose nothing and keep their own order")
  func producers() throws {
    let queue = try start { $0.paceMilliseconds = 1 }
    let threads = try (0..<4).map { producer in
      try OSThread.start(name: "producer") {
        for number in 0..<2000 {
          let ticket = queue.enqueue(producer * 10_000 + number)
          if number % 100 == 0 { #expect(queue.waitUntilCommitted(ticket, deadline: nil)) }
        }
      }
    }
    for each in threads { each.join() }
    queue.stop()
    let items = store.items
    #expect(items.count == 8000)
    for producer in 0..<4 {
      #expect(items.filter { $0 / 10_000 == producer } == (0..<2000).map { producer * 10_000 + $0 })
    }
  }
}
