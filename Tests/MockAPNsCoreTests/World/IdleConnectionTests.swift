import Testing

@testable import MockAPNsCore

@Suite("An idle connection")
struct IdleConnectionTests {
  /// A world where time changes nothing but connections.
  private func provider(idleTimeoutSeconds: Int = 1200) -> Provider {
    var world = World(seed: 1)
    world.settings.idleTimeoutSeconds = idleTimeoutSeconds
    return Provider(world)
  }

  private let farewell = Effect.goAway(connection: 1, GoAway(.idleTimeout, isRepeated: false))

  @Test("is sent away after 20 minutes without push or PING, not a millisecond earlier")
  func timeout() {
    var world = provider().world
    let end = Town.morning.later(1200)
    #expect(world.nextDeadline == end)
    #expect(world.advance(to: end + -1).isEmpty)
    #expect(world.advance(to: end) == [farewell])
    #expect(world.nextDeadline == nil && world.advance(to: end.later(9999)).isEmpty)
    #expect(world.receive(Push().request, on: StreamID(connection: 1, stream: 1), evidence: nil, at: end).isEmpty)
  }

  @Test("is kept by a push and by a PING")
  func signsOfLife() throws {
    var provider = provider()
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
  func neighbours() {
    var provider = provider(idleTimeoutSeconds: 10)
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

  @Test("shares its alarm with the devices: the earlier of the two comes first")
  func devices() throws {
    var provider = try Provider(settings: ["idleTimeoutSeconds": 36_000])
    let runsOut = try #require(provider.world.activities["ride"]).startedAt.later(8 * 3600)
    #expect(provider.world.nextDeadline == runsOut)
    _ = provider.world.advance(to: runsOut)
    #expect(provider.world.activities["ride"]?.state == .ended)
    _ = try provider.world.apply(.set(JSONObject([.init(name: "idleTimeoutSeconds", value: 60)])), at: runsOut)
    provider.connect(at: runsOut)
    #expect(provider.world.nextDeadline == runsOut.later(60))
  }

  @Test("that sent a PING after it was closed is not brought back")
  func late() throws {
    var world = try Provider().world
    world.close(1)
    world.heard(from: 1, at: Town.morning)
    #expect(world.connections.isEmpty)
  }
}
