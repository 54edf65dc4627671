import Foundation
import MockAPNsIO
import Testing

@Suite("Blocking threads that meet at a monitor", .timeLimit(.minutes(10)))
struct MonitorTests {
  @Test("changes under the lock are not lost")
  func exclusion() throws {
    let counter = Monitor(0)
    let threads = try (0..<4).map { index in
      try OSThread.start(name: "adder \(index)") {
        for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
      }
    }
    for each in threads { each.join() }
    #expect(counter.withLock { $0 } == 40_000)
  }

  @Test("a waiter wakes when what it waits for is there")
  func wakes() throws {
    let turn = Monitor(0)
    let partner = try OSThread.start(name: "partner") {
      for round in 0..<1000 {
        _ = turn.wait(until: nil) { $0 == 2 * round + 1 ? ($0 += 1) : nil }
        turn.broadcast()
      }
    }
    for round in 0..<1000 {
      turn.withLock { $0 = 2 * round + 1 }
      turn.broadcast()
      #expect(turn.wait(until: nil, while: { $0 != 2 * round + 2 }))
    }
    partner.join()
  }

  @Test("a wait ends at its deadline, at once when that has passed, and not at all when nothing is awaited")
  func deadlines() {
    let never = Monitor(false)
    let deadline = SystemClock.deadline(inMilliseconds: 20)
    #expect(!never.wait(until: deadline, while: { !$0 }))
    #expect(SystemClock.monotonicNanoseconds() >= deadline)
    #expect(!never.wait(until: 0, while: { !$0 }))
    #expect(never.wait(until: 0, while: { $0 }))
    #expect(never.wait(until: .max, while: { $0 }))
    #expect(never.wait(until: 0) { _ in 7 } == 7)
  }

  @Test("an error leaves the lock open")
  func failure() {
    struct Refused: Error {}
    let monitor = Monitor(0)
    #expect(throws: Refused.self) { try monitor.withLock { _ in throw Refused() } }
    #expect(monitor.withLock { $0 } == 0)
  }

  @Test(
    "a thread may be joined twice and carries its name",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/thread-self/comm")))
  func name() throws {
    let seen = Monitor("")
    let thread = try OSThread.start(name: "a name of many bytes") {
      let text = (try? Files.read("/proc/thread-self/comm", limitBytes: 100)) ?? []
      seen.withLock { $0 = String(decoding: text, as: UTF8.self) }
    }
    thread.join()
    thread.join()
    #expect(seen.withLock { $0 } == "a name of many \n")
  }
}
