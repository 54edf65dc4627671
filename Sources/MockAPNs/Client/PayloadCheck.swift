import MockAPNsCore
import MockAPNsIO

/// Judges a payload with the rules of the gateway, without one.
package struct PayloadCheck: Sendable {
  /// What the gateway would say.
  package struct Report: Sendable {
    package var status: Int
    package var reason: String?
    package var explanation: String
    package var findings: [Remark]

    /// Nothing was refused and nothing is odd.
    package var isClean: Bool { status == 200 && findings.isEmpty }
  }

  /// A finding and the line of the file that it is about, where it is about one.
  package struct Remark: Sendable {
    package var id: String
    package var message: String
    package var path: String?
    package var line: Int?

    package init(id: String, message: String, path: String? = nil, line: Int? = nil) {
      self.id = id
      self.message = message
      self.path = path
      self.line = line
    }
  }

  private let pushType: PushType?
  private let headers: [(name: String, value: String)]

  /// - Parameter pushType: nil takes it from the payload: `liveactivity` when it has an event, else `alert`.
  package init(pushType: String?, headers: [(name: String, value: String)]) throws(GatewayError) {
    self.pushType = try pushType.map { text throws(GatewayError) in
      if let type = PushType(rawValue: text) { return type }
      let known = PushType.allCases.map(\.rawValue)
      throw GatewayError(
        "\(text) is no push type; known are \(known.joined(separator: ", "))" + NearMiss.hint(text, among: known))
    }
    self.headers = headers
  }

  /// Judges the bytes of one file.
  package func judge(_ payload: [UInt8]) -> Report {
    let now = Gateway.now
    var world = World(seed: 0)
    _ = world.open(ConnectionFacts(id: 1), at: now)
    let path = "/3/device/" + String(repeating: "0", count: DeviceToken.fewestDigits)
    let push = PushRequest(
      method: Array("POST".utf8), path: Array(path.utf8), fields: HeaderFields(fields(for: payload)), body: payload)
    let effects = world.receive(push, on: StreamID(connection: 1, stream: 1), evidence: Self.evidence(at: now), at: now)
    for case .record(let delivery) in effects { return report(delivery, payload) }
    return Report(status: 0, reason: nil, explanation: "", findings: [])
  }

  private func fields(for payload: [UInt8]) -> [(name: String, value: String)] {
    let aps = (try? JSONReader.read(payload).value)?["aps"]
    let isActivity = aps?["event"] != nil || aps?["content-state"] != nil
    let type = pushType ?? (isActivity ? .liveactivity : .alert)
    let defaults = [
      ("apns-push-type", type.rawValue), ("apns-topic", "com.example.app\(type.row.topicSuffix)"),
      ("apns-priority", String(type.row.advisedPriorities[0])),
    ]
    return headers + defaults.filter { entry in !headers.contains { $0.name == entry.0 } }
  }

  /// A token that is good for everything, since credentials are not what is judged here.
  private static func evidence(at now: Instant) -> TokenEvidence {
    let claims = "{\"iss\":\"CHECKTEAM1\",\"iat\":\(now.milliseconds / 1000)}"
    let parts = [
      Array("{\"alg\":\"ES256\",\"kid\":\"CHECKKEY01\"}".utf8), Array(claims.utf8), [UInt8](repeating: 0, count: 64),
    ]
    let text = Array(parts.map { Base64.encodeURL($0) }.joined(separator: ".").utf8)
    return TokenEvidence(
      text: text, token: Result { () throws(ProviderTokenFault) in try ProviderToken(parsing: text[...]) },
      signature: .verified)
  }

  private func report(_ delivery: Delivery, _ payload: [UInt8]) -> Report {
    let remarks = delivery.findings.map { finding in
      let place = finding.path.flatMap { try? JSONPath($0) }
        .flatMap { JSONReader.locate($0, in: payload, dialect: .strict) }
      return Remark(id: finding.id.rawValue, message: finding.message, path: finding.path, line: place?.line)
    }
    let verdict = delivery.verdict
    return Report(
      status: verdict.status, reason: verdict.reason, explanation: verdict.explanation, findings: remarks)
  }
}
