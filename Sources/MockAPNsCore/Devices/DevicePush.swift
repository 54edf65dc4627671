/// What is left of a push when APNs has accepted it and a device gets it, now or later.
package struct DevicePush: Sendable, Equatable {
  /// A body as a device sees it.
  package enum Payload: Sendable, Equatable {
    case object(JSONObject)
    /// JSON, but of another type.
    case notObject(String)
    case notJSON
  }

  /// The delivery that tells of it.
  package var seq: UInt64
  package var token: DeviceToken
  package var kind: TokenKind
  /// `apns-push-type` as sent.
  package var type: PushType?
  package var priority: Int
  package var collapseID: String?
  package var payload: Payload
  /// The bytes of the body.
  package var size: Int
  /// When it was accepted, by the world's clock.
  package var receivedAt: Instant
  /// How long it may wait, by the world's clock; nil for one attempt only.
  package var waitsUntil: Instant?
  /// What is added to times that its sender wrote, in milliseconds.
  package var shift: Int64

  /// A time that the sender wrote in seconds since 1970, by the world's clock.
  ///
  /// What lies outside the years 0 to 9999 comes as near as can be written in a snapshot.
  func time(_ seconds: Double) -> Instant {
    let range = Instant.writable
    let milliseconds = (seconds * 1000).rounded() + Double(shift)
    return Instant(milliseconds: Int64(min(max(milliseconds, Double(range.lowerBound)), Double(range.upperBound))))
  }
}

extension DevicePush {
  /// The longest that APNs keeps a push. Documented: `ApplePage.sending`.
  static let longestWaitMilliseconds = 30 * 86_400_000

  /// How long a push of that `apns-expiration` may wait; nil for one attempt.
  static func wait(expiration seconds: Int64?, receivedAt: Instant, shift: Int64) -> Instant? {
    let longest = receivedAt + longestWaitMilliseconds
    guard let seconds else { return longest }
    guard seconds > 0 else { return nil }
    // Beyond this it is the longest anyway.
    let milliseconds = min(seconds, 1_000_000_000_000) * 1000 + shift
    return min(longest, Instant(milliseconds: milliseconds))
  }
}

/// A push that has not come through yet.
package struct WaitingPush: Sendable, Equatable {
  /// What it waits for.
  package enum Obstacle: String, Sendable, CaseIterable {
    case offline
    case lowPower = "low-power"
    /// Of priority 1, which wakes nobody: for the app to be opened.
    case unopened
  }

  package var push: DevicePush
  package var obstacle: Obstacle
}

/// One app on one device.
package struct AppPlace: Hashable, Sendable {
  package var device: String
  package var bundleID: String

  package init(device: String, bundleID: String) {
    self.device = device
    self.bundleID = bundleID
  }
}
