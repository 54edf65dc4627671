import MockAPNsCore
import MockAPNsIO

/// Reads worlds: from a file, from the store, from the API, or none at all.
struct WorldLoading: Sendable {
  let folder: CertificateFolder
  let seed: UInt64
  let environment: Environment
  let settings: [(name: String, value: String)]
  let key: SigningKey

  /// A world file may be so large.
  static let largestFile = JSONLimits.world.bytes

  init(_ configuration: GatewayConfiguration, folder: CertificateFolder, key: SigningKey) throws(GatewayError) {
    guard let environment = Environment(rawValue: configuration.environment) else {
      throw GatewayError("the environment is \"\(configuration.environment)\"; it must be sandbox or production")
    }
    self.folder = folder
    self.environment = environment
    self.key = key
    seed = configuration.seed ?? SystemRandom.number()
    settings = configuration.settings
  }

  /// The world of no file: everything unknown is enrolled.
  func emptyWorld() throws(GatewayError) -> World {
    var world = World(seed: seed)
    world.defaultEnvironment = environment
    do throws(WorldFault) {
      try finish(&world)
    } catch {
      throw GatewayError("--set \(error.path) \(error.message)")
    }
    return world
  }

  /// The world of a JSON5 file; the error names file, line, column and key.
  func world(ofFile path: String) throws(GatewayError) -> World {
    let (bytes, document) = try Self.document(path)
    do throws(WorldFault) {
      return try load(document, filesIn: Self.folder(of: path))
    } catch {
      throw Self.error(error, in: bytes, of: path)
    }
  }

  /// The options under `serve` in a world file.
  static func serveOptions(ofFile path: String) throws(GatewayError) -> JSONObject {
    let (bytes, document) = try document(path)
    guard let serve = document["serve"] else { return JSONObject() }
    guard let options = serve.object else {
      throw error(WorldFault(JSONPath().appending("serve"), "must be an object"), in: bytes, of: path)
    }
    return options
  }

  /// The certificates that a world file describes, whose keys and devices are not looked at.
  static func certificates(ofFile path: String) throws(GatewayError) -> [String: ProviderCertificate] {
    let (bytes, document) = try document(path)
    do throws(WorldFault) {
      return try WorldLoader.certificates(in: document)
    } catch {
      throw Self.error(error, in: bytes, of: path)
    }
  }

  /// A world from the JSON of a world file; key files are read from the folder, and from nowhere when it is nil.
  func load(_ document: JSON, filesIn folder: String? = nil) throws(WorldFault) -> World {
    var loader = WorldLoader(
      resources: resources(filesIn: folder), now: Gateway.now, seed: seed, defaultEnvironment: environment)
    var world = try loader.load(document).world
    try finish(&world)
    return world
  }

  /// One key from the JSON that a world file has for it.
  func key(_ id: String, of team: String, _ value: JSON) throws(WorldFault) -> ProviderKey {
    let loader = WorldLoader(
      resources: resources(filesIn: nil), now: Gateway.now, seed: seed, defaultEnvironment: environment)
    return try loader.key(id, of: team, value)
  }

  /// What every world gets: settings of the command line, and the development key.
  private func finish(_ world: inout World) throws(WorldFault) {
    for (name, text) in settings {
      let value = (try? JSONReader.read(Array(text.utf8)).value) ?? .string(text)
      try WorldLoader.set(name, to: value, at: JSONPath().appending(name), in: &world.settings)
    }
    world.addKey(
      CertificateFolder.developmentKeyID, publicKeyPEM: key.publicKeyPEM,
      defaultTeam: CertificateFolder.developmentTeamID)
  }

  private func resources(filesIn folder: String?) -> WorldResources {
    let certificates = self.folder
    return WorldResources(
      publicKeyInFile: { name throws(ResourceFault) in
        guard let folder else { throw ResourceFault("can be read from a world file only; give publicKey instead") }
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        do {
          return try Self.publicKey(CertificateFolder.text(of: path))
        } catch {
          throw ResourceFault("names \(path), which cannot be used: \(error)")
        }
      },
      publicKey: { pem throws(ResourceFault) in
        do {
          return try Self.publicKey(pem)
        } catch {
          throw ResourceFault("is no P-256 key in PEM: \(error)")
        }
      },
      madeKey: { id throws(ResourceFault) in
        do {
          return try certificates.key(id).key.publicKeyPEM
        } catch {
          throw ResourceFault("cannot be made: \(error)")
        }
      })
  }

  /// The public key of a private or a public one.
  private static func publicKey(_ pem: String) throws(CryptoError) -> String {
    if pem.contains("PRIVATE KEY") { return try SigningKey(pem: pem).publicKeyPEM }
    _ = try VerifyingKey(pem: pem)
    return pem
  }

  private static func document(_ path: String) throws(GatewayError) -> ([UInt8], JSON) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limitBytes: largestFile)
    } catch {
      throw GatewayError("the world file cannot be read: \(error)")
    }
    do throws(JSONError) {
      return (bytes, try JSONReader.read(bytes, dialect: .json5, limits: .world).value)
    } catch {
      throw GatewayError("\(path):\(error.line):\(error.column): \(error.message)")
    }
  }

  private static func error(_ fault: WorldFault, in bytes: [UInt8], of path: String) -> GatewayError {
    let place = JSONReader.locate(fault.path, in: bytes, dialect: .json5).map { ":\($0.line):\($0.column)" } ?? ""
    return GatewayError("\(path)\(place): \(fault.path) \(fault.message)")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
