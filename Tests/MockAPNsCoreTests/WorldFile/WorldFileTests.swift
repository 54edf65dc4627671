import Testing

@testable import MockAPNsCore

@Suite("A world file")
struct WorldFileTests {
  private let small = "teams: { T: { keys: { K: {} } } }, apps: { a: { team: 'T' } }"

  private func device(_ text: String, seed: UInt64 = 1, environment: Environment = .sandbox) throws -> Device {
    let world = try Town.load("{ \(small), devices: [\(text)] }", seed: seed, environment: environment)
    return try #require(world.devices.values.first)
  }

  @Test("says what it says")
  func town() throws {
    let world = try Town.world.get()
    #expect(world.keys["KEYTOWN001"]?.publicKeyPEM == "PEM made for KEYTOWN001")
    #expect(
      world.keys["KEYPORT001"]?.publicKeyPEM == "PEM of the port" && world.keys["KEYUNSEEN1"]?.publicKeyPEM == nil)
    #expect(world.keys["KEYTOPIC01"]?.relatedKey == "KEYTOPIC02" && world.keys["KEYREVOKED"]?.isRevoked == true)
    #expect(world.keys["KEYLATER01"]?.activeFrom == Town.morning.later(3600))
    #expect(world.apps[Town.app]?.hasBroadcast == true && world.apps[Town.mdmApp]?.kind == .mdm)
    #expect(world.apps["com.example.tram.watchkitapp"]?.platform == .watchOS)
    #expect(world.certificates["MDM"]?.environments == [.production])
    #expect(world.devices.count == 4 && world.devices["store-phone"]?.isLowPower == true)
    #expect(world.devices["phone"]?.apps[1].notifications == .denied)
    #expect(world.devices["empty-phone"]?.apps[0].uninstalledAt == Town.morning.later(-60))
    #expect(world.retiredTokens.count == 5 && world.retiredTokens[0].retirement.graceSeconds == 0)
    #expect(world.activities["old-ride"]?.endedAt == Town.morning.later(-3 * 3600))
    #expect(world.channels["dHJhbS1zdG9yZQ=="]?.environment == .production)
    #expect(world.tokens == world.derivedTokens)
  }

  @Test("may leave out almost everything")
  func defaults() throws {
    let device = try device("{ apps: [{ bundleId: 'a' }] }")
    #expect(device.id == "device-1" && device.name == "device-1" && device.platform == .iOS)
    #expect(device.osVersion == "18.4" && device.environment == .sandbox && device.isOnline && !device.isEnrolled)
    let app = device.apps[0]
    #expect(app.isInstalled && app.notifications == .allowed && app.consent == .allowed)
    #expect(app.tokens.count == 1 && app.tokens[.device] != nil)
    #expect(try self.device("{}", environment: .production).environment == .production)
  }

  @Test("that leaves out tokens gives the same ones for the same seed, and others for others")
  func derivedTokens() throws {
    func token(_ text: String, seed: UInt64) throws -> String? {
      try device(text, seed: seed).apps[0].tokens[.device]?.text
    }
    let phone = "{ id: 'phone', apps: [{ bundleId: 'a' }] }"
    let first = try token(phone, seed: 1)
    #expect(first?.utf8.count == 64)
    #expect(try token(phone, seed: 1) == first)
    #expect(try token(phone, seed: 2) != first)
    #expect(try token("{ id: 'other', apps: [{ bundleId: 'a' }] }", seed: 1) != first)
  }

  @Test("gives an activity without channel and token an update token")
  func derivedUpdateToken() throws {
    let world = try Town.load(
      "{ \(small), devices: [{ id: 'd' }], activities: [{ device: 'd', bundleId: 'a', attributesType: 'A' }] }")
    let activity = try #require(world.activities["activity-1"])
    let token = try #require(activity.updateToken)
    #expect(world.tokens[token]?.kind == .update(activity: "activity-1"))
    #expect(try Town.world.get().activities["all-rides"]?.updateToken == nil)
  }

  @Test(
    "tells time absolutely or from the start",
    arguments: [
      ("2026-03-01T10:00:00Z", 0), ("2026-03-01T11:00:00.500+01:00", 500), ("-10m", -600_000), ("+1h", 3_600_000),
      ("-250ms", -250), ("+1.5s", 1500), ("-1d", -86_400_000),
    ])
  func times(_ text: String, _ offset: Int) throws {
    let world = try Town.load("{ teams: { T: { keys: { K: { activeFrom: '\(text)' } } } } }")
    #expect(world.keys["K"]?.activeFrom == Town.morning + offset)
  }

  @Test(
    "takes keys from files, from PEM or from nothing",
    arguments: [
      ("{ file: 'keys/K.p8' }", "PEM of keys/K.p8"), ("{ publicKey: 'PEM x' }", "PEM x"), ("{}", "PEM made for K"),
      ("{ publicKey: null }", nil),
    ] as [(String, String?)])
  func keys(_ text: String, _ pem: String?) throws {
    #expect(try Town.load("{ teams: { T: { keys: { K: \(text) } } } }").keys["K"]?.publicKeyPEM == pem)
  }

  @Test("hands the options of the command on as they are")
  func serve() throws {
    let document = try JSONReader.read(Array("{ $schema: 'x', serve: { anything: [1] } }".utf8), dialect: .json5).value
    var loader = WorldLoader(resources: Town.resources, now: Town.morning, seed: 1)
    #expect(try loader.load(document).serve["anything"] == [1])
  }

  @Test("may set every setting", arguments: SettingExpectation.all)
  func settings(_ row: SettingExpectation) throws {
    for value in row.allowed {
      let world = try Town.load("{ settings: { \(row.name): \(value.text()) } }")
      #expect(Settings.row(row.name)?.read(world.settings) == value)
    }
    for value in row.refused {
      #expect(throws: WorldFault.self) { try Town.load("{ settings: { \(row.name): \(value.text()) } }") }
    }
  }
}

@Suite("A version of an operating system")
struct OSVersionTests {
  @Test("is one to three numbers", arguments: [("18", 18, 0), ("18.4", 18, 4), ("18.4.1", 18, 4), ("0.0", 0, 0)])
  func good(_ text: String, _ major: Int, _ minor: Int) {
    let version = OSVersion(text)
    #expect(version?.major == major && version?.minor == minor)
  }

  @Test(
    "is nothing else", arguments: ["", ".", "18.", ".4", "18.4.1.2", "18,4", "+18", "-1", "1000", "18.x", "iOS 18"])
  func bad(_ text: String) {
    #expect(OSVersion(text) == nil)
  }

  @Test("is compared number by number")
  func order() throws {
    let versions = try ["9.3", "17.2", "17.10", "18"].map { try #require(OSVersion($0)) }
    #expect(versions == versions.sorted())
  }
}
