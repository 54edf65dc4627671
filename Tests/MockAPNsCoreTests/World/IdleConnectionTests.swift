import Testing

@testable import MockAPNsCore

@Suite("An idle connection")
struct IdleConnectionTests {
  private let farewell = Effect.goAway(connection: 1, GoAway(.idleTimeout, isRepeated: false))

  @Test("is sent away after 20 minutes without push or PING, not a millisecond earlier")
  func timeout() throws {
    var world = try Provider().world
    let end = Town.morning.later(1200)
    #expect(world.nextDeadline == end)
    #expect(world.advance(to: end + -1).isEmpty)
    #expect(world.advance(to: end) == [farewell])
    #expect(world.nextDeadline == nil && world.advance(to: end.later(9999)).isEmpty)
    #expect(world.receive(Push().request, on: StreamID(connection: 1, stream: 1), evidence: nil, at: end).isEmpty)
  }

  @Test("is kept by a push and by a PING")
  func signsOfLife() throws {
    var provider = try Provider()
    try provider.send(Push().without("authorization"), at: Town.morning.later(100))
    #expect(provider.world.advance(to: Town.morning.later(1200)).isEmpty)
    #expect(provider.world.nextDeadline == Town.morning.later(1300))
    provider.world.heard(from: 1, at: Town.morning.later(1299))
    #expect(provider.world.advance(to: Town.morning.later(1300)).isEmpty)
    #expect(provider.world.nextDeadline == Town.morning.later(2499))
    #expect(provider.world.advance(to: Town.morning.later(2499)) == [farewell])
  }

  @Test("says so in a GOAWAY that answers what is open")
  func frame() {
    guard case .goAway(_, let frame) = farewell else { return }
    #expect(frame.code == 0 && frame.lastStream == nil && !frame.isRepeated)
    #expect(String(decoding: frame.debugData, as: UTF8.self) == #"{"reason":"IdleTimeout"}"#)
  }

  @Test("does not take its neighbours with it")
  func neighbours() throws {
    var provider = try Provider(settings: ["idleTimeoutSeconds": 10])
    provider.connect(at: Town.morning.later(5))
    provider.connect(at: Town.morning.later(2))
    #expect(provider.world.advance(to: Town.morning.later(10)) == [farewell])
    #expect(provider.world.nextDeadline == Town.morning.later(12))
    provider.world.close(3)
    #expect(provider.world.advance(to: Town.morning.later(12)).isEmpty)
    #expect(provider.world.nextDeadline == Town.morning.later(15))
    #expect(provider.world.advance(to: Town.morning.later(15)).count == 1)
    #expect(provider.world.nextDeadline == nil)
  }

  @Test("that sent a PING after it was closed is not brought back")
  func late() throws {
    var world = try Provider().world
    world.close(1)
    world.heard(from: 1, at: Town.morning)
    #expect(world.connections.isEmpty)
  }
}
