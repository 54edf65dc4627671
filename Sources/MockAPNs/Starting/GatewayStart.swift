import MockAPNsCore
import MockAPNsIO

/// The steps of a start, each of which can be undone.
struct GatewayStart {
  /// What a started gateway consists of.
  struct Parts {
    var addresses: GatewayAddresses
    var folder: CertificateFolder
    var developmentKey: DevelopmentKey
    var seed: UInt64
    var strictness: String
    var isEnrolling: Bool
    var gateway: Gateway
    var server: Server
    var inspection: HTTP1Server
  }

  private let configuration: GatewayConfiguration
  private let folder: CertificateFolder
  private let loading: WorldLoading
  private let developmentKey: (key: SigningKey, path: String?)
  private var ledger: SQLiteLedger?
  private var server: Server?

  init(_ configuration: GatewayConfiguration) throws(GatewayError) {
    self.configuration = configuration
    if configuration.inspectToken == "" { throw GatewayError("--inspect-token needs a value") }
    if !configuration.isInspectOpen, configuration.inspectToken == nil, !Self.isLoopback(configuration.inspectListen) {
      throw GatewayError(
        "the inspection API would be open to other machines on \(configuration.inspectListen); "
          + "give --inspect-token TOKEN, or --inspect-open to allow it")
    }
    folder = try CertificateFolder(configuration)
    developmentKey = try folder.key(CertificateFolder.developmentKeyID)
    loading = try WorldLoading(configuration, folder: folder, key: developmentKey.key)
  }

  mutating func run() throws(GatewayError) -> MockGateway {
    let wake = LateCall()
    let (ledger, world) = try openRecord(wake)
    let gateway = Gateway(world: world, ledger: ledger)
    gateway.keepRetention()
    let server = try startTransport(gateway)
    self.server = server
    gateway.setWake { server.wake() }
    wake.set { gateway.wakeLoop() }
    var addresses = addresses(of: server)
    let shown = DevelopmentKey(
      keyID: CertificateFolder.developmentKeyID, teamID: world.keys[CertificateFolder.developmentKeyID]?.team ?? "",
      privateKeyPEM: developmentKey.key.privateKeyPEM, path: developmentKey.path)
    let facts = ConnectFacts(
      addresses: addresses, authorityPEM: folder.authority.certificatePEM, developmentKey: shown,
      environment: loading.environment)
    let inspection = try startInspection(gateway, facts)
    addresses.inspect = "http://\(Self.host(of: configuration.inspectListen)):\(inspection.port)"
    return MockGateway(
      Parts(
        addresses: addresses, folder: folder, developmentKey: shown, seed: loading.seed,
        strictness: Self.strictness(world.settings),
        isEnrolling: world.settings.unknownTokens == .enroll && world.settings.unknownTopics == .enroll,
        gateway: gateway, server: server, inspection: inspection))
  }

  func undo() {
    server?.stop()
    ledger?.stop()
  }

  /// Opens the store; what is in it wins over the world file, and what is not in it yet is written.
  private mutating func openRecord(_ wake: LateCall) throws(GatewayError) -> (SQLiteLedger, World) {
    var options = SQLiteLedger.Options()
    options.path = configuration.store
    options.isDurable = configuration.isDurable
    options.temporaryFolder = configuration.temporaryFolder
    if configuration.isDurable { options.onCommit = { wake() } }
    options.onSpace = { wake() }
    do {
      let ledger = try SQLiteLedger(options)
      self.ledger = ledger
      return (ledger, try restore(from: ledger))
    } catch {
      if let known = error as? GatewayError { throw known }
      throw GatewayError("the store \(configuration.store ?? "in a temporary folder") cannot be opened: \(error)")
    }
  }

  private func restore(from ledger: SQLiteLedger) throws -> World {
    let contents = try ledger.contents()
    var world: World
    if contents.entities.isEmpty {
      world = try configuration.world.map { path in try loading.world(ofFile: path) } ?? loading.emptyWorld()
      _ = ledger.write(.entities(world.entities))
    } else {
      do throws(WorldFault) {
        world = try loading.load(World.document(from: contents.entities))
      } catch {
        let store = configuration.store ?? ""
        throw GatewayError("the store \(store) holds a world that cannot be read: \(error.path) \(error.message)")
      }
      if configuration.world != nil {
        configuration.log("the store is not empty, so its world is used and --world is not")
      }
    }
    world.continueNumbering(afterSeq: contents.lastSeq, revision: contents.revision)
    return world
  }

