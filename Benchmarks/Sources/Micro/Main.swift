@testable import MockAPNs
import MockAPNsCore
import MockAPNsIO

/// Measures single parts of the gateway and prints a JSON object of nanoseconds a call.
///
/// Arguments: milliseconds for each part, a folder for keys, a payload, a world file, a large world file. Or: the word
/// fleet, a number of devices, a folder for keys, a payload; then it prints what one of so many devices costs.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 5, arguments[1] == "fleet", let count = Int(arguments[2]) {
      let bench = try Bench(folder: arguments[3], payload: try Files.read(arguments[4], limitBytes: 1 << 16))
      return print(try Fleet(bench: bench, count: count).figures())
    }
    guard arguments.count == 6, let milliseconds = Int64(arguments[1]) else {
      throw GatewayError("usage: Micro MILLISECONDS FOLDER PAYLOAD WORLD LARGE-WORLD")
    }
    var meter = Meter(milliseconds: milliseconds)
    let bench = try Bench(folder: arguments[2], payload: try Files.read(arguments[3], limitBytes: 1 << 16))
    try bench.json(&meter)
    try bench.tokens(&meter)
    try bench.receive(&meter)
    try bench.load(arguments[4], as: "world of the acceptance cases", &meter)
    try bench.load(arguments[5], as: "world of 10000 devices", &meter)
    print("{\(meter.lines.joined(separator: ", "))}")
  }
}

/// A world that knows the development key, and what is pushed to it.
struct Bench {
  let loading: WorldLoading
  let world: World
  let payload: [UInt8]
  private let key: SigningKey

  init(folder: String, payload: [UInt8]) throws {
    var configuration = GatewayConfiguration()
    configuration.certificates = folder
    let certificates = try CertificateFolder(configuration)
    key = try certificates.key(CertificateFolder.developmentKeyID).key
    loading = try WorldLoading(configuration, folder: certificates, key: key)
    world = try loading.emptyWorld()
    self.payload = payload
  }

  /// A provider token that is so old.
  func token(secondsOld: Int64 = 0) throws -> [UInt8] {
    let text = try ProviderTokenMaker.make(
      privateKeyPEM: key.privateKeyPEM, keyID: CertificateFolder.developmentKeyID,
      teamID: CertificateFolder.developmentTeamID,
      issuedAtSeconds: SystemClock.wallMilliseconds() / 1000 - secondsOld)
    return Array(text.utf8)
  }

  func json(_ meter: inout Meter) throws {
    try meter.measure("JSON of \(payload.count) bytes", calls: 1000) { _ in keep(try JSONReader.read(payload)) }
  }

  func tokens(_ meter: inout Meter) throws {
    let tokens = try (0..<200).map { try token(secondsOld: Int64($0)) }
    try meter.measure("provider token parsed", calls: 1000) { _ in keep(try ProviderToken(parsing: tokens[0][...])) }
    let headers = tokens.map { Array("bearer ".utf8) + $0 }
    let gateway = Gateway(world: world, ledger: Nowhere())
    var cache = EvidenceCache(gateway)
    meter.measure("provider token known", calls: 1000) { _ in keep(cache.evidence(for: headers[0][...])) }
    meter.measure("provider token known, two in turn", calls: 1000) { call in
      keep(cache.evidence(for: headers[call & 1][...]))
    }
    meter.measure("provider token verified", calls: headers.count) { call in
      if call == 0 { cache = EvidenceCache(gateway) }
      keep(cache.evidence(for: headers[call][...]))
    }
  }

  func receive(_ meter: inout Meter) throws {
    let token = try token()
    let header = Array("bearer ".utf8) + token
    let cache = EvidenceCache(Gateway(world: world, ledger: Nowhere()))
    let evidence = cache.evidence(for: header[...])
    let push = PushRequest(
      method: Array("POST".utf8), path: Array("/3/device/\(String(repeating: "0123456789abcdef", count: 4))".utf8),
      authority: Array("127.0.0.1:2197".utf8),
      fields: HeaderFields([
        ("authorization", String(decoding: header, as: UTF8.self)), ("apns-topic", "com.example.app"),
        ("apns-push-type", "alert"), ("apns-priority", "10"), ("apns-expiration", "0"),
      ]),
      fieldListBytes: 700, body: payload)
    var world = world
    let now = Gateway.now
    keep(world.open(ConnectionFacts(id: 1), at: now))
    var stream: Int32 = 1
    meter.measure("push judged, without transport or record", calls: 1000) { _ in
      let source = StreamID(connection: 1, stream: stream)
      stream = stream &+ 2 & .max
      keep(world.receive(push, on: source, evidence: evidence, at: now))
    }
    var status = 0
    for case .reply(_, let reply) in world.receive(
      push, on: StreamID(connection: 1, stream: 1), evidence: evidence, at: now)
    {
      status = reply.status
    }
    guard status == 200 else { throw GatewayError("the push that is measured was answered \(status)") }
  }

  func load(_ file: String, as name: String, _ meter: inout Meter) throws {
    try meter.measure(name, calls: 1) { _ in keep(try loading.world(ofFile: file)) }
  }
}

/// A record that keeps nothing.
struct Nowhere: Ledger {
  func write(_ item: LedgerItem) -> UInt64 { 0 }
  var committed: UInt64 { 0 }
  var isFull: Bool { false }
  var keepsWorld: Bool { false }
  var failure: String? { nil }
  func page(_ query: DeliveryQuery) throws(LedgerError) -> DeliveryPage {
    DeliveryPage(items: [], lastSeq: 0, kept: 0, total: 0)
  }
  func delivery(_ seq: UInt64) throws(LedgerError) -> [UInt8]? { nil }
  func outcomes(of seq: UInt64, after position: Int, limit: Int) throws(LedgerError) -> [[UInt8]] { [] }
  func waitForNews(after committed: UInt64, deadline: UInt64) -> UInt64 { 0 }
  func release() {}
  func stop() {}
}
