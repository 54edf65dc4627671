import Testing

@testable import MockAPNsCore

/// Random pushes, commands and turns of the clock on the town, with what a store would have kept of them.
private struct Storm {
  var provider: Provider
  var random: SeededRandom
  /// The pieces as the effects told them.
  private(set) var stored: [String: JSON] = [:]
  private(set) var outcomes: [UInt64: [OutcomeKind]] = [:]
  private var now = Town.morning

  init(_ seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    provider = try Provider(settings: ["unknownTokens": "enroll", "idleTimeoutSeconds": 1_000_000])
    for entity in provider.world.entities { stored["\(entity.kind) \(entity.id)"] = entity.value }
    take(try provider.world.apply(.set(JSONObject([.init(name: "secondEnd", value: "apply")])), at: now))
  }

  mutating func step() throws {
    now = now.later(Int.random(in: 0...1800, using: &random))
    if random.chance(50) { return take(try provider.send(push(), at: now).effects) }
    let before = provider.world
    do throws(WorldFault) {
      take(try provider.world.apply(command(), at: now))
    } catch {
      #expect(provider.world.entities == before.entities && provider.world.tokens == before.tokens)
    }
    if random.chance(20) { take(provider.world.advance(to: now)) }
  }

  private mutating func take(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .changed(let change): stored["\(change.kind) \(change.id)"] = change.value
      case .record(let delivery): outcomes[delivery.seq] = delivery.outcomes.map(\.kind)
      case .outcomes(let addition): outcomes[addition.seq, default: []] += addition.outcomes.map(\.kind)
      default: break
      }
    }
  }

  private mutating func push() -> Push {
    // A token of each app that there is, dead ones included; the provider is of the team of most of them.
    let known = provider.world.tokens.keys.map(\.text).sorted()
    let token = random.chance(5) ? Town.token("new\(random.next() % 9)") : random.pick(known)
    let entry = (try? DeviceToken(parsing: Array(token.utf8)[...])).flatMap { provider.world.tokens[$0] }
    let topic = (entry?.bundleID ?? Town.app) + (entry?.kind.topicSuffix ?? "")
    let bodies = [
      #"{"aps":{"alert":"a","badge":3}}"#, #"{"aps":{"content-available":1}}"#, "no JSON", "[]", "{}",
      #"{"aps":{"event":"update","timestamp":\#(now.seconds),"content-state":{"stop":"a"}}}"#,
      #"{"aps":{"event":"end","timestamp":\#(now.seconds),"content-state":{"stop":"a","stop":"b"}}}"#,
      #"{"aps":{"event":"start","timestamp":\#(now.seconds),"attributes-type":"TramAttributes","alert":"a","#
        + #""attributes":{"line":"9"},"content-state":{"stop":"a"}}}"#,
    ]
    var push = Push().to(token).topic(topic).without("apns-push-type").body(random.pick(bodies))
      .token { $0.iat = .integer(now.seconds) }
    push = push.header("apns-priority", random.pick(["10", "5", "1"]))
    if random.chance(30) { push = push.header("apns-collapse-id", random.pick(["a", "b"])) }
    if random.chance(40) {
      push = push.header("apns-expiration", random.pick(["0", "\(now.seconds - 9)", "\(now.seconds + 2000)"]))
    }
    if entry?.environment == .production { push = push.authority("api.push.apple.com") }
    if random.chance(30) { push = push.type(topic.hasSuffix("liveactivity") ? "liveactivity" : "background") }
    return push
  }

  private mutating func command() -> Command {
    let device = random.pick(provider.world.devices.keys.sorted() + ["nobody"])
    let apps = provider.world.devices[device]?.apps.map(\.bundleID) ?? []
    let place = AppPlace(device: device, bundleID: random.pick(apps + [Town.app]))
    let flag = JSON.bool(random.chance(50))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: return .device(.change(device, [random.pick(["online", "lowPower", "locked"]): flag]))
    case 3: return .device(.change(device, ["liveActivitiesEnabled": flag]))
    case 4: return .device(.changeApp(place, [random.pick(["foreground", "forceQuit", "update"]): flag]))
    case 5: return .device(.uninstall(place))
    case 6: return .device(.install(device: device, ["bundleId": .string(place.bundleID)]))
    case 7: return .device(.rotate(place, random.pick(TokenKind.plain)))
    case 8:
      let token = random.pick(provider.world.tokens.keys.sorted { $0.text < $1.text })
      let states = TokenEntry.Retirement.State.allCases.map(\.rawValue)
      return .device(.changeToken(token, ["state": .string(random.pick(states + ["active", "active"]))]))
    case 9 where random.chance(30): return .device(.remove(device))
    case 10: return .device(.change(device, ["consent": .string(random.pick(["undecided", "denied", "allowed"]))]))
    default: return .clock(.advanceBy(milliseconds: Int64.random(in: 0...20_000_000, using: &random)))
    }
  }
}

@Suite("Whatever happens to devices")
struct DeviceStormTests {
  @Test("the store has what the world has, and a snapshot of it makes the same world", arguments: 1...24)
  func parity(_ seed: UInt64) throws {
    var storm = try Storm(seed)
    for _ in 0..<250 { try storm.step() }
    let world = storm.provider.world
    for entity in world.entities {
      let value = entity.kind == .activity ? world.activities[entity.id]?.json : entity.value
      #expect(storm.stored["\(entity.kind) \(entity.id)"] == value, "\(entity.kind) \(entity.id)")
    }
    #expect(storm.stored.count == world.entities.count)
    #expect(world.tokens == world.derivedTokens)
    #expect(
      world.activityIDs.filter { !$0.value.isEmpty }.mapValues(Set.init) == world.derivedActivityIDs.mapValues(Set.init)
    )
    #expect(Set(world.retiredTokens.map(\.token)).count == world.retiredTokens.count)
    let copy = try Town.load(World.document(from: world.entities).text())
    for entity in world.entities {
      #expect(copy.entity(entity.kind, entity.id) == entity.value, "\(entity.kind) \(entity.id)")
    }
    #expect(copy.entities.count == world.entities.count && copy.tokens == world.tokens)
  }

  @Test("a push that waits ends, once, when its time is over at the latest", arguments: 1...24)
  func ends(_ seed: UInt64) throws {
    var storm = try Storm(seed)
    for _ in 0..<250 { try storm.step() }
    let waiting = storm.provider.world.devices.values.flatMap { $0.apps.compactMap(\.waiting?.push.seq) }
    #expect(Set(waiting).count == waiting.count)
    for (seq, outcomes) in storm.outcomes {
      let isOpen = outcomes.last == .stored || outcomes.last == .held
      #expect(isOpen == waiting.contains(seq), "\(seq): \(outcomes)")
      #expect(outcomes.dropFirst().allSatisfy { $0 != .stored && $0 != .held })
    }
    let latest = storm.provider.world.nextDeadline ?? .distantFuture
    for app in storm.provider.world.devices.values.flatMap(\.apps) {
      guard let until = app.waiting?.push.waitsUntil else { continue }
      #expect(storm.provider.world.clock.real(of: until) ?? .distantFuture >= latest)
    }
  }
}
