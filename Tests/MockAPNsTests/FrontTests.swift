import MockAPNsCore
import MockAPNsIO
import Synchronization
import Testing

@testable import MockAPNs

@Suite("Environments, durability and back-pressure")
struct FrontTests {
  @Test("an Apple name in TLS decides the environment, whatever the listener", .timeLimit(.minutes(10)))
  func byServerName() throws {
    let gateway = try TestGateway()
    let table: [(String?, (any KeyPath<GatewayAddresses, String> & Sendable)?, String)] = [
      (nil, nil, "sandbox"), (nil, \GatewayAddresses.pushProduction, "production"),
      ("localhost", \GatewayAddresses.pushProduction, "production"),
      ("api.push.apple.com", nil, "production"),
      ("api.sandbox.push.apple.com", \GatewayAddresses.pushProduction, "sandbox"),
      ("api.development.push.apple.com", \GatewayAddresses.pushProduction, "sandbox"),
    ]
    for (index, row) in table.enumerated() {
      var push = Push.to(index)
      (push.serverName, push.listener) = (row.0, row.1)
      let answer = try gateway.push(push)
      #expect(answer.status == 200)
      #expect((answer.uniqueID != nil) == (row.2 == "sandbox"))
      #expect(try gateway.deliveries("apnsId=\(answer.id)").first?["environment"]?.string == row.2, "\(row)")
    }
  }

  @Test("without one, the name that a request is addressed to decides", .timeLimit(.minutes(10)))
  func byAuthority() throws {
    let gateway = try TestGateway()
    let names = [
      ("api.push.apple.com", "production"), ("api.push.apple.com:2197", "production"),
      ("api.sandbox.push.apple.com", "sandbox"), ("push.apple.com.example.com", "sandbox"),
    ]
    for (index, (host, environment)) in names.enumerated() {
      var push = Push.to(index)
      push.fields.append(("host", host))
      let answer = try gateway.push(push)
      #expect(try gateway.deliveries("apnsId=\(answer.id)").first?["environment"]?.string == environment, "\(host)")
    }
  }

  @Test("--environment decides for the push listener", .timeLimit(.minutes(10)))
  func byOption() throws {
    let gateway = try TestGateway { $0.environment = "production" }
    let answer = try gateway.push()
    #expect(answer.uniqueID == nil)
    #expect(try gateway.deliveries().first?["environment"] == "production")
    #expect(throws: GatewayError.self) { _ = try TestGateway { $0.environment = "staging" } }
  }

  @Test("with --durable an answer comes after the commit", .timeLimit(.minutes(10)))
  func durable() throws {
    let folder = try TestFolder()
    let gateway = try TestGateway(in: folder) {
      $0.store = folder.path("store.sqlite")
      $0.isDurable = true
    }
    let database = try Database(path: folder.path("store.sqlite"), mode: .readOnly, pragmas: [("busy_timeout", "5000")])
    for index in 0..<50 {
      let answer = try gateway.push(index % 5 == 0 ? .refused : .to(index))
      var query = DeliveryQuery()
      try query.filter.add("apnsId", [answer.id])
      let found = try DeliveryRow.matching(query, in: database) { $0.record[.status] }
      #expect(found == [Int64(answer.status)])
    }
  }

