import MockAPNsCore
import MockAPNsIO
import Synchronization

/// The world behind one lock, joined to the record: every decision is made and written here, on whichever thread asks.
///
/// What a decision asks of connections waits in the outbox, under the same lock and so in the order of the decisions;
/// the loop thread takes it from there. The lock is not recursive, and nothing that blocks is called while it is held.
final class Gateway: Sendable {
  /// An effect on a connection, and the commit that must come first with `--durable`.
  struct Outgoing: Sendable {
    var effect: Effect
    /// The ledger's number of what is kept of the same decision; 0 when nothing is.
    var ticket: UInt64
  }

  private struct State {
    var world: World
    /// The world as it was loaded, for resets.
    var loaded: World
    var outbox: [Outgoing] = []
  }

  let ledger: any Ledger
  // A monitor and no `Mutex`: the thread sanitizer sees a pthread mutex, and takes two threads that met at a contended
  // `Mutex` for a race.
  private let state: Monitor<State>
  /// Has the loop thread take the outbox; set once the transport runs.
  private let wake = Mutex<(@Sendable () -> Void)?>(nil)

  init(world: World, ledger: any Ledger) {
    self.ledger = ledger
    var world = world
    world.tellsContents = ledger.keepsWorld
    state = Monitor(State(world: world, loaded: world))
  }

  func setWake(_ wake: (@Sendable () -> Void)?) {
    self.wake.withLock { $0 = wake }
  }

  /// Reads the world as it is now.
  func read<Result>(_ body: (World) throws -> Result) rethrows -> Result {
    try state.withLock { try body($0.world) }
  }

  /// The generation of a signing key; nil for one that is not known.
  func keyGeneration(of id: String) -> UInt32? {
    state.withLock { $0.world.keys.generation(of: id) }
  }

  /// Changes the world on the loop thread; the effects are in the outbox when it returns.
  func decide(_ body: (inout World) -> [Effect]) {
    state.withLock { state in
      let effects = body(&state.world)
      dispatch(effects, &state)
    }
  }

  /// Changes the world on any other thread, when what was due has happened; a fault changes nothing.
  ///
  /// The effects are on their way when it returns, and tell what is new.
  @discardableResult
  func command(_ command: Command) throws(WorldFault) -> [Effect] {
    let effects = try state.withLock { state throws(WorldFault) in
      let now = Self.now
      dispatch(state.world.advance(to: now), &state)
      let effects = try state.world.apply(command, at: now)
      dispatch(effects, &state)
      return effects
    }
    keepRetention()
    wakeLoop()
    return effects
  }

  /// Reads the world when all that is due by now has happened.
  func readSettled<Result>(_ body: (World) throws -> Result) rethrows -> Result {
    let result = try state.withLock { state in
      dispatch(state.world.advance(to: Self.now), &state)
      return try body(state.world)
    }
    wakeLoop()
    return result
  }

  /// Puts parts back as they were loaded.
  func reset(_ parts: Set<WorldPart>) throws(WorldFault) {
    let loaded = state.withLock { $0.loaded }
    try command(.restore(parts, from: loaded))
  }

  /// Puts another world in place of this one; connections stay.
  func replace(with world: World) throws(WorldFault) {
    try command(.restore(Set(WorldPart.allCases).subtracting([.connections]), from: world))
  }

  /// Tells the ledger how much the settings let it keep.
  func keepRetention() {
    let settings = read { $0.settings }
    _ = ledger.write(.retain(deliveries: settings.retainDeliveries, bytes: settings.retainBytes))
  }

  /// Has every push answered 503 from now on; false when it is so already.
  func suspend(_ why: String) -> Bool {
    state.withLock { state in
      guard state.world.unavailability == nil else { return false }
      state.world.unavailability = why
      return true
    }
  }

  /// Takes what waits for the loop thread, and when the world is to be looked at next.
  func takeOutbox() -> (effects: [Outgoing], nextDeadline: Instant?) {
    state.withLock { state in
      guard !state.outbox.isEmpty else { return ([], state.world.nextDeadline) }
      let taken = state.outbox
      state.outbox.removeAll(keepingCapacity: true)
      return (taken, state.world.nextDeadline)
    }
  }

  /// The team of the development key, which is that of the first app and changes with the world.
  var developmentTeam: String { read { $0.keys[CertificateFolder.developmentKeyID]?.team ?? "" } }

  static var now: Instant { Instant(milliseconds: SystemClock.wallMilliseconds()) }

  func wakeLoop() {
    let wake = wake.withLock { $0 }
    wake?()
  }

  /// Gives the ledger what is kept, and the outbox the rest; both keep the order.
  ///
  /// What was kept is let go here: its memory is warm and serves the next push.
  private func dispatch(_ effects: consuming [Effect], _ state: inout State) {
    guard !effects.isEmpty else { return }
    let ticket = effects.contains(where: \.isKept) ? ledger.write(.decision(effects)) : 0
    for index in effects.indices where !effects[index].isKept {
      state.outbox.append(Outgoing(effect: effects[index], ticket: ticket))
    }
  }
}
