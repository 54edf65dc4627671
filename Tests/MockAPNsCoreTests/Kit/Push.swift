@testable import MockAPNsCore

/// A push as a provider sends it; as it comes it is accepted in the town.
struct Push: Sendable {
  var method = "POST"
  var path = "/3/device/" + Town.token("phone/device")
  var authority = ""
  var fields: [(name: String, value: [UInt8])] = []
  var body = Array(#"{"aps":{"alert":"The tram is here"}}"#.utf8)
  var isBodyComplete = true
  var fieldListBytes = 0
  /// What the signature is worth; nil for what the world's key gives.
  var signature: TokenEvidence.Signature?

  init() {
    self = header("authorization", "bearer " + TokenText().text).topic(Town.app).type("alert").header(
      "apns-priority", "10")
  }

  private func with(_ change: (inout Push) -> Void) -> Push {
    var copy = self
    change(&copy)
    return copy
  }

  /// Replaces a header, or adds it.
  func header(_ name: String, _ value: some Collection<UInt8>) -> Push {
    with { push in
      push.fields.removeAll { $0.name == name }
      push.fields.append((name, Array(value)))
    }
  }

  func header(_ name: String, _ value: String) -> Push { header(name, Array(value.utf8)) }

  /// Adds a header, also when it is there.
  func adding(_ name: String, _ value: String) -> Push { with { $0.fields.append((name, Array(value.utf8))) } }

  func without(_ name: String) -> Push { with { push in push.fields.removeAll { $0.name == name } } }

  func topic(_ topic: String) -> Push { header("apns-topic", topic) }
  func type(_ type: String) -> Push { header("apns-push-type", type) }
  func method(_ method: String) -> Push { with { $0.method = method } }
  func path(_ path: String) -> Push { with { $0.path = path } }
  func authority(_ authority: String) -> Push { with { $0.authority = authority } }
  func to(_ digits: String) -> Push { path("/3/device/" + digits) }
  func body(_ text: String) -> Push { with { $0.body = Array(text.utf8) } }
  func body(_ bytes: [UInt8]) -> Push { with { $0.body = bytes } }
  func cut() -> Push { with { $0.isBodyComplete = false } }
  func fieldListBytes(_ count: Int) -> Push { with { $0.fieldListBytes = count } }
  func signed(_ worth: TokenEvidence.Signature) -> Push { with { $0.signature = worth } }

  func token(_ token: TokenText) -> Push { header("authorization", "bearer " + token.text) }

  func token(_ change: (inout TokenText) -> Void) -> Push { token(TokenText().with(change)) }

  func by(_ key: String, _ team: String = Town.team, issuedAt seconds: Int64? = nil) -> Push {
    token(.of(key, team, issuedAt: seconds))
  }

  /// A JSON object of exactly so many bytes.
  func body(of count: Int) -> Push {
    let frame = #"{"aps":{},"pad":""}"#
    return body(#"{"aps":{},"pad":"\#(String(repeating: "x", count: count - frame.utf8.count))"}"#)
  }

  /// A push of that type to the phone of the town, with the topic and the priority that Apple asks for.
  static func of(_ type: PushType) -> Push {
    let kind = TokenKind.plain.first { $0.topicSuffix == type.row.topicSuffix } ?? .device
    let token = type == .liveactivity ? Town.longToken("phone/pushToStart") : Town.token("phone/\(kind.name)")
    let push = Push().to(token).type(type.rawValue).topic(Town.app + type.row.topicSuffix).header(
      "apns-priority", "\(type.row.advisedPriorities[0])")
    switch type {
    case .background: return push.body(#"{"aps":{"content-available":1}}"#)
    case .mdm: return push.to(Town.token("phone/mdm")).topic(Town.mdmApp)
    default: return push
    }
  }

  var request: PushRequest {
    var list = HeaderFields()
    for field in fields { list.append(name: field.name.utf8, value: field.value) }
    return PushRequest(
      method: Array(method.utf8), path: Array(path.utf8), authority: Array(authority.utf8), fields: list,
      fieldListBytes: fieldListBytes, body: body, isBodyComplete: isBodyComplete)
  }

  /// What the outside finds out about the provider token.
  func evidence(in world: World) -> TokenEvidence? {
    guard let value = fields.first(where: { $0.name == "authorization" })?.value,
      String(decoding: value.prefix(7), as: UTF8.self).lowercased() == "bearer ", value.count > 7
    else { return nil }
    let text = Array(value.dropFirst(7))
    let token = Result { () throws(ProviderTokenFault) in try ProviderToken(parsing: text[...]) }
    guard case .success(let parsed) = token else { return TokenEvidence(text: text, token: token, signature: .wrong) }
    let key = world.keys[parsed.keyID]
    let worth: TokenEvidence.Signature =
      key == nil ? .keyUnknown : key?.publicKeyPEM == nil ? .unverifiable : .verified
    return TokenEvidence(
      text: text, token: token, signature: signature ?? worth, keyGeneration: key?.generation ?? 0)
  }
}
