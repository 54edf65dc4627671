import MockAPNsCore

/// One row of the table of start options; flags, environment variables and world files share it.
package struct ServeOption: Sendable {
  /// As a flag, without the dashes.
  package var name: String
  /// What the value is, for help; nil for an option without one.
  package var value: String?
  /// What it does, in one sentence.
  package var meaning: String
  /// Whether it may be given several times.
  package var isRepeatable = false
  /// The addresses that it chooses; nil for other options.
  var listens: (any KeyPath<GatewayConfiguration, [String]> & Sendable)?
  let apply: @Sendable (inout GatewayConfiguration, [String]) throws(GatewayError) -> Void

  /// As an environment variable; several values have commas between them.
  package var variable: String {
    "MOCK_APNS_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// As a key under `serve` in a world file.
  package var key: String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// The table, in the order of help.
  package static let table: [ServeOption] = [
    addresses("push-listen", \.pushListen, "Where pushes arrive."),
    addresses("push-production-listen", \.pushProductionListen, "Where pushes to production arrive."),
    addresses("channels-sandbox-listen", \.channelsSandboxListen, "Where sandbox channels are managed."),
    addresses("channels-production-listen", \.channelsProductionListen, "Where production channels are managed."),
    text("inspect-listen", \.inspectListen, "HOST:PORT", "Where the inspection API listens."),
    optional("world", \.world, "FILE", "The world file (JSON5); without one everything unknown is enrolled."),
    optional("store", \.store, "FILE", "A store that stays; without one the record goes with the process."),
    flag("durable", \.isDurable, "Let an answer leave only after its record is on disk."),
    text("certs", \.certificates, "DIR", "The folder of the CA and of keys that are made."),
    optional("ca-cert", \.authorityCertificate, "FILE", "The certificate of a CA of your own."),
    optional("ca-key", \.authorityKey, "FILE", "The key of a CA of your own."),
    text("environment", \.environment, "NAME", "The environment of the push listener: sandbox or production."),
    ServeOption(name: "seed", value: "N", meaning: "Ids, tokens and chance follow from it.") {
      configuration, values throws(GatewayError) in
      guard let seed = values.last.flatMap({ UInt64($0) }) else {
        throw GatewayError("--seed must be a whole number from 0 on, not \"\(values.last ?? "")\"")
      }
      configuration.seed = seed
    },
    ServeOption(name: "set", value: "NAME=VALUE", meaning: "Sets a setting.", isRepeatable: true) {
      configuration, values throws(GatewayError) in
      for value in values {
        guard let split = value.firstIndex(of: "="), split > value.startIndex else {
          throw GatewayError("--set must be like providerTokenUpdates=5, not \"\(value)\"")
        }
        configuration.settings.append((String(value[..<split]), String(value[value.index(after: split)...])))
      }
    },
    list("san", \.serverNames, "NAME", "A further name in the server certificate."),
    list("inspect-host", \.inspectHosts, "NAME", "A further name that the inspection API may be asked by."),
    optional("inspect-token", \.inspectToken, "TOKEN", "The bearer token of the inspection API."),
    flag("inspect-open", \.isInspectOpen, "Let other machines reach the inspection API without a token."),
    optional("ready-file", \.readyFile, "FILE", "A file that says the addresses once everything accepts."),
  ]

  private static func addresses(
    _ name: String, _ path: any WritableKeyPath<GatewayConfiguration, [String]> & Sendable, _ meaning: String
  ) -> ServeOption {
    var option = list(name, path, "HOST:PORT", meaning)
    option.listens = path
    return option
  }

  private static func list(
    _ name: String, _ path: any WritableKeyPath<GatewayConfiguration, [String]> & Sendable, _ value: String,
    _ meaning: String
  ) -> ServeOption {
    ServeOption(name: name, value: value, meaning: meaning, isRepeatable: true) { configuration, values in
      configuration[keyPath: path] = values
    }
  }

  private static func text(
    _ name: String, _ path: any WritableKeyPath<GatewayConfiguration, String> & Sendable, _ value: String,
    _ meaning: String
  ) -> ServeOption {
    ServeOption(name: name, value: value, meaning: meaning) { configuration, values in
      configuration[keyPath: path] = values.last ?? ""
    }
  }

  private static func optional(
    _ name: String, _ path: any WritableKeyPath<GatewayConfiguration, String?> & Sendable, _ value: String,
    _ meaning: String
  ) -> ServeOption {
    ServeOption(name: name, value: value, meaning: meaning) { configuration, values in
      configuration[keyPath: path] = values.last
    }
  }

  private static func flag(
    _ name: String, _ path: any WritableKeyPath<GatewayConfiguration, Bool> & Sendable, _ meaning: String
  ) -> ServeOption {
    ServeOption(name: name, meaning: meaning) { configuration, values throws(GatewayError) in
      switch values.last {
      case "true", "1": configuration[keyPath: path] = true
      case "false", "0": configuration[keyPath: path] = false
      default: throw GatewayError("\(name) must be true or false, not \"\(values.last ?? "")\"")
      }
    }
  }
}

extension GatewayConfiguration {
  /// Puts options together: flag beats environment variable beats world file beats default.
  package static func resolve(
    flags: [String: [String]], environment: [String: String]
  ) throws(GatewayError) -> GatewayConfiguration {
    var configuration = GatewayConfiguration()
    configuration.temporaryFolder = environment["TMPDIR"]
    let world = flags["world"]?.last ?? environment["MOCK_APNS_WORLD"].flatMap { $0.isEmpty ? nil : $0 }
    let file = try world.map { path throws(GatewayError) in try fileOptions(path) } ?? [:]
    for option in ServeOption.table {
      let variable = environment[option.variable].flatMap { $0.isEmpty ? nil : $0 }.map { text in
        option.isRepeatable ? text.split(separator: ",").map(String.init) : [text]
      }
      guard let values = flags[option.name] ?? variable ?? file[option.key] else { continue }
      if values.contains("") { throw GatewayError("--\(option.name) needs a value") }
      try option.apply(&configuration, values)
    }
    return configuration
  }

  /// The options under `serve` in a world file; relative paths stay as they are.
  private static func fileOptions(_ path: String) throws(GatewayError) -> [String: [String]] {
    var options: [String: [String]] = [:]
    for member in try WorldLoading.serveOptions(ofFile: path).members {
      let known = ServeOption.table.map(\.key).filter { $0 != "world" }
      guard known.contains(member.name) else {
        throw GatewayError(
          "\(path): serve.\(member.name) is no known key" + NearMiss.hint(member.name, among: known))
      }
      options[member.name] = (member.value.array ?? [member.value]).map { $0.string ?? $0.text() }
    }
    return options
  }
}
