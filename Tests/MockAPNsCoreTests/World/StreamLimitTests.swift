import Testing

@testable import MockAPNsCore

@Suite("The number of streams that a connection may open")
struct StreamLimitTests {
  @Test("is 1 with a provider token until one was found good, then 1000, told once")
  func token() throws {
    var provider = try Provider()
    #expect(provider.world.streamLimit(of: 1) == 1)
    #expect(try provider.send(Push().without("authorization")).streamLimits.isEmpty)
    #expect(try provider.send(Push().signed(.wrong)).streamLimits.isEmpty)
    let answer = try provider.send()
    #expect(answer.streamLimits == [1000])
    let last = try #require(answer.effects.last)
    #expect(last == .limitStreams(connection: 1, 1000))
    #expect(provider.world.streamLimit(of: 1) == 1000)
    #expect(try provider.send().streamLimits.isEmpty)
  }

  @Test("rises also when the good token came with a push that is refused for something else")
  func refusedPush() throws {
    var provider = try Provider()
    #expect(try provider.send(Push().to("x")).streamLimits == [1000])
  }

  @Test("is 1000 at once with a certificate")
  func certificate() throws {
    var provider = try Provider(.certificate(.tram))
    #expect(provider.world.streamLimit(of: 1) == 1000)
    #expect(try provider.send(Push().without("authorization")).streamLimits.isEmpty)
  }

  @Test("follows the settings; the first is never more than the second", arguments: [(5, 50), (50, 50), (60, 50)])
  func settings(_ initial: Int, _ most: Int) throws {
    let settings: [String: JSON] = [
      "initialConcurrentStreams": .integer(initial), "maxConcurrentStreams": .integer(most),
    ]
    var provider = try Provider(settings: settings)
    #expect(provider.world.streamLimit(of: 1) == min(initial, most))
    #expect(try provider.send().streamLimits == (initial < most ? [most] : []))
    #expect(try Provider(.certificate(.tram), settings: settings).world.streamLimit(of: 1) == most)
  }

  @Test("falls to 1 after a refusal where the setting says so, and rises after an accepted push; 410 does not count")
  func throttle() throws {
    for facts in [ConnectionFacts(id: 1), .certificate(.tram)] {
      var provider = try Provider(facts, settings: ["throttleAfterRejection": true])
      try provider.send()
      #expect(try provider.send(Push().to(Town.token("retired/expired"))).streamLimits.isEmpty)
      #expect(try provider.send(Push().to("x")).streamLimits == [1])
      #expect(try provider.send(Push().to("x")).streamLimits.isEmpty)
      #expect(try provider.send(Push().to(Town.token("retired/expired"))).streamLimits.isEmpty)
      #expect(try provider.send().streamLimits == [1000])
    }
  }

  @Test("stays after a refusal by default")
  func noThrottle() throws {
    var provider = try Provider()
    try provider.send()
    #expect(try provider.send(Push().to("x")).streamLimits.isEmpty)
  }

  @Test("of a connection that nobody opened is the usual one")
  func unknown() throws {
    #expect(try Provider().world.streamLimit(of: 77) == 1000)
  }
}
