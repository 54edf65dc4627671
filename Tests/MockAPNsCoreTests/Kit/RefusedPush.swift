import Testing

@testable import MockAPNsCore

/// A push that is refused, with what refuses it and what the explanation must name.
struct RefusedPush: Sendable, CustomTestStringConvertible {
  /// The id of the check that objects.
  let check: String
  /// nil for 431, which has none.
  let reason: Reason?
  /// A part of the explanation.
  let says: String
  let push: Push
  var connection = ConnectionFacts(id: 1)
  /// Pushes that go before on the same connection.
  var before: [Push] = []
  var settings: [String: JSON] = [:]
  /// Why the gateway takes no pushes.
  var unavailability: String?

  init(_ check: String, _ reason: Reason?, _ says: String, _ push: Push) {
    self.check = check
    self.reason = reason
    self.says = says
    self.push = push
  }

  func on(_ connection: ConnectionFacts) -> RefusedPush { with { $0.connection = connection } }

  func on(_ certificate: CertificateCredential) -> RefusedPush { on(.certificate(certificate)) }

  func after(_ pushes: Push...) -> RefusedPush { with { $0.before = pushes } }

  func whileDown(_ why: String) -> RefusedPush { with { $0.unavailability = why } }

  func set(_ name: String, _ value: JSON) -> RefusedPush { with { $0.settings[name] = value } }

  private func with(_ change: (inout RefusedPush) -> Void) -> RefusedPush {
    var copy = self
    change(&copy)
    return copy
  }

  func answer() throws -> Answer {
    var provider = try Provider(connection, settings: settings)
    provider.world.unavailability = unavailability
    for earlier in before { try provider.send(earlier) }
    return try provider.send(push)
  }

  var testDescription: String { "\(check): \(says)" }

  static let all = requests + certificates + credentials + headers + topics + deviceTokens + payloads + channels
}
