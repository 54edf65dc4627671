import Testing

@testable import MockAPNsCore

@Suite("The world's clock")
struct WorldClockTests {
  private let eightHours: Int64 = 8 * 3_600_000

  @Test("shows real time as long as nobody turns it")
  func real() {
    let clock = WorldClock()
    #expect(clock.now(at: Town.morning) == Town.morning && clock.lead(at: Town.morning) == 0)
    #expect(clock.real(of: Town.morning.later(5)) == Town.morning.later(5))
  }

  @Test("runs on from where it was turned to")
  func ahead() {
    var clock = WorldClock()
    clock.turn(to: Town.morning.later(8 * 3600), isFrozen: false, at: Town.morning)
    #expect(clock.offset == eightHours && clock.frozenAt == nil)
    #expect(clock.now(at: Town.morning.later(60)) == Town.morning.later(8 * 3600 + 60))
    #expect(clock.lead(at: Town.morning.later(60)) == eightHours)
    #expect(clock.real(of: Town.morning.later(8 * 3600)) == Town.morning)
  }

  @Test("stands still while it is frozen, falls behind, and goes on from there")
  func frozen() {
    var clock = WorldClock()
    clock.turn(to: Town.morning, isFrozen: true, at: Town.morning)
    let later = Town.morning.later(3600)
    #expect(clock.now(at: later) == Town.morning && clock.lead(at: later) == -3_600_000)
    #expect(clock.real(of: Town.morning.later(1)) == nil)
    clock.turn(to: clock.now(at: later), isFrozen: false, at: later)
    #expect(clock.now(at: later.later(1)) == Town.morning.later(1))
  }

  @Test("is the same after a snapshot", arguments: [-1500, -3_600_000, 0, 1, 28_800_000], [false, true])
  func snapshot(_ offset: Int64, _ isFrozen: Bool) throws {
    var world = try Town.world.get()
    world.clock = WorldClock(offset: offset, frozenAt: isFrozen ? Town.morning.later(-7) : nil)
    let copy = try Town.load(World.document(from: world.entities).text(), at: Town.morning.later(500))
    #expect(copy.clock == world.clock)
  }

  @Test("of a world file is what mode, now and offset say")
  func worldFile() throws {
    func clock(_ text: String) throws -> WorldClock { try Town.load("{ clock: \(text) }").clock }
    #expect(try clock("{}") == WorldClock())
    #expect(try clock("{ offset: '8h' }") == WorldClock(offset: eightHours, frozenAt: nil))
    #expect(try clock("{ now: '+8h' }") == WorldClock(offset: eightHours, frozenAt: nil))
    #expect(try clock("{ now: '2026-03-01T09:00:00Z' }") == WorldClock(offset: -3_600_000, frozenAt: nil))
    #expect(try clock("{ mode: 'frozen' }") == WorldClock(offset: 0, frozenAt: Town.morning))
    #expect(try clock("{ mode: 'frozen', now: '+1h' }").frozenAt == Town.morning.later(3600))
    #expect(try clock("{ mode: 'frozen', offset: '1h' }").frozenAt == Town.morning.later(3600))
  }

  @Test(
    "of a world file that cannot be is refused by its key",
    arguments: [
      ("{ mode: 'slow' }", "clock.mode"), ("{ offset: 8 }", "clock.offset"), ("{ offset: 'soon' }", "clock.offset"),
      ("{ offset: '9999999d' }", "clock.offset"), ("{ now: 'noon' }", "clock.now"), ("{ by: '8h' }", "clock.by"),
      ("{ now: '+8h', offset: '1h' }", "clock"), ("{ mode: 'frozen', now: '9500-01-01T00:00:00Z' }", "clock.now"),
      ("[]", "clock"),
    ])
  func badWorldFile(_ text: String, _ path: String) throws {
    let fault = try #require(throws: WorldFault.self) { _ = try Town.load("{ clock: \(text) }") }
    #expect(fault.path.description == path)
  }
}

@Suite("Turning the world's clock")
struct ClockCommandTests {
  private func turned(_ text: String, advancing: Bool = true, in world: inout World) throws -> Instant {
    let value = try JSONReader.read(Array(text.utf8)).value
    let now = world.clockNow(at: Town.morning)
    let command =
      try advancing ? ClockCommand(advancing: value, at: now) : ClockCommand(setting: value, at: now)
    _ = try world.apply(.clock(command), at: Town.morning)
    return world.clockNow(at: Town.morning)
  }

