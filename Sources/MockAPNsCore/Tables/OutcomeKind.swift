/// What a simulated device did with an accepted push, spelled as in a record.
package enum OutcomeKind: String, Sendable, CaseIterable {
  case presented, listed, sounded, badged, woken, rang, reloaded, located, talked, signalled
  case checkedIn = "checked-in"
  case passRefreshed = "pass-refreshed"
  case complicationRefreshed = "complication-refreshed"
  case activityStarted = "activity-started"
  case activityUpdated = "activity-updated"
  case activityEnded = "activity-ended"
  case stored, held, replaced, expired, lost, dropped

  /// Whether the device showed or did something.
  package var isDelivered: Bool {
    switch self {
    case .stored, .held, .replaced, .expired, .lost, .dropped: false
    default: true
    }
  }

  /// What it means, in one sentence.
  package var meaning: String {
    switch self {
    case .presented: "The alert was shown."
    case .listed: "The alert went to the list without light or sound."
    case .sounded: "A sound was played and nothing shown."
    case .badged: "The badge of the app was set."
    case .woken: "The app ran in the background."
    case .rang: "The app was launched for a call."
    case .reloaded: "Widgets or a control were reloaded."
    case .located: "The location push service extension ran."
    case .talked: "The Push to Talk app was woken."
    case .signalled: "The file provider was told to look for changes."
    case .checkedIn: "The device contacted its management server."
    case .passRefreshed: "The Wallet pass was fetched anew."
    case .complicationRefreshed: "The complication was updated."
    case .activityStarted: "A Live Activity began."
    case .activityUpdated: "The content of a Live Activity was replaced."
    case .activityEnded: "A Live Activity ended."
    case .stored: "APNs keeps the push until the device is online."
    case .held: "The push waits until the device or the app is ready for it."
    case .replaced: "A newer push took the place of this one."
    case .expired: "The push was kept until its time was over."
    case .lost: "The one attempt failed and the push was not kept."
    case .dropped: "The device received the push and ignored it."
    }
  }
}

/// What one device did with a push.
package struct Outcome: Sendable, Equatable {
  /// How far the content of a Live Activity was checked against what its app declares.
  package enum ContractCheck: String, Sendable, CaseIterable {
    case checked
    case notDeclared = "not-declared"
    case notApplicable = "not-applicable"
  }

  /// What exactly was shown, or what was wrong and where.
  package enum Detail: Sendable, Equatable {
    case text(String)
    /// What the alert of the payload says, put into words by whoever reads the record.
    case alert(isInFront: Bool)
    /// The badge of the payload, likewise.
    case badge
    /// What the alert of a Live Activity says or that there is none, likewise, and then this.
    case change(String)
  }

  package var device: String
  package var activity: String?
  /// When, by the world's clock.
  package var at: Instant
  package var kind: OutcomeKind
  package var reason: OutcomeReason?
  package var contract = ContractCheck.notApplicable
  package var detail: Detail?

  package init(
    device: String, activity: String? = nil, at: Instant, _ kind: OutcomeKind, _ reason: OutcomeReason? = nil,
    contract: ContractCheck = .notApplicable, _ detail: String? = nil
  ) {
    self.device = device
    self.activity = activity
    self.at = at
    self.kind = kind
    self.reason = reason
    self.contract = contract
    self.detail = detail.map(Detail.text)
  }
}