  @Test("why a client was sent away stands in the log, in one printable line", .timeLimit(.minutes(10)))
  func dismissal() throws {
    let lines = Mutex<[String]>([])
    let gateway = try TestGateway { $0.log = Log { line in lines.withLock { $0.append(line) } } }
    #expect(throws: (any Error).self) { try gateway.push(Push(isHTTP2: false)) }
    #expect(try gateway.push().status == 200)
    let found = lines.withLock { $0.filter { $0.contains("GOAWAY") } }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("connection 1 was sent GOAWAY, error code 1: Unexpected HTTP/1.x request: POST") == true)
    #expect(found.first?.utf8.allSatisfy { (0x20...0x7E).contains($0) } == true)
  }

  @Test("while the record is full nothing is read, and nothing is lost", .timeLimit(.minutes(10)))
  func backPressure() throws {
    let ledger = StallingLedger(try SQLiteLedger(SQLiteLedger.Options()))
    defer { ledger.stop() }
    let front = try Front(ledger)
    defer { front.server.stop() }
    #expect(try front.push(1) == 200)
    ledger.stall(true)
    // The turn in which the record becomes full may still answer what it has read.
    let first = Later { try front.push(2) }
    _ = try first.value(withinMilliseconds: 200)
    let later = (3...6).map { index in Later { try front.push(index) } }
    for push in later { #expect(try push.value(withinMilliseconds: 100) == nil) }
    ledger.stall(false)
    front.gateway.wakeLoop()
    for push in [first] + later { #expect(try push.value() == 200) }
    #expect(try ledger.page(DeliveryQuery()).total == 6)
  }
}

/// A push listener over some ledger, without an inspection side.
private struct Front {
  let gateway: Gateway
  let server: Server
  private let folder: TestFolder
  private let token: String

  init(_ ledger: any Ledger) throws {
    folder = try TestFolder()
    var configuration = GatewayConfiguration()
    configuration.certificates = folder.path("certs")
    let certificates = try CertificateFolder(configuration)
    let identity = try certificates.serverIdentity(names: [])
    token = try ProviderTokenMaker.make(
      privateKeyPEM: SigningKey.generate().privateKeyPEM, keyID: "KEY0000001", teamID: "TEAM000001")
    let address = try #require(ListenAddress("127.0.0.1:0"))
    let gateway = Gateway(world: World(seed: 1), ledger: ledger)
    let server = try Server.start(
      ServerConfiguration(
        listeners: [address], certificateChainPEM: identity.certificateChainPEM, privateKeyPEM: identity.privateKeyPEM)
    ) { transport in
      let role = ListenerRole(service: .push, environment: .sandbox, isFixed: false)
      return PushFront(transport, gateway, listeners: [role], isDurable: false, log: .silent)
    }
    gateway.setWake { server.wake() }
    (self.gateway, self.server) = (gateway, server)
  }

  /// The status.
  func push(_ index: Int) throws -> Int {
    var request = HTTPClient.Request(url: "https://\(server.addresses[0])/3/device/\(Push.to(index).token)")
    request.method = "POST"
    request.isHTTP2 = true
    request.authorityPath = folder.path("certs/ca.pem")
    request.timeoutMilliseconds = 40_000
    request.body = Push().body
    request.fields = [HTTP1Field("authorization", "bearer \(token)"), HTTP1Field("apns-topic", "com.example.app")]
    return try HTTPClient.send(request).status
  }
}

/// A ledger that says it is full when it is told to.
private final class StallingLedger: Ledger {
  private let ledger: SQLiteLedger
  private let isStalled = Mutex(false)

  init(_ ledger: SQLiteLedger) { self.ledger = ledger }

  func stall(_ isStalled: Bool) { self.isStalled.withLock { $0 = isStalled } }

  var isFull: Bool { isStalled.withLock { $0 } }
  var committed: UInt64 { ledger.committed }
  var failure: String? { ledger.failure }
  var keepsWorld: Bool { ledger.keepsWorld }
  func write(_ item: LedgerItem) -> UInt64 { ledger.write(item) }
  func page(_ query: DeliveryQuery) throws(LedgerError) -> DeliveryPage { try ledger.page(query) }
  func delivery(_ seq: UInt64) throws(LedgerError) -> [UInt8]? { try ledger.delivery(seq) }
  func outcomes(of seq: UInt64, after position: Int, limit: Int) throws(LedgerError) -> [[UInt8]] {
    try ledger.outcomes(of: seq, after: position, limit: limit)
  }
  func waitForNews(after committed: UInt64, deadline: UInt64) -> UInt64 {
    ledger.waitForNews(after: committed, deadline: deadline)
  }
  func release() { ledger.release() }
  func stop() { ledger.stop() }
}
