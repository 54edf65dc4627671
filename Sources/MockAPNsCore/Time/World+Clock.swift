/// Whether the world's clock runs.
package enum ClockMode: String, Sendable, CaseIterable { case real, frozen }

/// What is asked of the world's clock; it only moves forwards.
package enum ClockCommand: Sendable {
  /// Run or stand still from now on, at once turned to a time where one is given.
  case set(ClockMode, to: Instant?)
  case advanceBy(milliseconds: Int64)
  case advanceTo(Instant)
}

extension World {
  /// What the world's clock shows.
  package func clockNow(at real: Instant) -> Instant { clock.now(at: real) }

  /// Turns the clock; all that falls due happens in its order, each at its own time.
  mutating func turn(_ command: ClockCommand, at real: Instant) throws(WorldFault) -> [Effect] {
    let now = clock.now(at: real)
    let (time, isFrozen) = try target(of: command, now)
    guard time >= now else {
      throw WorldFault(
        JSONPath(),
        "the clock only moves forwards: it shows \(ISO8601.format(now.milliseconds)), asked was "
          + ISO8601.format(time.milliseconds))
    }
    guard time <= WorldClock.latest else {
      throw WorldFault(JSONPath(), "the clock goes to \(ISO8601.format(WorldClock.latest.milliseconds)) at most")
    }
    clock.turn(to: time, isFrozen: isFrozen, at: real)
    var effects: [Effect] = []
    settle(to: time, &effects)
    announce(.clock, Self.clockID, &effects)
    return effects
  }

  private func target(of command: ClockCommand, _ now: Instant) throws(WorldFault) -> (Instant, Bool) {
    switch command {
    case .set(let mode, let time): return (time ?? now, mode == .frozen)
    case .advanceTo(let to): return (to, clock.frozenAt != nil)
    case .advanceBy(let milliseconds):
      let (sum, overflow) = now.milliseconds.addingReportingOverflow(milliseconds)
      guard !overflow else { throw WorldFault(JSONPath().appending("by"), "is too long") }
      return (Instant(milliseconds: sum), clock.frozenAt != nil)
    }
  }

  /// The one clock, as a piece of the world.
  static let clockID = "clock"

  /// Lets happen what is due by a time of the world's clock.
  mutating func settle(to now: Instant, _ effects: inout [Effect]) {
    while let thing = deadlines.take(until: now) {
      switch thing {
      case .activity(let id):
        guard var activity = activities[id] else { continue }
        let before = activity.state
        activity.advance(to: now)
        if activity.state == before { deadlines.set(thing, activity.deadline) } else { put(activity, &effects) }
      case .waiting(let place): expire(place, now, &effects)
      }
    }
  }

  /// Ends the wait of a push whose time is over.
  private mutating func expire(_ place: AppPlace, _ now: Instant, _ effects: inout [Effect]) {
    guard let waiting = devices[place.device]?.app(place.bundleID)?.waiting, let until = waiting.push.waitsUntil else {
      return
    }
    guard until <= now else { return deadlines.set(.waiting(place), until) }
    take(place)
    announce(.device, place.device, &effects)
    let isLongest = until >= waiting.push.receivedAt + DevicePush.longestWaitMilliseconds
    let detail = isLongest ? "a push is kept for 30 days at most" : "its apns-expiration is over"
    let outcome = Outcome(
      device: place.device, activity: waiting.push.kind.activity, at: until, .expired, waiting.obstacle.reason, detail)
    add([outcome], to: waiting.push.seq, &effects)
  }

  /// Lays the indexes anew that follow from devices and activities.
  mutating func deriveIndexes() {
    activityIDs = derivedActivityIDs
    activitiesOfRetiredTokens = Set(
      retiredTokens.compactMap { if case .update(let id) = $0.kind { id } else { nil } })
    deadlines = Deadlines()
    for activity in activities.values { deadlines.set(.activity(activity.id), activity.deadline) }
    for device in devices.values {
      for app in device.apps {
        guard let waiting = app.waiting else { continue }
        deadlines.set(.waiting(AppPlace(device: device.id, bundleID: app.bundleID)), waiting.push.waitsUntil)
      }
    }
  }
}