  @Test("moves it by a duration or to a time, whether it runs or stands still", arguments: ["real", "frozen"])
  func advance(_ mode: String) throws {
    var world = World(seed: 1)
    #expect(try turned("{\"mode\":\"\(mode)\"}", advancing: false, in: &world) == Town.morning)
    #expect(try turned(#"{"by":"90m"}"#, in: &world) == Town.morning.later(5400))
    #expect(try turned(#"{"by":0.5}"#, in: &world) == Town.morning.later(5400) + 500)
    #expect(try turned(#"{"by":0}"#, in: &world) == Town.morning.later(5400) + 500)
    #expect(try turned(#"{"to":"2026-03-01T18:00:00Z"}"#, in: &world) == Town.morning.later(8 * 3600))
    #expect(try turned(#"{"to":"+1h"}"#, in: &world) == Town.morning.later(9 * 3600))
    #expect((world.clock.frozenAt != nil) == (mode == "frozen"))
  }

  @Test("tells that the clock changed, behind what fell due")
  func effects() throws {
    var world = try Town.world.get()
    let effects = try world.apply(.clock(.advanceBy(milliseconds: 8 * 3_600_000)), at: Town.morning)
    let kinds = effects.compactMap { if case .changed(let change) = $0 { change.kind } else { nil } }
    #expect(kinds.last == .clock && kinds.contains(.activity) && kinds.count { $0 == .clock } == 1)
  }

  @Test(
    "is refused where it goes back, too far, or nowhere; the clock stays as it was",
    arguments: [
      (#"{"by":"-5s"}"#, "by is"), (#"{"by":-5}"#, "by is"), (#"{"by":"soon"}"#, "by is"), (#"{"by":true}"#, "by is"),
      (#"{"by":"0.0001s"}"#, "by is"), (#"{"by":"9223372036854775s"}"#, "too long"),
      (#"{"to":"2026-03-01T09:59:59.999Z"}"#, "only moves forwards"), (#"{"to":"-1s"}"#, "only moves forwards"),
      (#"{"to":"9000-01-02T00:00:00Z"}"#, "9000-01-01"), (#"{"by":"2600000d"}"#, "9000-01-01"),
      (#"{"to":"noon"}"#, "to is"), ("{}", "either by"), (#"{"by":1,"to":"+1h"}"#, "either by"),
      (#"{"for":1}"#, "for is no known key"),
    ])
  func refused(_ value: String, _ words: String) throws {
    var world = World(seed: 1)
    let before = world.clock
    let fault = try #require(throws: WorldFault.self) { _ = try turned(value, in: &world) }
    #expect("\(fault.path) \(fault.message)".contains(words), "\(fault)")
    #expect(world.clock == before)
  }

  @Test(
    "on or off is refused without a mode, with a wrong one, or backwards",
    arguments: [
      (#"{"now":"+1h"}"#, "has no mode"), (#"{"mode":"slow"}"#, "mode"), (#"{"mode":1}"#, "mode"),
      (#"{"mode":"frozen","now":"-1h"}"#, "only moves forwards"),
      (#"{"mode":"frozen","at":"+1h"}"#, "at is no known key"),
    ])
  func badMode(_ value: String, _ words: String) throws {
    var world = World(seed: 1)
    let fault = try #require(throws: WorldFault.self) { _ = try turned(value, advancing: false, in: &world) }
    #expect("\(fault.path) \(fault.message)".contains(words), "\(fault)")
  }
}

@Suite("An allowance")
struct AllowanceTests {
  @Test("fills up with time, never beyond what was spent, and not backwards")
  func refill() {
    var allowance = Allowance(at: Town.morning)
    allowance.spent = 3
    allowance.refill(perHour: 2, at: Town.morning.later(-60))
    #expect(allowance.spent == 3 && allowance.at == Town.morning)
    allowance.refill(perHour: 2, at: Town.morning.later(1800))
    #expect(allowance.spent == 2 && allowance.at == Town.morning.later(1800))
    allowance.refill(perHour: 2, at: Town.morning.later(100_000))
    #expect(allowance.spent == 0)
    allowance.refill(perHour: 2, at: Town.morning.later(200_000))
    #expect(allowance.spent == 0)
  }

  @Test("that never fills up stays as it is")
  func none() {
    var allowance = Allowance(at: Town.morning)
    allowance.spent = 1
    allowance.refill(perHour: 0, at: Town.morning.later(1_000_000))
    #expect(allowance.spent == 1)
  }
}
