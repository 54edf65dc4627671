/// The choices where Apple is silent; each starts at its default and acts from the next push.
package struct Settings: Sendable, Equatable {
  /// Whose clock the times that a sender writes are read by.
  package enum SenderClock: String, Sendable, CaseIterable { case wall, world }
  /// What happens to something that the world does not know.
  package enum Unknown: String, Sendable, CaseIterable { case enroll, reject }
  /// What happens to input that Apple is not known to refuse.
  package enum Leniency: String, Sendable, CaseIterable { case accept, reject }
  /// The two spellings of the reason for a key of the other environment.
  package enum EnvironmentKeyReason: String, Sendable, CaseIterable {
    case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
  }
  /// What a device does with a push that is old or odd.
  package enum Treatment: String, Sendable, CaseIterable { case apply, drop }
  /// What an update without a stale date does to the one before.
  package enum StaleDate: String, Sendable, CaseIterable { case clear, keep }
  /// What a second end does.
  package enum SecondEnd: String, Sendable, CaseIterable { case ignore, apply }
  /// What somebody who joins a channel late receives.
  package enum LateJoiner: String, Sendable, CaseIterable { case stored, none }

  package var unknownTokens = Unknown.enroll
  package var unknownTopics = Unknown.enroll
  package var unknownKeys = Unknown.enroll
  package var senderClock = SenderClock.wall
  package var initialConcurrentStreams = 1
  package var maxConcurrentStreams = 1000
  package var throttleAfterRejection = false
  package var providerTokenUpdates = 2
  package var looseProviderTokens = Leniency.accept
  package var derSignatures = Leniency.accept
  package var environmentKeyReason = EnvironmentKeyReason.badEnvironmentKeyInToken
  package var foreignCertificates = Leniency.accept
  package var backgroundPriority10 = Leniency.accept
  package var invalidPayload = Leniency.accept
  package var retiredTokenGraceSeconds = 3600
  package var uninstallGraceSeconds = 3600
  package var endWithOldTimestamp = Treatment.apply
  package var missingTimestamp = Treatment.drop
  package var endWithBadState = Treatment.drop
  package var wrongTypeDate = Treatment.drop
  package var pushWhilePending = Treatment.drop
  package var updateWithoutStaleDate = StaleDate.clear
  package var secondEnd = SecondEnd.ignore
  package var nullInState = Treatment.apply
  package var lateJoiner = LateJoiner.stored
  package var liveActivitiesPerApp = 5
  package var pushToStartBudget = 10
  package var pushToStartRefillPerHour = 1
  package var updateBudgetPerHour: Int?
  package var pushesPerTokenPerSecond: Int?
  package var channelLimit = 10_000
  package var idleTimeoutSeconds = 1200
  package var retainDeliveries = 100_000
  package var retainBytes = 268_435_456

  package init() {}
}

/// One row of the settings table: a name that world files, the API and `--set` share.
package struct SettingRow: Sendable {
  package var name: String
  /// What it decides, in one sentence.
  package var meaning: String
  /// What a value may be, for errors and help.
  package var allowed: String
  package var read: @Sendable (Settings) -> JSON
  /// Changes the setting; false when the value is not allowed.
  package var write: @Sendable (inout Settings, JSON) -> Bool
}

extension SettingRow {
  /// A setting with a fixed list of words.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable, _ meaning: String
  ) -> SettingRow where Value.RawValue == String {
    SettingRow(
      name: name, meaning: meaning, allowed: Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "),
      read: { .string($0[keyPath: path].rawValue) },
      write: { settings, value in
        guard let word = value.string, let choice = Value(rawValue: word) else { return false }
        settings[keyPath: path] = choice
        return true
      })
  }

  /// A setting that is a whole number of at least `least`.
  static func count(
    _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, least: Int = 0, _ meaning: String
  ) -> SettingRow {
    SettingRow(
      name: name, meaning: meaning, allowed: "a whole number from \(least) on",
      read: { .integer($0[keyPath: path]) },
      write: { settings, value in
        guard let number = value.integer, number >= least, number <= Int64(Int32.max) * 1024 else { return false }
        settings[keyPath: path] = Int(number)
        return true
      })
  }

  /// A whole number from 1 on, or null for no limit.
  static func limit(
    _ name: String, _ path: any WritableKeyPath<Settings, Int?> & Sendable, _ meaning: String
  ) -> SettingRow {
    SettingRow(
      name: name, meaning: meaning, allowed: "a whole number from 1 on, or null for no limit",
      read: { $0[keyPath: path].map { JSON.integer($0) } ?? .null },
      write: { settings, value in
        if value == .null {
          settings[keyPath: path] = nil
          return true
        }
        guard let number = value.integer, number >= 1, number <= Int64(Int32.max) else { return false }
        settings[keyPath: path] = Int(number)
        return true
      })
  }

  static func flag(
    _ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable, _ meaning: String
  ) -> SettingRow {
    SettingRow(
      name: name, meaning: meaning, allowed: "true or false", read: { .bool($0[keyPath: path]) },
      write: { settings, value in
        guard let flag = value.bool else { return false }
        settings[keyPath: path] = flag
        return true
      })
  }
}

