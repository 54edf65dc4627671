import MockAPNsCore
import Testing

@testable import MockAPNs

@Suite("Options of serve")
struct OptionTests {
  /// For each option: three good values and how they read back, and a bad value where there is one.
  private static let cases:
    [String: (values: [String], bad: String?, read: @Sendable (GatewayConfiguration) -> String)] = [
      "push-listen": (["a:1", "b:2", "c:3"], nil, { $0.pushListen.joined(separator: " ") }),
      "push-production-listen": (["a:1", "b:2", "c:3"], nil, { $0.pushProductionListen.joined(separator: " ") }),
      "channels-sandbox-listen": (["a:1", "b:2", "c:3"], nil, { $0.channelsSandboxListen.joined(separator: " ") }),
      "channels-production-listen": (
        ["a:1", "b:2", "c:3"], nil, { $0.channelsProductionListen.joined(separator: " ") }
      ),
      "inspect-listen": (["a:1", "b:2", "c:3"], nil, { $0.inspectListen }),
      "store": (["a", "b", "c"], nil, { $0.store ?? "" }),
      "durable": (["true", "false", "true"], "yes", { $0.isDurable.description }),
      "certs": (["a", "b", "c"], nil, { $0.certificates }),
      "ca-cert": (["a", "b", "c"], nil, { $0.authorityCertificate ?? "" }),
      "ca-key": (["a", "b", "c"], nil, { $0.authorityKey ?? "" }),
      "environment": (["sandbox", "production", "sandbox"], nil, { $0.environment }),
      "seed": (["1", "2", "3"], "-1", { $0.seed.map { String($0) } ?? "" }),
      "set": (["a=1", "b=2", "c=3"], "=1", { $0.settings.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }),
      "san": (["a", "b", "c"], nil, { $0.serverNames.joined(separator: " ") }),
      "inspect-host": (["a", "b", "c"], nil, { $0.inspectHosts.joined(separator: " ") }),
      "inspect-token": (["a", "b", "c"], nil, { $0.inspectToken ?? "" }),
      "inspect-open": (["true", "false", "true"], "maybe", { $0.isInspectOpen.description }),
      "ready-file": (["a", "b", "c"], nil, { $0.readyFile ?? "" }),
    ]

  @Test(
    "flag beats variable beats world file beats default",
    arguments: ServeOption.table.map(\.name).filter { $0 != "world" })
  func order(_ name: String) throws {
    let row = try #require(ServeOption.table.first { $0.name == name })
    let sample = try #require(Self.cases[name], "a new option needs a case here")
    let folder = try TestFolder()
    let world = try folder.write("world.json5", #"{serve: {\#(row.key): "\#(sample.values[0])"}}"#)
    let variables = [row.variable: sample.values[1]]
    func resolve(_ flags: [String: [String]], _ variables: [String: String]) throws -> String {
      sample.read(try GatewayConfiguration.resolve(flags: flags, environment: variables))
    }
    let untouched = try resolve([:], [:])
    #expect(untouched == sample.read(GatewayConfiguration()))
    #expect(try resolve(["world": [world]], [:]) == sample.values[0])
    #expect(try resolve([:], ["MOCK_APNS_WORLD": world]) == sample.values[0])
    #expect(try resolve(["world": [world]], variables) == sample.values[1])
    #expect(try resolve(["world": [world], name: [sample.values[2]]], variables) == sample.values[2])
    #expect(try resolve([:], [row.variable: ""]) == untouched)
    let empty = #expect(throws: GatewayError.self) { _ = try resolve([name: [""]], [:]) }
    #expect(empty?.description.contains("--\(name)") == true)
    if let bad = sample.bad {
      let error = #expect(throws: GatewayError.self) { _ = try resolve([name: [bad]], [:]) }
      #expect(error?.description.contains(name) == true && error?.description.contains("\"\(bad)\"") == true)
    }
  }

  @Test("an option that may repeat takes several flags, a list of a variable and an array of a file")
  func repeated() throws {
    let folder = try TestFolder()
    let world = try folder.write("world.json5", #"{serve: {pushListen: ["a:1", "b:2"]}}"#)
    func listen(_ flags: [String: [String]], _ variables: [String: String]) throws -> [String] {
      try GatewayConfiguration.resolve(flags: flags, environment: variables).pushListen
    }
    #expect(try listen(["world": [world]], [:]) == ["a:1", "b:2"])
    #expect(try listen([:], ["MOCK_APNS_PUSH_LISTEN": "c:1,d:2"]) == ["c:1", "d:2"])
    #expect(try listen(["push-listen": ["e:1", "f:2"]], [:]) == ["e:1", "f:2"])
  }

  @Test("names of an option fit together")
  func names() throws {
    for row in ServeOption.table {
      #expect(row.variable == "MOCK_APNS_" + row.name.uppercased().replacing("-", with: "_"))
      #expect(row.key.lowercased() == row.name.replacing("-", with: ""))
      #expect(row.meaning.hasSuffix("."))
    }
  }

  @Test(
    "a fault under serve names file and key",
    arguments: [
      ("{serve: {pushListn: 1}}", "serve.pushListn is no known key; did you mean \"pushListen\"?"),
      ("{serve: {world: \"x\"}}", "serve.world"), ("{serve: []}", "serve must be an object"), ("{serve: {", "2:"),
      ("{serve: {durable: \"yes\"}}", "durable"),
    ])
  func serveFault(_ text: String, _ words: String) throws {
    let folder = try TestFolder()
    let world = try folder.write("world.json5", "\n" + text)
    let error = #expect(throws: GatewayError.self) {
      _ = try GatewayConfiguration.resolve(flags: ["world": [world]], environment: [:])
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }
}
