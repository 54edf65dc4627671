/// What time alone changes.
extension World {
  /// When `advance` should be called next, in real time; nil when nothing is due.
  package var nextDeadline: Instant? {
    let due = deadlines.first.flatMap(clock.real)
    guard let due, let idleCheck else { return due ?? idleCheck }
    return min(due, idleCheck)
  }

  /// Notes a sign of life, such as a PING, that is no push.
  package mutating func heard(from connection: UInt64, at now: Instant) {
    connections[connection]?.lastActive = now
  }

  /// Lets time pass: on devices, and for connections that are idle.
  package mutating func advance(to now: Instant) -> [Effect] {
    var effects: [Effect] = []
    settle(to: clock.now(at: now), &effects)
    return effects + endIdleConnections(at: now)
  }

  /// Sends away the connections that have been idle for too long.
  ///
  /// Real ones are cut after about 20 minutes (gh:rpush/rpush#607, 2021). That APNs says IdleTimeout in a GOAWAY first
  /// is inferred from its list of reasons.
  private mutating func endIdleConnections(at now: Instant) -> [Effect] {
    guard let check = idleCheck, check <= now else { return [] }
    let timeout = settings.idleTimeoutSeconds * 1000
    var effects: [Effect] = []
    var next: Instant?
    for connection in connections.values.sorted(by: { $0.facts.id < $1.facts.id }) {
      let deadline = connection.lastActive + timeout
      if deadline <= now {
        effects.append(.goAway(connection: connection.facts.id, GoAway(.idleTimeout, isRepeated: false)))
        connections[connection.facts.id] = nil
      } else {
        next = min(next ?? deadline, deadline)
      }
    }
    idleCheck = next
    return effects
  }
}
