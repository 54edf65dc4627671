import Testing

@testable import MockAPNsCore

@Suite("Deadlines")
struct DeadlinesTests {
  private func thing(_ number: Int) -> Deadlines.Thing { .activity("\(number)") }

  private func take(_ deadlines: inout Deadlines, until seconds: Int) -> [Deadlines.Thing] {
    var taken: [Deadlines.Thing] = []
    while let thing = deadlines.take(until: Town.morning.later(seconds)) { taken.append(thing) }
    return taken
  }

  @Test("come in the order of their times, whatever the order in which they were set", arguments: 1...20)
  func order(_ seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    var deadlines = Deadlines()
    for number in (0..<200).shuffled(using: &generator) { deadlines.set(thing(number), Town.morning.later(number)) }
    #expect(deadlines.first == Town.morning)
    #expect(take(&deadlines, until: 99) == (0..<100).map(thing))
    #expect(deadlines.first == Town.morning.later(100))
    #expect(take(&deadlines, until: 1000) == (100..<200).map(thing) && deadlines.first == nil)
  }

  @Test("are due at their time, not a millisecond earlier")
  func boundary() {
    var deadlines = Deadlines()
    deadlines.set(thing(1), Town.morning)
    #expect(deadlines.take(until: Town.morning + -1) == nil)
    #expect(deadlines.take(until: Town.morning) == thing(1))
    #expect(deadlines.take(until: .distantFuture) == nil)
  }

  @Test("that move earlier come once, at the earlier time")
  func earlier() {
    var deadlines = Deadlines()
    deadlines.set(thing(1), Town.morning.later(10))
    deadlines.set(thing(1), Town.morning.later(5))
    #expect(take(&deadlines, until: 4).isEmpty)
    #expect(take(&deadlines, until: 5) == [thing(1)])
    #expect(take(&deadlines, until: 100).isEmpty && deadlines.first == nil)
  }

  @Test("that move later still come at the first time, so that whoever takes them looks and puts them back, once")
  func later() {
    var deadlines = Deadlines()
    deadlines.set(thing(1), Town.morning.later(5))
    deadlines.set(thing(1), Town.morning.later(10))
    #expect(take(&deadlines, until: 5) == [thing(1)])
    deadlines.set(thing(1), Town.morning.later(10))
    #expect(take(&deadlines, until: 9).isEmpty)
    #expect(take(&deadlines, until: 10) == [thing(1)] && deadlines.first == nil)
  }

  @Test("that are taken away do not come, and may be set anew")
  func removed() {
    var deadlines = Deadlines()
    for number in 1...3 { deadlines.set(thing(number), Town.morning.later(number)) }
    deadlines.set(thing(2), nil)
    deadlines.set(thing(4), nil)
    #expect(take(&deadlines, until: 9) == [thing(1), thing(3)])
    deadlines.set(thing(2), Town.morning.later(20))
    #expect(take(&deadlines, until: 20) == [thing(2)])
  }

  @Test("that are set and taken away again and again take no more room than twice those that count and a thousand")
  func room() {
    var deadlines = Deadlines()
    for number in 0..<100 { deadlines.set(thing(number), Town.morning.later(number)) }
    for round in 0..<20_000 {
      deadlines.set(thing(1000), Town.morning.later(50_000 - round))
      deadlines.set(thing(1000), nil)
      #expect(deadlines.room <= 2 * 101 + 1001)
    }
    #expect(take(&deadlines, until: 100_000) == (0..<100).map(thing))
  }

  @Test("of an app and of an activity with the same name are two")
  func kinds() {
    var deadlines = Deadlines()
    let place = AppPlace(device: "1", bundleID: "1")
    deadlines.set(thing(1), Town.morning.later(2))
    deadlines.set(.waiting(place), Town.morning.later(1))
    #expect(take(&deadlines, until: 3) == [.waiting(place), thing(1)])
  }
}
