import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

/// A gateway with the apps of the scenes, where scenes are played one after the other.
struct DeviceStage {
  let gateway: TestGateway
  private var scenes = 0

  init(_ world: String = SceneWorld.file, _ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws {
    let folder = try TestFolder()
    let path = try folder.write("world.json5", world)
    gateway = try TestGateway(in: folder) {
      $0.world = path
      configure(&$0)
    }
  }

  /// On a gateway that runs already.
  init(of gateway: TestGateway) {
    self.gateway = gateway
  }

  /// Plays a scene on a device of its own.
  ///
  /// - Returns: the outcomes of each push, such as `stored offline`, at the end of the scene.
  mutating func play(_ scene: DeviceScene) throws -> [[String]] {
    scenes += 1
    let device = "device-\(scenes)"
    var token = try add(scene, device)
    var numbers: [Int64] = []
    for step in scene.steps {
      switch step {
      case .push(let push): numbers.append(try send(push, scene, token))
      case .device(let members): try call("PATCH", "/devices/\(device)", "{\(members)}")
      case .app(let members): try call("PATCH", "/devices/\(device)/apps/\(scene.bundleID)", "{\(members)}")
      case .uninstall: try call("DELETE", "/devices/\(device)/apps/\(scene.bundleID)")
      case .install: try call("POST", "/devices/\(device)/apps", "{\"bundleId\":\"\(scene.bundleID)\"}")
      case .rotate: _ = try rotate("device", device, scene)
      case .advance(let duration): try call("POST", "/clock/advance", "{\"by\":\"\(duration)\"}")
      case .setting(let members): try call("PATCH", "/settings", "{\(members)}")
      }
      if case .install = step { token = try self.token(of: device, scene) }
    }
    return try numbers.map { try outcomes(of: $0).map(Self.word) }
  }

  /// Kind and reason of an outcome of a record.
  static func word(_ outcome: JSON) -> String {
    [outcome["outcome"], outcome["reason"]].compactMap { $0?.string }.joined(separator: " ")
  }

  func outcomes(of seq: Int64) throws -> [JSON] {
    try #require(try gateway.api("GET", "/deliveries/\(seq)").json["outcomes"]?.array)
  }

  private func add(_ scene: DeviceScene, _ id: String) throws -> String {
    let app = #"{"bundleId":"\#(scene.bundleID)"\#(scene.app.isEmpty ? "" : ",")\#(scene.app)}"#
    let device = scene.device.isEmpty ? "" : ",\(scene.device)"
    try call("POST", "/devices", #"{"id":"\#(id)"\#(device),"apps":[\#(app)]}"#)
    return scene.kind == "device" ? try token(of: id, scene) : try rotate(scene.kind, id, scene)
  }

  /// The device token of the first app.
  func deviceToken(_ device: String) throws -> String {
    try #require(try call("GET", "/devices/\(device)")["apps"]?.array?.first?["tokens"]?["device"]?.string)
  }

  private func token(of device: String, _ scene: DeviceScene) throws -> String {
    let app = try call("GET", "/devices/\(device)")["apps"]?.array?.first { $0["bundleId"]?.string == scene.bundleID }
    return try #require(app?["tokens"]?["device"]?.string)
  }

  private func rotate(_ kind: String, _ device: String, _ scene: DeviceScene) throws -> String {
    let path = "/devices/\(device)/apps/\(scene.bundleID)/rotate"
    return try #require(try call("POST", path, "{\"kind\":\"\(kind)\"}")["token"]?.string)
  }

  @discardableResult
  func call(_ method: String, _ path: String, _ body: String = "") throws -> JSON {
    let answer = try gateway.api(method, path, body)
    try #require((200...201).contains(answer.status), "\(method) \(path) \(body): \(answer.text)")
    return answer.json
  }

  /// The number of the record of an accepted push.
  func send(_ push: ScenePush, _ scene: DeviceScene, _ token: String) throws -> Int64 {
    let suffix = TokenKind.plain.first { $0.name == scene.kind }?.topicSuffix ?? ""
    var fields = push.headers
    if let type = push.type { fields.append(("apns-push-type", type)) }
    if let seconds = push.expiresIn {
      fields.append(("apns-expiration", "\(SystemClock.wallMilliseconds() / 1000 + seconds)"))
    }
    let answer = try gateway.push(
      Push(token: token, topic: scene.bundleID + suffix, fields: fields, body: Array(push.body.utf8)))
    #expect(answer.status == 200, "\(answer.reason ?? "")")
    return try gateway.count().lastSeq
  }
}
