/// Everything a gateway is started with; the defaults suit a developer's machine.
public struct GatewayConfiguration: Sendable {
  /// Where pushes arrive, `host:port`; the first decides what `push` means elsewhere. Port 0 picks a free one.
  public var pushListen = ["127.0.0.1:2197"]
  /// The same for clients that cannot name Apple's production host.
  public var pushProductionListen = ["127.0.0.1:2199"]
  /// Where channels of the sandbox are managed.
  public var channelsSandboxListen = ["127.0.0.1:2195"]
  /// Where channels of production are managed.
  public var channelsProductionListen = ["127.0.0.1:2196"]
  /// Where the inspection API listens.
  public var inspectListen = "127.0.0.1:2198"
  /// The path of a world file; nil for a world that enrolls everything unknown.
  public var world: String?
  /// The path of a store that stays; nil for one that goes when the gateway stops.
  public var store: String?
  /// Whether an answer leaves only after its record is on disk.
  public var isDurable = false
  /// The folder of the CA and of keys that are made.
  public var certificates = "Certs"
  /// The path of the certificate of a CA of one's own, in PEM.
  public var authorityCertificate: String?
  /// The path of its key.
  public var authorityKey: String?
  /// The environment of the push listener and of devices that name none: `sandbox` or `production`.
  public var environment = "sandbox"
  /// Ids, tokens and whatever is left to chance follow from it.
  public var seed: UInt64?
  /// Settings by name, each value as JSON text or a bare word.
  public var settings: [(name: String, value: String)] = []
  /// Further names in the server certificate.
  public var serverNames: [String] = []
  /// Further names that requests to the inspection API may be addressed to.
  public var inspectHosts: [String] = []
  /// The bearer token of the inspection API.
  public var inspectToken: String?
  /// Whether the inspection API may be reached from other machines without a token.
  public var isInspectOpen = false
  /// The path of a file that says the addresses once everything accepts.
  public var readyFile: String?
  /// The value of TMPDIR.
  public var temporaryFolder: String?
  /// Where the gateway tells of what happens.
  public var log = Log.silent

  public init() {}

  /// A configuration whose listeners take free ports, for tests.
  public static var onFreePorts: GatewayConfiguration {
    var configuration = GatewayConfiguration()
    configuration.pushListen = ["127.0.0.1:0"]
    configuration.pushProductionListen = ["127.0.0.1:0"]
    configuration.channelsSandboxListen = ["127.0.0.1:0"]
    configuration.channelsProductionListen = ["127.0.0.1:0"]
    configuration.inspectListen = "127.0.0.1:0"
    return configuration
  }
}

/// Why a gateway could not be started or asked: one sentence that says what to do.
public struct GatewayError: Error, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// Where a running gateway listens, each as `host:port`.
public struct GatewayAddresses: Sendable, Equatable {
  /// The push listener.
  public var push = ""
  /// The push listener of production.
  public var pushProduction = ""
  /// The channel listener of the sandbox.
  public var channelsSandbox = ""
  /// The channel listener of production.
  public var channelsProduction = ""
  /// The inspection side as a URL.
  public var inspect = ""
}

/// The signing key that a gateway makes for itself, so that a first push needs no account.
public struct DevelopmentKey: Sendable {
  /// The `kid` of its tokens.
  public var keyID: String
  /// The `iss` of its tokens.
  public var teamID: String
  /// PKCS#8, like the file that Apple hands out.
  public var privateKeyPEM: String
  /// The path of that file; nil when the folder cannot be written.
  public var path: String?
}
