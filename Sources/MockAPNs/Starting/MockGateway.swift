import MockAPNsCore
import MockAPNsIO
import Synchronization

/// A running gateway: listeners, world and record; several may run in one process.
public final class MockGateway: Sendable {
  /// Where it listens, with the ports that were really taken.
  public let addresses: GatewayAddresses
  /// The CA that clients are to trust, in PEM.
  public let authorityPEM: String
  /// The file of that CA; nil when the folder could not be written.
  public let authorityPath: String?
  /// The key that every world knows.
  public let developmentKey: DevelopmentKey
  /// What ids and tokens follow from.
  public let seed: UInt64
  /// One sentence on how strict the world is.
  public let strictness: String
  /// Whether a push to any topic and device token is accepted.
  public let isEnrolling: Bool

  private let gateway: Gateway
  private let server: Server
  private let inspection: HTTP1Server

  /// Starts everything, or nothing: whatever was started is stopped again when a later part fails.
  public static func start(_ configuration: GatewayConfiguration) throws(GatewayError) -> MockGateway {
    var starting = try GatewayStart(configuration)
    do throws(GatewayError) {
      return try starting.run()
    } catch {
      starting.undo()
      throw error
    }
  }

  init(_ parts: GatewayStart.Parts) {
    addresses = parts.addresses
    authorityPEM = parts.folder.authority.certificatePEM
    authorityPath = parts.folder.authorityPath
    developmentKey = parts.developmentKey
    seed = parts.seed
    strictness = parts.strictness
    isEnrolling = parts.isEnrolling
    gateway = parts.gateway
    server = parts.server
    inspection = parts.inspection
  }

  deinit { stop() }

  /// Ends all connections, commits what was recorded and joins every thread; later calls do nothing.
  public func stop() {
    gateway.ledger.release()
    inspection.stop()
    server.stop()
    gateway.setWake(nil)
    gateway.ledger.stop()
  }

  /// A provider token of the development key for now, good for an hour.
  public func providerToken() throws(GatewayError) -> String {
    try ProviderTokenMaker.make(
      privateKeyPEM: developmentKey.privateKeyPEM, keyID: developmentKey.keyID,
      teamID: gateway.developmentTeam)
  }
}
