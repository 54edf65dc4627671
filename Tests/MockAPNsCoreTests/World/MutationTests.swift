import Testing

@testable import MockAPNsCore

/// Makes pushes that are wrong in random ways; the same seed makes the same ones.
struct PushMutator {
  private var random: SeededGenerator
  private let samples: [Push]
  private let goodToken = "bearer " + TokenText().text

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    samples = RefusedPush.all.map(\.push) + FoundPush.all.map(\.push) + PushType.allCases.map { Push.of($0) } + [Push()]
  }

  mutating func next() -> Push {
    var push = pick(samples)
    for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&push) }
    return push
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func mutate(_ push: inout Push) {
    let kind = Int.random(in: 0...60, using: &random)
    switch kind == 60 ? 10 : kind % 10 {
    case 0: push.method = text(0...6)
    case 1: push.path = mutated(push.path)
    case 2: push = push.to(text(0...220))
    case 3: push.body = bytes(0...100)
    case 10: push.body = bytes(0...6000)
    case 4: push = push.body(mutated(String(decoding: push.body, as: UTF8.self)))
    case 5: push = push.header(pick(PushHeader.allCases).rawValue, bytes(0...80))
    case 6: push = push.adding(pick(PushHeader.allCases).rawValue, text(0...40))
    case 7: push = push.header("authorization", mutated(goodToken))
    case 8: push = push.authority(pick(["", "localhost", "api.push.apple.com", text(0...30)]))
    default: push = push.token { $0.iat = .integer(Int64(bitPattern: random.next())) }
    }
  }

  private mutating func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
    let count = Int.random(in: counts, using: &random)
    var bytes: [UInt8] = []
    while bytes.count < count {
      let word = random.next()
      for shift: UInt64 in [0, 8, 16, 24, 32, 40, 48, 56] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return Array(bytes.prefix(count))
  }

  private mutating func text(_ counts: ClosedRange<Int>) -> String {
    String(decoding: bytes(counts), as: UTF8.self)
  }

  /// Changes, drops or doubles a byte.
  private mutating func mutated(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    let place = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    default: bytes.insert(bytes[place], at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite("Any push at all")
struct MutationTests {
  @Test(
    "gets one record and one reply, numbered one after the other, and leaves bounded traces",
    arguments: 1...4 as ClosedRange<UInt64>)
  func anyPush(_ seed: UInt64) throws {
    var mutator = PushMutator(seed: seed)
    let isLoose = seed.isMultiple(of: 2)
    var provider = isLoose ? Provider(World(seed: seed)) : try Provider(settings: ["pushesPerTokenPerSecond": 3])
    provider.connect(.certificate(.universal))
    provider.connect(ConnectionFacts(id: 0, service: .channels))
    var statuses: Set<Int> = []
    for number in 0..<5000 {
      provider.use(mutator.pick([1, 1, 2, 3]))
      let answer = try provider.send(mutator.next(), at: Town.morning + number * 100)
      statuses.insert(answer.reply.status)
      #expect(answer.reply.status == 200 || answer.verdict.check != "accepted")
      #expect(answer.reply.status != 200 || answer.reply.body.isEmpty)
    }
    #expect(statuses.isSuperset(of: [200, 400, 403, 404, 405, 413, 431]))
    #expect(provider.world.connections.count == 3)
    for connection in provider.world.connections.values {
      #expect(connection.tokenChanges.count <= provider.world.settings.providerTokenUpdates)
      #expect(connection.lastToken.count <= Check.headerListLimit)
    }
    #expect(provider.world.tokens == provider.world.derivedTokens)
    _ = try Town.load(World.document(from: provider.world.entities).text())
  }
}
