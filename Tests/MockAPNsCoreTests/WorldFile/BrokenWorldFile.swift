import Testing

@testable import MockAPNsCore

/// A world file that must not load, with the key at fault and a part of the message.
struct BrokenWorldFile: Sendable, CustomTestStringConvertible {
  let path: String
  let says: String
  let text: String

  init(_ path: String, _ says: String, _ text: String) {
    self.path = path
    self.says = says
    self.text = text
  }

  var testDescription: String { "\(path) \(says)" }

  static let token = Town.token("a")
  /// What most files here need before their fault.
  static let start = """
    teams: { T: { keys: { K: {} } }, U: { keys: { L: {} } } },
    apps: { a: { team: 'T', broadcast: true, attributesTypes: { Ride: {} } }, b: { team: 'T' } }
    """

  static func after(_ path: String, _ says: String, _ rest: String) -> BrokenWorldFile {
    BrokenWorldFile(path, says, "{ \(start), \(rest) }")
  }

  static func device(_ path: String, _ says: String, _ members: String) -> BrokenWorldFile {
    after("devices[0]\(path)", says, "devices: [{ \(members) }]")
  }

  static func installed(_ path: String, _ says: String, _ members: String) -> BrokenWorldFile {
    device(".apps[0]\(path)", says, "id: 'd', apps: [{ \(members) }]")
  }

  static func retired(_ path: String, _ says: String, _ members: String) -> BrokenWorldFile {
    after(
      "retiredTokens[0]\(path)", says,
      "devices: [{ id: 'd', apps: [{ bundleId: 'a' }] }], retiredTokens: [{ \(members) }]")
  }

  static func activity(_ path: String, _ says: String, _ members: String) -> BrokenWorldFile {
    after(
      "activities[0]\(path)", says,
      "channels: [{ id: 'c', bundleId: 'a' }], devices: [{ id: 'd' }], activities: [{ \(members) }]")
  }

  static func key(_ path: String, _ says: String, _ members: String) -> BrokenWorldFile {
    BrokenWorldFile("teams.T.keys.K\(path)", says, "{ teams: { T: { keys: { K: { \(members) } } } } }")
  }

  static let all = top + providers + devices + others
}

extension BrokenWorldFile {
  private static let top: [BrokenWorldFile] = [
    BrokenWorldFile("$", "must be an object, not array", "[]"),
    BrokenWorldFile("device", "is no known key; did you mean \"devices\"?", "{ device: [] }"),
    BrokenWorldFile("zebra", "is no known key; known are $schema, activities, apps", "{ zebra: 1 }"),
    BrokenWorldFile("$schema", "must be a text, not number", "{ $schema: 1 }"),
    BrokenWorldFile("serve", "must be an object, not array", "{ serve: [] }"),
    BrokenWorldFile("settings", "must be an object, not null", "{ settings: null }"),
    BrokenWorldFile(
      "settings.unknownToken", "is no setting; did you mean \"unknownTokens\"?", "{ settings: { unknownToken: 1 } }"),
    BrokenWorldFile(
      "settings.unknownTokens", "must be \"enroll\" or \"reject\"", "{ settings: { unknownTokens: 'no' } }"),
    BrokenWorldFile("settings.channelLimit", "must be a whole number from 0 on", "{ settings: { channelLimit: -1 } }"),
    BrokenWorldFile("teams", "must be an object, not string", "{ teams: 'T' }"),
    BrokenWorldFile("apps", "must be an object", "{ apps: [] }"),
    BrokenWorldFile("certificates", "must be an object", "{ certificates: [] }"),
    BrokenWorldFile("devices", "must be a list, not object", "{ devices: {} }"),
    BrokenWorldFile("channels", "must be a list", "{ channels: {} }"),
    BrokenWorldFile("activities", "must be a list", "{ activities: {} }"),
    BrokenWorldFile("retiredTokens", "must be a list", "{ retiredTokens: {} }"),
    BrokenWorldFile("faults", "must be a list", "{ faults: {} }"),
    BrokenWorldFile("faults[0]", "leave the list empty", "{ faults: [{ id: 'f' }] }"),
  ]

