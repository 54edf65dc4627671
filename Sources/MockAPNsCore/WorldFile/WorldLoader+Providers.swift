/// Teams, keys, apps and certificates: what providers are known by.
extension WorldLoader {
  mutating func loadTeam(_ id: String, _ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    teams.append(id)
    for key in try fields.members("keys") {
      if let other = world.keys[key.name] {
        throw WorldFault(key.path, "is given twice; team \(other.team) has a key of that id already")
      }
      world.keys[key.name] = try loadKey(key.name, of: id, key.value, at: key.path)
    }
    try fields.finish()
  }

  /// Reads one key by itself, as under `keys` of a team.
  package func key(_ id: String, of team: String, _ value: JSON) throws(WorldFault) -> ProviderKey {
    try loadKey(id, of: team, value, at: JSONPath())
  }

  private func loadKey(
    _ id: String, of team: String, _ value: JSON, at path: JSONPath
  ) throws(WorldFault) -> ProviderKey {
    var fields = try Fields(value, at: path)
    var key = ProviderKey(id: id, team: team)
    key.publicKeyPEM = try publicKey(id, &fields)
    key.environments = try fields.choices("environments", default: Environment.allCases)
    key.topics = try fields.texts("topics") ?? []
    key.relatedKey = try fields.text("relatedKey")
    key.isRevoked = try fields.flag("revoked", default: false)
    key.activeFrom = try fields.time("activeFrom", now: real)
    try fields.finish()
    return key
  }

  /// From a file, from PEM text, from nothing (then it is made), or none at all (`publicKey: null`).
  private func publicKey(_ id: String, _ fields: inout Fields) throws(WorldFault) -> String? {
    let file = try fields.text("file")
    let path = fields.path
    let text = fields.value("publicKey")
    if file != nil, text != nil { throw WorldFault(path, "has both file and publicKey; one is enough") }
    do throws(ResourceFault) {
      if let file { return try resources.publicKeyInFile(file) }
      guard let text else { return try resources.madeKey(id) }
      if text.isNull { return nil }
      guard let pem = text.string else { throw ResourceFault("must be PEM text, not \(text.typeName)") }
      return try resources.publicKey(pem)
    } catch {
      let name = file != nil ? "file" : "publicKey"
      throw WorldFault(file == nil && text == nil ? path : path.appending(name), error.message)
    }
  }

  mutating func loadApp(_ bundleID: String, _ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let team = try fields.requiredText("team")
    guard teams.contains(team) else {
      throw WorldFault(path.appending("team"), "names no team: \(team)" + NearMiss.hint(team, among: teams))
    }
    var app = App(bundleID: bundleID, team: team)
    app.kind = try fields.choice("kind", default: .app)
    app.platform = try fields.choice("platform", default: .iOS)
    app.hasBroadcast = try fields.flag("broadcast", default: false)
    app.isEnrolled = try fields.flag("enrolled", default: false)
    if let types = try fields.object("attributesTypes") {
      app.types = try ActivityTypes(types, at: path.appending("attributesTypes"))
    }
    app.infoPlist = try fields.object("infoPlist") ?? JSONObject()
    app.backend = try fields.object("backend")
    try fields.finish()
    world.apps[bundleID] = app
  }

  mutating func loadCertificate(_ name: String, _ value: JSON, at path: JSONPath) throws(WorldFault) {
    let certificate = try Self.certificate(name, value, at: path)
    for (index, topic) in certificate.topics.enumerated() {
      _ = try app(world.splitTopic(topic).bundleID, at: path.appending("topics").appending(index))
    }
    world.certificates[name] = certificate
  }

  /// The certificates of a document, read by themselves.
  package static func certificates(in document: JSON) throws(WorldFault) -> [String: ProviderCertificate] {
    let path = JSONPath().appending("certificates")
    var certificates: [String: ProviderCertificate] = [:]
    for member in document["certificates"]?.object?.members ?? [] {
      certificates[member.name] = try certificate(member.name, member.value, at: path.appending(member.name))
    }
    return certificates
  }

  private static func certificate(
    _ name: String, _ value: JSON, at path: JSONPath
  ) throws(WorldFault) -> ProviderCertificate {
    var fields = try Fields(value, at: path)
    var certificate = ProviderCertificate(name: name, userID: try fields.requiredText("uid"))
    certificate.topics = try fields.texts("topics") ?? []
    certificate.environments = try fields.choices("environments", default: Environment.allCases)
    try fields.finish()
    return certificate
  }

  mutating func loadChannel(_ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    let id = try fields.requiredText("id")
    let bundleID = try fields.requiredText("bundleId")
    let app = try app(bundleID, at: path.appending("bundleId"))
    guard app.hasBroadcast else {
      throw WorldFault(path.appending("bundleId"), "is \(bundleID), which has no broadcast: true")
    }
    let policy = try fields.count("messageStoragePolicy") ?? 0
    guard policy <= 1 else { throw WorldFault(path.appending("messageStoragePolicy"), "must be 0 or 1") }
    guard world.channels[id] == nil else { throw WorldFault(path.appending("id"), "is given twice: \(id)") }
    world.channels[id] = ChannelDescription(
      id: id, bundleID: bundleID, environment: try fields.choice("environment", default: defaultEnvironment),
      messageStoragePolicy: policy)
    try fields.finish()
  }
}