extension Settings {
  /// The row of a name.
  package static func row(_ name: String) -> SettingRow? { rows.first { $0.name == name } }

  /// The table, in the order in which help prints it.
  package static let rows: [SettingRow] = [
    .choice("unknownTokens", \.unknownTokens, "Whether a push to an unknown device token makes a device for it."),
    .choice("unknownTopics", \.unknownTopics, "Whether a push to an unknown topic makes an app for it."),
    .choice("unknownKeys", \.unknownKeys, "Whether an unknown signing key is taken on first sight, unverified."),
    .choice("senderClock", \.senderClock, "Whose clock the times that a sender writes are read by."),
    .count(
      "initialConcurrentStreams", \.initialConcurrentStreams, least: 1,
      "Streams a token connection may open before its first authenticated push."),
    .count("maxConcurrentStreams", \.maxConcurrentStreams, least: 1, "Streams a connection may open at once."),
    .flag("throttleAfterRejection", \.throttleAfterRejection, "Whether a refusal cuts a connection to one stream."),
    .count(
      "providerTokenUpdates", \.providerTokenUpdates, "Provider token changes allowed per 20 minutes and connection."),
    .choice(
      "looseProviderTokens", \.looseProviderTokens,
      "Whether iat as text or fraction, ES512 over P-256 and sloppy base64 are accepted."),
    .choice("derSignatures", \.derSignatures, "Whether a provider token may carry a DER signature."),
    .choice(
      "environmentKeyReason", \.environmentKeyReason, "How the reason for a key of the other environment is spelled."),
    .choice("foreignCertificates", \.foreignCertificates, "Whether client certificates of other CAs are accepted."),
    .choice("backgroundPriority10", \.backgroundPriority10, "Whether a background push may have priority 10."),
    .choice("invalidPayload", \.invalidPayload, "Whether a payload that is not a JSON object is accepted."),
    .count(
      "retiredTokenGraceSeconds", \.retiredTokenGraceSeconds, "How long a retired token answers 200 before its 410."),
    .count(
      "uninstallGraceSeconds", \.uninstallGraceSeconds, "How long tokens of an uninstalled app answer 200 before 410."),
    .choice("endWithOldTimestamp", \.endWithOldTimestamp, "Whether an end with an old timestamp is applied."),
    .choice("missingTimestamp", \.missingTimestamp, "Whether a Live Activity push without timestamp is applied."),
    .choice("endWithBadState", \.endWithBadState, "Whether an end whose state does not decode is applied."),
    .choice(
      "wrongTypeDate", \.wrongTypeDate, "Whether a push with a stale or dismissal date of a wrong type is applied."),
    .choice("pushWhilePending", \.pushWhilePending, "Whether a push to an activity that has not begun is applied."),
    .choice(
      "updateWithoutStaleDate", \.updateWithoutStaleDate, "What an update without stale date does to the old one."),
    .choice("secondEnd", \.secondEnd, "Whether an end of an ended activity moves its dismissal."),
    .choice("nullInState", \.nullInState, "Whether a content state with null in it is applied."),
    .choice("lateJoiner", \.lateJoiner, "Whether a late subscriber of a channel gets the stored message."),
    .count("liveActivitiesPerApp", \.liveActivitiesPerApp, least: 1, "Live Activities an app may have at once."),
    .count("pushToStartBudget", \.pushToStartBudget, "Push-to-start pushes an app may use in a short time."),
    .count("pushToStartRefillPerHour", \.pushToStartRefillPerHour, "Push-to-start pushes regained in an hour."),
    .limit("updateBudgetPerHour", \.updateBudgetPerHour, "Priority 10 updates of an activity in an hour."),
    .limit("pushesPerTokenPerSecond", \.pushesPerTokenPerSecond, "Pushes to one device token in a second."),
    .count("channelLimit", \.channelLimit, "Broadcast channels of an app and environment."),
    .count("idleTimeoutSeconds", \.idleTimeoutSeconds, least: 1, "How long an idle connection is kept."),
    .count("retainDeliveries", \.retainDeliveries, least: 1, "Deliveries kept on record."),
    .count("retainBytes", \.retainBytes, least: 1, "Bytes of deliveries kept on record."),
  ]
}
