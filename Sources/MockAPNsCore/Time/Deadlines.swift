/// What the clock will do next: things with the time at which they are due, the earliest first.
///
/// A thing has one time at most. Moving it later leaves its entry where it is; whoever takes it looks at the thing and
/// puts it back, so that a change costs nothing until then.
struct Deadlines: Sendable {
  /// Something that time changes by itself.
  enum Thing: Hashable, Sendable {
    case activity(String)
    /// The push that waits for an app on a device.
    case waiting(AppPlace)
  }

  private struct Entry: Sendable {
    var time: Instant
    var thing: Thing
  }

  /// A binary heap.
  private var heap: [Entry] = []
  private var times: [Thing: Instant] = [:]

  /// The entries that are kept, those of things that moved included.
  var room: Int { heap.count }

  /// When something is due next.
  var first: Instant? { heap.first?.time }

  /// Notes when a thing is due; nil for never.
  mutating func set(_ thing: Thing, _ time: Instant?) {
    guard let time else {
      times[thing] = nil
      return
    }
    if let known = times[thing], known <= time { return }
    times[thing] = time
    if heap.count > 2 * times.count + 1000 { rebuild() } else { push(Entry(time: time, thing: thing)) }
  }

  /// Takes the next thing that is due by then.
  mutating func take(until now: Instant) -> Thing? {
    while let top = heap.first, top.time <= now {
      pop()
      if times[top.thing] == top.time {
        times[top.thing] = nil
        return top.thing
      }
    }
    return nil
  }

  private mutating func rebuild() {
    heap = times.map { Entry(time: $0.value, thing: $0.key) }.sorted { $0.time < $1.time }
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var index = heap.count - 1
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0].time < heap[$1].time }), heap[least].time < heap[index].time
      else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
