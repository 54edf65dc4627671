import Foundation
import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

/// A folder of one test, removed with its last reference.
final class TestFolder: Sendable {
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "mock-apns-front-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(path(name), limitBytes: 1 << 24), as: UTF8.self)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }
}

/// A gateway of one test in a folder of its own; stopped with its last reference.
final class TestGateway: Sendable {
  let gateway: MockGateway
  let folder: TestFolder
  let token: String
  private let authorityPath: String

  init(in folder: TestFolder? = nil, _ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws {
    let folder = try folder ?? TestFolder()
    var configuration = GatewayConfiguration.onFreePorts
    configuration.certificates = folder.path("certs")
    configuration.temporaryFolder = folder.root
    configure(&configuration)
    gateway = try MockGateway.start(configuration)
    token = try gateway.providerToken()
    self.folder = folder
    authorityPath = try folder.write("authority-\(UUID().uuidString).pem", gateway.authorityPEM)
  }

  deinit { gateway.stop() }

  /// Sends a push on a connection of its own.
  func push(_ push: Push = Push()) throws -> PushAnswer {
    let address = push.listener.map { gateway.addresses[keyPath: $0] } ?? gateway.addresses.push
    var request = HTTPClient.Request(url: "https://\(push.serverName ?? address)/3/device/\(push.token)")
    request.connectTo = push.serverName == nil ? nil : address
    request.method = "POST"
    request.isHTTP2 = push.isHTTP2
    request.authorityPath = authorityPath
    request.timeoutMilliseconds = 40_000
    request.body = push.body
    let authorization = push.authorization ?? "bearer \(token)"
    if !authorization.isEmpty { request.fields.append(HTTP1Field("authorization", authorization)) }
    if let topic = push.topic { request.fields.append(HTTP1Field("apns-topic", topic)) }
    request.fields += push.fields.map { HTTP1Field($0.0, $0.1) }
    return try PushAnswer(HTTPClient.send(request))
  }

  /// Asks the inspection API; the path follows `/api/v1`, or is whole when it has two slashes in front.
  func api(
    _ method: String, _ path: String, _ body: String = "", fields: [(String, String)] = []
  ) throws -> APIAnswer {
    let whole = path.hasPrefix("//") ? String(path.dropFirst()) : "/api/v1\(path)"
    var request = HTTPClient.Request(url: gateway.addresses.inspect + whole)
    request.method = method
    request.body = Array(body.utf8)
    request.fields = fields.map { HTTP1Field($0.0, $0.1) }
    request.timeoutMilliseconds = 40_000
    let answer = try HTTPClient.send(request)
    return APIAnswer(
      status: answer.status, type: answer.fields.first { $0.name == "content-type" }?.value ?? "", body: answer.body)
  }

  /// The items of a query.
  func deliveries(_ query: String = "") throws -> [JSON] {
    let answer = try api("GET", "/deliveries?limit=1000\(query.isEmpty ? "" : "&")\(query)")
    return try #require(answer.json["items"]?.array)
  }

  /// The numbers that a page tells.
  func count() throws -> (kept: Int64, total: Int64, lastSeq: Int64) {
    let page = try api("GET", "/deliveries?order=desc&limit=1").json
    return (
      try #require(page["kept"]?.integer), try #require(page["total"]?.integer), try #require(page["lastSeq"]?.integer)
    )
  }
}

/// A push as a test wants it; the defaults are accepted.
struct Push: Sendable {
  var token = String(repeating: "ab", count: 32)
  var topic: String? = "com.example.app"
  /// Empty for none, nil for the development key's.
  var authorization: String?
  var fields: [(String, String)] = [("apns-push-type", "alert")]
  var body = Array(#"{"aps":{"alert":{"title":"Hi"}}}"#.utf8)
  /// Nil for the push listener.
  var listener: (any KeyPath<GatewayAddresses, String> & Sendable)?
  /// The name in TLS and `:authority`; nil for the address.
  var serverName: String?
  var isHTTP2 = true

  /// Refused with `MissingTopic`.
  static var refused: Push { Push(topic: nil) }

  static func to(_ token: Int) -> Push {
    let digits = String(token, radix: 16)
    return Push(token: String(repeating: "0", count: 64 - digits.count) + digits)
  }
}

/// What a provider reads.
struct PushAnswer: Sendable {
  var status: Int
  var id: String
  var uniqueID: String?
  var reason: String?

  init(_ response: HTTPClient.Response) throws {
    status = response.status
    id = try #require(response.fields.first { $0.name == "apns-id" }?.value)
    uniqueID = response.fields.first { $0.name == "apns-unique-id" }?.value
    reason = try response.body.isEmpty ? nil : JSONReader.read(response.body).value["reason"]?.string
  }
}

/// What the inspection API answered.
struct APIAnswer: Sendable {
  var status: Int
  var type: String
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  /// Null when it is none.
  var json: JSON { (try? JSONReader.read(body).value) ?? .null }
  var detail: String { json["detail"]?.string ?? "" }
}

/// A call on a thread of its own, and its result in time.
final class Later<Value: Sendable>: Sendable {
  private let result = Monitor<Result<Value, any Error>?>(nil)

  init(_ body: @escaping @Sendable () throws -> Value) {
    let result = result
    Thread.detachNewThread {
      let value = Result { try body() }
      result.withLock { $0 = value }
      result.broadcast()
    }
  }

  /// Blocks until it is there; nil when it is not in time.
  func value(withinMilliseconds milliseconds: Int64 = 40_000) throws -> Value? {
    let deadline = SystemClock.deadline(inMilliseconds: milliseconds)
    return try result.wait(until: deadline) { $0 }?.get()
  }
}