  private func startTransport(_ gateway: Gateway) throws(GatewayError) -> Server {
    let identity = try folder.serverIdentity(names: configuration.serverNames)
    var listeners: [ListenAddress] = []
    var roles: [ListenerRole] = []
    for (texts, role) in try roleTable() {
      for text in texts {
        guard let address = ListenAddress(text) else {
          throw GatewayError("\"\(text)\" is no address to listen on; it must be like 127.0.0.1:2197 or [::1]:0")
        }
        listeners.append(address)
        roles.append(role)
      }
    }
    var transport = ServerConfiguration(
      listeners: listeners, certificateChainPEM: identity.certificateChainPEM, privateKeyPEM: identity.privateKeyPEM)
    transport.clientCAPEM = folder.authority.certificatePEM
    transport.limits.idleMilliseconds = nil
    transport.goodbye = GoAway.shutdown.debugData
    let (isDurable, log, allRoles) = (configuration.isDurable, configuration.log, roles)
    do throws(IOError) {
      return try Server.start(transport) { transport in
        PushFront(transport, gateway, listeners: allRoles, isDurable: isDurable, log: log)
      }
    } catch {
      throw GatewayError("\(error)\(error.isAddressInUse ? advice(on: error.subject) : "")")
    }
  }

  /// What to do about an address that is in use: the option and the variable that choose another.
  private func advice(on address: String) -> String {
    let option = ServeOption.table.first { option in
      option.listens.map { configuration[keyPath: $0].contains(address) } ?? false
    }
    guard let option else { return "; stop what listens there, or choose another address" }
    return "; stop what listens there, or choose another with --\(option.name) or \(option.variable)"
  }

  /// The listeners in the order of `addresses(of:)`.
  private func roleTable() throws(GatewayError) -> [(addresses: [String], role: ListenerRole)] {
    let table = [
      (configuration.pushListen, ListenerRole(service: .push, environment: loading.environment, isFixed: false)),
      (configuration.pushProductionListen, ListenerRole(service: .push, environment: .production, isFixed: false)),
      (configuration.channelsSandboxListen, ListenerRole(service: .channels, environment: .sandbox, isFixed: true)),
      (
        configuration.channelsProductionListen,
        ListenerRole(service: .channels, environment: .production, isFixed: true)
      ),
    ]
    if table.contains(where: { $0.0.isEmpty }) { throw GatewayError("every listener needs at least one address") }
    return table
  }

  private func addresses(of server: Server) -> GatewayAddresses {
    let counts = [
      configuration.pushListen.count, configuration.pushProductionListen.count,
      configuration.channelsSandboxListen.count,
    ]
    let texts = server.addresses.map(\.description)
    return GatewayAddresses(
      push: texts[0], pushProduction: texts[counts[0]], channelsSandbox: texts[counts[0] + counts[1]],
      channelsProduction: texts[counts[0] + counts[1] + counts[2]])
  }

  private func startInspection(_ gateway: Gateway, _ facts: ConnectFacts) throws(GatewayError) -> HTTP1Server {
    guard let address = ListenAddress(configuration.inspectListen) else {
      throw GatewayError(
        "\"\(configuration.inspectListen)\" is no address to listen on; it must be like 127.0.0.1:2198")
    }
    let guardian = InspectionGuard(
      hosts: configuration.inspectHosts + configuration.serverNames, token: configuration.inspectToken)
    let inspection = Inspection(gateway: gateway, guardian: guardian, connect: facts, loading: loading)
    do throws(HTTP1Error) {
      return try HTTP1Server.start(host: address.host, port: address.port, limits: HTTP1Limits()) {
        inspection.answer($0)
      }
    } catch {
      throw GatewayError("\(error)")
    }
  }

  private static func isLoopback(_ address: String) -> Bool {
    let host = host(of: address)
    return host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && InspectionGuard.isAddress(host)
  }

  /// What stands before the last colon.
  private static func host(of address: String) -> String {
    address.lastIndex(of: ":").map { String(address[..<$0]) } ?? address
  }

  private static func strictness(_ settings: Settings) -> String {
    "unknown tokens: \(settings.unknownTokens.rawValue), unknown topics: \(settings.unknownTopics.rawValue), "
      + "unknown keys: \(settings.unknownKeys.rawValue)"
  }
}