  private static let providers: [BrokenWorldFile] = [
    BrokenWorldFile("teams.T", "must be an object, not null", "{ teams: { T: null } }"),
    BrokenWorldFile("teams.T.key", "did you mean \"keys\"?", "{ teams: { T: { key: {} } } }"),
    BrokenWorldFile("teams.T.keys", "must be an object", "{ teams: { T: { keys: [] } } }"),
    BrokenWorldFile(
      "teams.U.keys.K", "is given twice; team T has a key of that id",
      "{ teams: { T: { keys: { K: {} } }, U: { keys: { K: {} } } } }"),
    key(".fil", "did you mean \"file\"?", "fil: 'x'"),
    key("", "has both file and publicKey", "file: 'x', publicKey: 'PEM'"),
    key("", "has both file and publicKey", "file: 'x', publicKey: null"),
    key(".file", "names missing.p8, which cannot be used", "file: 'missing.p8'"),
    key(".file", "must be a text, not number", "file: 1"),
    key(".publicKey", "is no P-256 key in PEM", "publicKey: 'nonsense'"),
    key(".publicKey", "must be PEM text, not number", "publicKey: 1"),
    key(".environments", "must be a list, not string", "environments: 'sandbox'"),
    key(
      ".environments[1]", "is \"prodution\", which is none of sandbox, production; did you mean \"production\"?",
      "environments: ['sandbox', 'prodution']"),
    key(".environments[0]", "must be a text, not number", "environments: [1]"),
    key(".topics[0]", "must be a text, not boolean", "topics: [true]"),
    key(".topics[0]", "names no app: com.x", "topics: ['com.x']"),
    key(".revoked", "must be true or false, not string", "revoked: 'yes'"),
    key(".relatedKey", "names no key of team T: X", "relatedKey: 'X'"),
    key(".activeFrom", "a time is like", "activeFrom: 'tomorrow'"),
    key(".activeFrom", "a time is like", "activeFrom: '10m'"),
    key(".activeFrom", "a time is like", "activeFrom: '2026-02-30T00:00:00Z'"),
    key(".activeFrom", "a time is like", "activeFrom: '+9223372036854775807ms'"),
    key(".activeFrom", "a time is like", "activeFrom: '+999999999d'"),
    key(".activeFrom", "must be a text, not number", "activeFrom: 1"),
    BrokenWorldFile(
      "teams.T.keys.K.relatedKey", "names no key of team T: L",
      "{ teams: { T: { keys: { K: { relatedKey: 'L' } } }, U: { keys: { L: {} } } } }"),
    BrokenWorldFile("teams.T.keys.UNMAKEABLE", "cannot be made", "{ teams: { T: { keys: { UNMAKEABLE: {} } } } }"),
    BrokenWorldFile("apps.a", "must be an object", "{ apps: { a: 1 } }"),
    BrokenWorldFile("apps.a", "has no team", "{ apps: { a: {} } }"),
    BrokenWorldFile(
      "apps.a.team", "names no team: TEAMTOWNO1; did you mean \"TEAMTOWN01\"?",
      "{ teams: { TEAMTOWN01: {} }, apps: { a: { team: 'TEAMTOWNO1' } } }"),
    BrokenWorldFile(
      "apps.a.bradcast", "did you mean \"broadcast\"?",
      "{ teams: { T: {} }, apps: { a: { team: 'T', bradcast: true } } }"),
    BrokenWorldFile(
      "apps.a.kind", "is none of app, wallet, safari, mdm",
      "{ teams: { T: {} }, apps: { a: { team: 'T', kind: 'pass' } } }"),
    BrokenWorldFile(
      "apps.a.platform", "did you mean \"iOS\"?", "{ teams: { T: {} }, apps: { a: { team: 'T', platform: 'ios' } } }"),
    BrokenWorldFile(
      "apps.a.infoPlist", "must be an object", "{ teams: { T: {} }, apps: { a: { team: 'T', infoPlist: 1 } } }"),
    after("certificates.C", "has no uid", "certificates: { C: {} }"),
    after("certificates.C.ui", "did you mean \"uid\"?", "certificates: { C: { uid: 'a', ui: 1 } }"),
    after("certificates.C.topics[1]", "names no app: c", "certificates: { C: { uid: 'a', topics: ['a', 'c'] } }"),
    after(
      "certificates.C.environments[0]", "which is none of", "certificates: { C: { uid: 'a', environments: ['dev'] } }"),
  ]

