import Testing

@testable import MockAPNsCore

/// The made-up world of these tests: two teams, their keys, apps and phones; strict, as every world of a file is.
enum Town {
  /// 2026-03-01T10:00:00Z, when the world was loaded and pushes arrive.
  static let morning = Instant(milliseconds: 1_772_359_200_000)

  static let team = "TEAMTOWN01"
  static let otherTeam = "TEAMPORT01"
  static let app = "com.example.tram"
  static let mdmApp = "com.apple.mgmt.External.00000000-1111-2222-3333-444444444444"

  static let passApp = "pass.com.example.tram"

  /// The digits of a token by what it is for, such as `phone/voip`.
  static func token(_ name: String) -> String {
    DeviceToken(derivedFrom: 1, for: name).text
  }

  /// A token of 160 digits, as Live Activities have.
  static func longToken(_ name: String) -> String {
    ["a", "b", "c"].map { token(name + $0) }.joined().prefix(160).description
  }

  static let file = """
    {
      teams: {
        \(team): { keys: {
          KEYTOWN001: {}, KEYTOWN002: {}, KEYSANDBOX: { environments: ["sandbox"] },
          KEYPRODUCT: { environments: ["production"] }, KEYREVOKED: { revoked: true },
          KEYLATER01: { activeFrom: "+1h" },
          KEYTOPIC01: { environments: ["sandbox"], topics: ["\(app)"], relatedKey: "KEYTOPIC02" },
          KEYTOPIC02: { environments: ["sandbox"], topics: ["\(app).voip", "\(app)"] },
          KEYTOPIC03: { environments: ["sandbox"], topics: ["\(app)"] },
          KEYUNSEEN1: { publicKey: null },
        } },
        \(otherTeam): { keys: { KEYPORT001: { publicKey: "PEM of the port" } } },
      },
      apps: {
        "\(app)": { team: "\(team)", broadcast: true, infoPlist: { NSSupportsLiveActivities: true },
          attributesTypes: {
            TramAttributes: { attributes: { line: "String" }, contentState: { stop: "String", arrival: "Date?" } } } },
        "com.example.bus": { team: "\(team)" },
        "com.example.kiosk.voip": { team: "\(team)" },
        "com.example.tram.watchkitapp": { team: "\(team)", platform: "watchOS" },
        "\(mdmApp)": { team: "\(team)", kind: "mdm" },
        "\(passApp)": { team: "\(team)", kind: "wallet" },
        "com.example.boat": { team: "\(otherTeam)" },
      },
      certificates: {
        SINGLE: { uid: "\(app)", topics: ["\(app)"] },
        MDM: { uid: "\(mdmApp)", environments: ["production"] },
      },
      devices: [
        { id: "phone", name: "Phone", osVersion: "18.4", surfaces: ["dynamicIsland"], apps: [
          { bundleId: "\(app)", locationPermission: "always", consent: "alwaysAllowed", tokens: {
            device: "\(token("phone/device"))", voip: "\(token("phone/voip"))", location: "\(token("phone/location"))",
            pushtotalk: "\(token("phone/pushtotalk"))", widgets: "\(token("phone/widgets"))",
            complication: "\(token("phone/complication"))", controls: "\(token("phone/controls"))",
            fileprovider: "\(token("phone/fileprovider"))",
            pushToStart: { TramAttributes: "\(longToken("phone/pushToStart"))" } } },
          { bundleId: "com.example.bus", notifications: "denied", tokens: { device: "\(token("phone/bus"))" } },
          { bundleId: "com.example.boat", foreground: true, tokens: { device: "\(token("phone/boat"))" } },
          { bundleId: "com.example.kiosk.voip", forceQuit: true, tokens: { device: "\(token("phone/kiosk"))" } },
          { bundleId: "\(passApp)", tokens: { device: "\(token("phone/pass"))" } },
          { bundleId: "\(mdmApp)", tokens: { device: "\(token("phone/mdm"))" } } ] },
        { id: "store-phone", environment: "production", online: false, lowPower: true, apps: [
          { bundleId: "\(app)", liveActivitiesEnabled: false, frequentPushesEnabled: false,
            tokens: { device: "\(token("store-phone/device"))" } } ] },
        { id: "watch", platform: "watchOS", osVersion: "10.4", apps: [{ bundleId: "com.example.tram.watchkitapp" }] },
        { id: "empty-phone", apps: [
          { bundleId: "\(app)", installed: false, uninstalledAt: "-1m", pushToTalkJoined: true,
            tokens: { device: "\(token("empty-phone/device"))" } } ] },
      ],
      retiredTokens: [
        { token: "\(token("retired/unregistered"))", device: "phone", bundleId: "\(app)", state: "unregistered",
          since: "-1d", graceSeconds: 0 },
        { token: "\(token("retired/expired"))", device: "phone", bundleId: "\(app)", state: "expired", since: "-2h" },
        { token: "\(token("retired/superseded"))", device: "phone", bundleId: "\(app)", state: "superseded",
          since: "-30m" },
        { token: "\(longToken("retired/start"))", device: "phone", bundleId: "\(app)", kind: "pushToStart",
          attributesType: "TramAttributes", state: "superseded", since: "-2h" },
        { token: "\(longToken("retired/update"))", device: "phone", bundleId: "\(app)", kind: "update",
          activity: "ride", state: "dead", since: "-2h" },
      ],
      activities: [
        { id: "ride", device: "phone", bundleId: "\(app)", attributesType: "TramAttributes",
          attributes: { line: "9" }, contentState: { stop: "Harbour" }, startedAt: "-10m",
          tokens: { update: "\(longToken("ride/update"))" },
          retiredTokens: [{ token: "\(longToken("ride/old"))", state: "expired", since: "-2h" }] },
        { id: "old-ride", device: "phone", bundleId: "\(app)", attributesType: "TramAttributes", startedAt: "-5h",
          endedAt: "-3h", dismissedAt: "-2h", tokens: { update: "\(longToken("old-ride/update"))" } },
        { id: "all-rides", device: "phone", bundleId: "\(app)", attributesType: "TramAttributes",
          channel: "dHJhbS1jaGFubmVs" },
      ],
      channels: [
        { id: "dHJhbS1jaGFubmVs", bundleId: "\(app)", messageStoragePolicy: 1 },
        { id: "dHJhbS1zdG9yZQ==", bundleId: "\(app)", environment: "production" },
      ],
      faults: [],
    }
    """

