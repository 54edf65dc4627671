/// A Live Activity on a simulated device, at one moment of its life.
///
/// Times are of the world's clock. What changes it, and when, stands in `Activity+Life.swift`.
package struct Activity: Sendable, Equatable {
  /// Documented: https://developer.apple.com/documentation/activitykit/activitystate
  package enum State: String, Sendable, CaseIterable { case pending, active, stale, ended, dismissed }
  /// Documented: ActivityKit's `ActivityStyle`, of iOS 18.
  package enum Style: String, Sendable, CaseIterable { case standard, transient }
  /// Who started it.
  package enum Origin: String, Sendable, CaseIterable { case app, push }

  /// What it shows: replaced as a whole by each update.
  package struct Content: Sendable, Equatable {
    package var state = JSON.object(JSONObject())
    package var staleDate: Instant?
    package var relevanceScore = 0.0

    package init(state: JSON = .object(JSONObject()), staleDate: Instant? = nil, relevanceScore: Double = 0) {
      self.state = state
      self.staleDate = staleDate
      self.relevanceScore = relevanceScore
    }
  }

  /// A step of its life, and what made it.
  package struct Change: Sendable, Equatable {
    package var at: Instant
    package var state: State
    package var cause: String
  }

  /// A content that it had, and how it came.
  package struct Shown: Sendable, Equatable {
    package var at: Instant
    package var content: Content
    /// The delivery that brought it; nil for the app itself.
    package var seq: UInt64?
    /// As it was sent, or as an app said it; nil for a silent change.
    package var alert: JSON?
  }

  package var id: String
  package var device: String
  package var bundleID: String
  /// Empty when it was made for an unknown token.
  package var attributesType: String
  package var attributes = JSON.object(JSONObject()) {
    didSet { attributesSize = attributes.bytes().count }
  }
  /// The bytes of the attributes as JSON.
  package private(set) var attributesSize = 2
  package var content = Content()
  package var state = State.active
  package var style = Style.standard
  package var origin = Origin.app
  /// When it began, or will begin while it is pending.
  package var startedAt: Instant
  package var endedAt: Instant?
  package var dismissedAt: Instant?
  /// When it leaves the Lock Screen; while it is ended only.
  package var dismissesAt: Instant?
  /// The newest accepted timestamp: older ones are ignored.
  package var lastTimestamp: Instant
  /// Whether it ever was on the Lock Screen: not when it was stale from the start.
  package var wasPresented = true
  /// Whether the system ended it, after eight hours.
  package var isSystemEnded = false
  /// Whether it went with an update or the removal of its app.
  package var isGone = false
  /// The broadcast channel that it listens to instead of having a token.
  package var channel: String?
  package var updateToken: DeviceToken?
  /// Whether the token is kept back until the user allows the activity.
  package var awaitsConsent = false
  package var retiredTokens: [RetiredToken] = []
  /// The budget of updates of priority 10; nil while none of it is spent.
  package var updateBudget: Allowance?
  /// The last updates of priority 10, for the finding about frequent ones.
  package var recentUpdates: [Instant] = []
  package private(set) var changes = Recent<Change>(Activity.memory)
  package private(set) var shown = Recent<Shown>(Activity.memory)
  /// How many tokens it has had, for naming the next one.
  package var tokenCount = 0

  /// Changes and contents that are remembered, each; the oldest are forgotten first.
  package static let memory = 100

  package init(id: String, device: String, bundleID: String, attributesType: String, startedAt: Instant) {
    self.id = id
    self.device = device
    self.bundleID = bundleID
    self.attributesType = attributesType
    self.startedAt = startedAt
    lastTimestamp = startedAt
  }

  /// Whether it takes up one of the places that an app has.
  package var isRunning: Bool { state == .pending || state == .active || state == .stale }

  var place: AppPlace { AppPlace(device: device, bundleID: bundleID) }

  mutating func note(_ change: Change) { changes.append(change) }

  mutating func note(_ content: Shown) { shown.append(content) }

  /// The same without its past contents, which then stay unshared and can be added to in place.
  var withoutContents: Activity {
    var copy = self
    copy.shown.removeAll()
    return copy
  }

  /// Takes over what a snapshot tells of the past.
  mutating func remember(changes: [Change], shown: [Shown]) {
    for change in changes { self.changes.append(change) }
    for content in shown { self.shown.append(content) }
  }
}