  private static let devices: [BrokenWorldFile] = [
    after("devices[0]", "must be an object", "devices: ['d']"),
    after("devices[1].id", "is given twice: d", "devices: [{ id: 'd' }, { id: 'd' }]"),
    device(".id", "must be a text, not number", "id: 1"),
    device(".onlin", "did you mean \"online\"?", "onlin: true"),
    device(".online", "must be true or false, not number", "online: 1"),
    device(".platform", "is \"android\", which is none of iOS", "platform: 'android'"),
    device(".osVersion", "is \"18,4\"; a version is like", "osVersion: '18,4'"),
    device(".environment", "did you mean \"sandbox\"?", "environment: 'sandbx'"),
    device(".surfaces[0]", "must be a text, not number", "surfaces: [1]"),
    device(".apps", "must be a list", "apps: {}"),
    installed("", "has no bundleId", ""),
    installed(".bundleId", "names no app: c", "bundleId: 'c'"),
    device(".apps[1]", "is given twice: a is on this device already", "apps: [{ bundleId: 'a' }, { bundleId: 'a' }]"),
    installed(".foregroud", "did you mean \"foreground\"?", "bundleId: 'a', foregroud: true"),
    installed(".consent", "is none of undecided, allowed, alwaysAllowed, denied", "bundleId: 'a', consent: 'perhaps'"),
    installed(".uninstalledAt", "a time is like", "bundleId: 'a', uninstalledAt: 'long ago'"),
    installed(".tokens", "must be an object, not null", "bundleId: 'a', tokens: null"),
    installed(".tokens.vop", "did you mean \"voip\"?", "bundleId: 'a', tokens: { vop: '\(token)' }"),
    installed(
      ".tokens.device", "is no device token: it must have 64 to 200", "bundleId: 'a', tokens: { device: 'abc' }"),
    installed(".tokens.device", "must be a text, not number", "bundleId: 'a', tokens: { device: 1 }"),
    installed(".tokens.voip", "must be a text, not null", "bundleId: 'a', tokens: { voip: null }"),
    installed(".forceQuit", "excludes foreground", "bundleId: 'a', foreground: true, forceQuit: true"),
    installed(
      ".tokens.voip", "is given twice; device d has this token",
      "bundleId: 'a', tokens: { device: '\(token)', voip: '\(token.uppercased())' }"),
    installed(".tokens.pushToStart", "must be an object", "bundleId: 'a', tokens: { pushToStart: '\(token)' }"),
    installed(
      ".tokens.pushToStart.Ride", "must be a text, not number", "bundleId: 'a', tokens: { pushToStart: { Ride: 1 } }"),
    installed(
      ".tokens.pushToStart.Rida", "names no attributes type of a: Rida; did you mean \"Ride\"?",
      "bundleId: 'a', tokens: { pushToStart: { Rida: '\(token)' } }"),
  ]

