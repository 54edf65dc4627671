import Testing

@testable import MockAPNsIO

/// SplitMix64: the same seed gives the same conversation.
private struct Randomness: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("No bytes that a client sends harm the process", .timeLimit(.minutes(10)))
struct Mutations {
  private static let conversation =
    Frame.settings([(3, 100), (4, 1000)]).bytes + Frame.settingsAcknowledgement.bytes
    + Frame.push(1, [("apns-topic", "com.example"), ("apns-id", "x")], ends: false).bytes
    + Frame.data(1, Array("{\"aps\":{}}".utf8)).bytes + Frame.ping(1).bytes + Frame.push(3).bytes
    + Frame.windowUpdate(0, 100).bytes + Frame.reset(3).bytes + Frame.push(5, ends: false).bytes
    + Frame.headers(5, [("trailer", "1")]).bytes + Frame.goAway(code: 0, text: "bye").bytes

  @Test("a conversation with changed, dropped and doubled bytes", arguments: 0..<20)
  func session(seed: Int) throws {
    var randomness = Randomness(state: UInt64(seed))
    for _ in 0..<100 {
      var bytes = Mutations.conversation
      for _ in 0..<Int.random(in: 1...6, using: &randomness) {
        let index = Int.random(in: bytes.indices, using: &randomness)
        switch Int.random(in: 0..<3, using: &randomness) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &randomness)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[index..<min(index + 20, bytes.count)], at: index)
        }
      }
      let memory = try MemorySession(streamLimit: 2)
      memory.receive(Frame.preface)
      for start in stride(from: 0, to: bytes.count, by: 50) {
        memory.receive(Array(bytes[start..<min(start + 50, bytes.count)]))
        for case .request(_, let stream) in memory.takeEvents() {
          _ = memory.session.reply(HTTPReply(status: 200, body: [1]), to: stream)
        }
        _ = memory.sent()
      }
    }
  }

  @Test("ciphertext with changed bytes", arguments: 0..<20)
  func handshake(seed: Int) throws {
    var randomness = Randomness(state: UInt64(seed))
    let context = try TLSContext(TestIdentity.configuration())
    for _ in 0..<20 {
      let client = try ClientTLS()
      _ = client.engine.handshake()
      var hello = client.engine.takeCiphertext()
      hello[Int.random(in: hello.indices, using: &randomness)] = UInt8.random(in: 0...255, using: &randomness)
      let server = try TLSEngine(context)
      server.feed(hello)
      _ = server.handshake()
      #expect(server.takeCiphertext().count < 100_000)
    }
  }
}
