/// The life of a Live Activity: what time, its app, its user and pushes change.
///
/// Documented: `ApplePage.liveActivities` and `ApplePage.liveData`, but for what a comment says is chosen.
extension Activity {
  /// How long an activity runs before the system ends it.
  package static let longestRun = 8 * 3_600_000
  /// How long an ended one stays on the Lock Screen at most.
  package static let longestLinger = 4 * 3_600_000

  /// When time changes it next; nil when it does not.
  @inline(__always)
  package var deadline: Instant? {
    switch state {
    case .pending: startedAt
    case .active: min(content.staleDate ?? .distantFuture, startedAt + Self.longestRun)
    case .stale: startedAt + Self.longestRun
    case .ended: dismissesAt
    case .dismissed: nil
    }
  }

  /// Lets time pass; each step happens at the moment at which it was due.
  mutating func advance(to now: Instant) {
    while let due = deadline, due <= now { step(at: due) }
  }

  private mutating func step(at due: Instant) {
    switch state {
    case .pending: appear(at: due, "the scheduled start")
    case .active where due < startedAt + Self.longestRun: become(.stale, at: due, "the stale date")
    case .active, .stale:
      isSystemEnded = true
      endedAt = due
      dismissesAt = due + Self.longestLinger
      become(.ended, at: due, "the system, after eight hours")
    case .ended: vanish(at: due, "its time on the Lock Screen was over")
    case .dismissed: break
    }
  }

  mutating func become(_ state: State, at now: Instant, _ cause: String) {
    self.state = state
    note(Change(at: now, state: state, cause: cause))
  }

  /// Begins, at once or at a time to come; what is stale from the start is never presented.
  ///
  /// Observed: gh:nalu-development/nalu#222 for the latter.
  mutating func begin(at now: Instant, _ cause: String) {
    guard startedAt > now else { return appear(at: now, cause) }
    wasPresented = false
    become(.pending, at: now, cause)
  }

  private mutating func appear(at now: Instant, _ cause: String) {
    wasPresented = !content.isStale(at: now)
    become(wasPresented ? .active : .stale, at: now, cause)
  }

  /// Puts another content in place of the one before.
  mutating func update(_ content: Content, at now: Instant, _ cause: String) {
    self.content = content
    guard state != .pending else { return }
    let next: State = content.isStale(at: now) ? .stale : .active
    if next != state { become(next, at: now, cause) }
  }

  /// Ends, with a last content where there is one.
  ///
  /// It stays on the Lock Screen until the dismissal date, four hours at most, which is also the default.
  mutating func end(at now: Instant, _ content: Content? = nil, dismissal: Instant?, _ cause: String) {
    let isFirst = state != .ended
    if isFirst, let content { self.content = content }
    let end = endedAt ?? now
    endedAt = end
    dismissesAt = min(max(dismissal ?? .distantFuture, now), end + Self.longestLinger)
    if isFirst { become(.ended, at: now, cause) }
    if let dismissesAt, dismissesAt <= now { vanish(at: now, cause) }
  }

  /// Is taken away at once; nothing follows.
  mutating func vanish(at now: Instant, _ cause: String) {
    dismissedAt = now
    dismissesAt = nil
    awaitsConsent = false
    become(.dismissed, at: now, cause)
  }

  /// Since when, and how, its token is no longer good; nil while it is.
  ///
  /// Chosen: Apple says that a token goes with its activity, not which answer tells it.
  var tokenRetirement: TokenEntry.Retirement? {
    (endedAt ?? dismissedAt).map {
      TokenEntry.Retirement(state: isSystemEnded ? .expired : .dead, since: $0)
    }
  }
}

extension Activity.Content {
  func isStale(at now: Instant) -> Bool { staleDate.map { $0 <= now } ?? false }
}