  private static let others: [BrokenWorldFile] = [
    retired("", "has no token", "device: 'd', bundleId: 'a'"),
    retired(".device", "names no device: e", "token: '\(token)', device: 'e', bundleId: 'a'"),
    retired(".bundleId", "names no app: c", "token: '\(token)', device: 'd', bundleId: 'c'"),
    retired(
      ".kind", "is \"phone\", which is none of device, voip",
      "token: '\(token)', device: 'd', bundleId: 'a', kind: 'phone'"),
    retired(
      ".state", "is none of unregistered, expired, superseded, dead, uninstalled",
      "token: '\(token)', device: 'd', bundleId: 'a', state: 'old'"),
    retired(
      ".graceSeconds", "must be a whole number from 0 on",
      "token: '\(token)', device: 'd', bundleId: 'a', graceSeconds: -1"),
    retired(".since", "a time is like", "token: '\(token)', device: 'd', bundleId: 'a', since: 'x'"),
    retired(".sinse", "did you mean \"since\"?", "token: '\(token)', device: 'd', bundleId: 'a', sinse: 'x'"),
    retired(
      ".activity", "names no activity: x",
      "token: '\(token)', device: 'd', bundleId: 'a', kind: 'update', activity: 'x'"),
    retired(".attributesType", "must be a text", "token: '\(token)', device: 'd', bundleId: 'a', attributesType: 1"),
    activity(".device", "names no device: e", "device: 'e', bundleId: 'a', attributesType: 'Ride'"),
    activity(".bundleId", "names no app: c", "device: 'd', bundleId: 'c', attributesType: 'Ride'"),
    activity(
      ".attributesType", "names no attributes type of a: Rid; did you mean \"Ride\"?",
      "device: 'd', bundleId: 'a', attributesType: 'Rid'"),
    activity("", "has no attributesType", "device: 'd', bundleId: 'a'"),
    activity(".attributes", "must be an object", "device: 'd', bundleId: 'a', attributesType: 'Ride', attributes: []"),
    activity(".channel", "names no channel: x", "device: 'd', bundleId: 'a', attributesType: 'Ride', channel: 'x'"),
    activity(".channel", "is of a, not of b", "device: 'd', bundleId: 'b', attributesType: 'R', channel: 'c'"),
    activity(
      ".tokens.updat", "did you mean \"update\"?",
      "device: 'd', bundleId: 'a', attributesType: 'Ride', tokens: { updat: '\(token)' }"),
    activity(
      ".retiredTokens[0]", "has no token", "device: 'd', bundleId: 'a', attributesType: 'Ride', retiredTokens: [{}]"),
    activity(
      ".startdAt", "did you mean \"startedAt\"?",
      "device: 'd', bundleId: 'a', attributesType: 'Ride', startdAt: '-1m'"),
    after(
      "activities[1].id", "is given twice: x",
      "devices: [{ id: 'd' }], activities: [{ id: 'x', device: 'd', bundleId: 'a', attributesType: 'Ride' }, "
        + "{ id: 'x', device: 'd', bundleId: 'a', attributesType: 'Ride' }]"),
    after("channels[0]", "has no id", "channels: [{ bundleId: 'a' }]"),
    after("channels[0].bundleId", "names no app: c", "channels: [{ id: 'c', bundleId: 'c' }]"),
    after("channels[0].bundleId", "has no broadcast: true", "channels: [{ id: 'c', bundleId: 'b' }]"),
    after(
      "channels[0].messageStoragePolicy", "must be 0 or 1",
      "channels: [{ id: 'c', bundleId: 'a', messageStoragePolicy: 2 }]"),
    after("channels[1].id", "is given twice: c", "channels: [{ id: 'c', bundleId: 'a' }, { id: 'c', bundleId: 'a' }]"),
    after("channels[0].policy", "is no known key", "channels: [{ id: 'c', bundleId: 'a', policy: 1 }]"),
  ]
}

@Suite("A broken world file")
struct BrokenWorldFileTests {
  @Test("does not load, and names the key and what would be right", arguments: BrokenWorldFile.all)
  func fault(_ row: BrokenWorldFile) throws {
    let fault = try #require(throws: WorldFault.self) { try Town.load(row.text) }
    #expect(fault.path.description == row.path)
    #expect(fault.message.contains(row.says), "\(fault.message)")
  }

  @Test("has a loading neighbour: the same file without the fault")
  func neighbour() throws {
    let world = try Town.load(
      "{ \(BrokenWorldFile.start), channels: [{ id: 'c', bundleId: 'a' }], devices: [{ apps: [{ bundleId: 'a' }] }] }"
    )
    #expect(world.devices.count == 1 && world.channels.count == 1)
  }

  @Test(
    "with a key twice does not load, also from JSON that lets it pass",
    arguments: [
      #"{"teams":{"T":{},"T":{}}}"#, #"{"teams":{"T":{}},"apps":{"a":{"team":"T"},"a":{"team":"T"}}}"#,
      #"{"settings":{"channelLimit":1,"channelLimit":2}}"#, #"{"devices":[],"devices":[]}"#,
      #"{"devices":[{"id":"a","id":"b"}]}"#,
    ])
  func twice(_ text: String) throws {
    let document = try JSONReader.read(Array(text.utf8)).value
    var loader = WorldLoader(resources: Town.resources, now: Town.morning, seed: 1)
    let fault = try #require(throws: WorldFault.self) { try loader.load(document) }
    #expect(fault.message.hasPrefix("is given twice"))
  }
}