  /// The town as it was loaded.
  static let world: Result<World, any Error> = Result { try load(file) }

  /// Reads the text of a world file; what it needs from the outside is made up.
  static func load(
    _ text: String, seed: UInt64 = 1, environment: Environment = .sandbox, at now: Instant = morning
  ) throws -> World {
    let document = try JSONReader.read(Array(text.utf8), dialect: .json5, limits: .world).value
    var loader = WorldLoader(resources: resources, now: now, seed: seed, defaultEnvironment: environment)
    return try loader.load(document).world
  }

  /// Key files and keys that are as good as their names.
  static var resources: WorldResources {
    WorldResources(
      publicKeyInFile: { name throws(ResourceFault) in
        if name.contains("missing") { throw ResourceFault("names \(name), which cannot be used") }
        return "PEM of \(name)"
      },
      publicKey: { pem throws(ResourceFault) in
        if !pem.hasPrefix("PEM") { throw ResourceFault("is no P-256 key in PEM") }
        return pem
      },
      madeKey: { id throws(ResourceFault) in
        if id == "UNMAKEABLE" { throw ResourceFault("cannot be made") }
        return "PEM made for \(id)"
      })
  }
}

extension Instant {
  /// That many seconds later, or earlier when negative.
  func later(_ seconds: Int) -> Instant { self + seconds * 1000 }

  var seconds: Int64 { milliseconds / 1000 }
}
