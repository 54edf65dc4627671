@testable import MockAPNs
import MockAPNsCore
import MockAPNsIO

/// A fleet of phones that are offline: loaded, pushed to once each, and a day turned on, which ends the wait of each.
struct Fleet {
  let bench: Bench
  let count: Int

  /// A JSON object of microseconds of CPU for one device, and of its bytes.
  func figures() throws -> String {
    let before = Self.residentBytes()
    let text = document()
    let start = Meter.threadNanoseconds()
    var world = try bench.loading.load(try JSONReader.read(text).value)
    let loaded = Meter.threadNanoseconds()
    let pushes = try requests()
    let pushing = Meter.threadNanoseconds()
    try push(pushes, to: &world)
    let pushed = Meter.threadNanoseconds()
    let bytes = Self.residentBytes() - before
    let day = try world.apply(.clock(.advanceBy(milliseconds: 86_400_000)), at: Gateway.now)
    let turned = Meter.threadNanoseconds()
    let expired = day.count { if case .outcomes = $0 { true } else { false } }
    guard expired == count else { throw GatewayError("a day ended the wait of \(expired) pushes of \(count)") }
    return """
      {"load": \(each(loaded - start)), "push stored": \(each(pushed - pushing)),
       "day turned on": \(each(turned - pushed)), "bytes": \(Double(bytes) / Double(count))}
      """
  }

  private func each(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1000 / Double(count) }

  private func document() -> [UInt8] {
    let devices = (0..<count).map { number in
      #"{"id":"device-\#(number)","online":false,"apps":[{"bundleId":"com.example.app","#
        + #""tokens":{"device":"\#(Self.token(number))"}}]}"#
    }
    let team = CertificateFolder.developmentTeamID
    let head = #"{"teams":{"\#(team)":{}},"apps":{"com.example.app":{"team":"\#(team)"}},"devices":["#
    return Array((head + devices.joined(separator: ",") + "]}").utf8)
  }

  private static func token(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }

  private func requests() throws -> [PushRequest] {
    let bearer = "bearer \(String(decoding: try bench.token(), as: UTF8.self))"
    let expiration = SystemClock.wallMilliseconds() / 1000 + 3600
    let fields = HeaderFields([
      ("authorization", bearer), ("apns-topic", "com.example.app"), ("apns-push-type", "alert"),
      ("apns-expiration", "\(expiration)"),
    ])
    return (0..<count).map { number in
      PushRequest(
        method: Array("POST".utf8), path: Array("/3/device/\(Self.token(number))".utf8),
        authority: Array("127.0.0.1:2197".utf8), fields: fields, fieldListBytes: 700, body: bench.payload)
    }
  }

  private func push(_ pushes: [PushRequest], to world: inout World) throws {
    let now = Gateway.now
    let cache = EvidenceCache(Gateway(world: world, ledger: Nowhere()))
    let evidence = pushes.first?.value(.authorization).flatMap { cache.evidence(for: $0) }
    keep(world.open(ConnectionFacts(id: 1), at: now))
    var stored = 0
    for push in pushes {
      for case .record(let delivery) in world.receive(
        push, on: StreamID(connection: 1, stream: 1), evidence: evidence, at: now)
      where delivery.outcomes.first?.kind == .stored { stored += 1 }
    }
    guard stored == count else { throw GatewayError("\(stored) pushes of \(count) were stored") }
  }

  /// The memory of this process; 0 where the system does not tell it so.
  private static func residentBytes() -> Int {
    guard let status = try? Files.read("/proc/self/statm", limitBytes: 4096) else { return 0 }
    let pages = String(decoding: status, as: UTF8.self).split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * 4096
  }
}
