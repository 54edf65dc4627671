import MockAPNs
import MockAPNsIO

extension Command {
  static let run = Command(
    name: "run", summary: "Runs a command beside a gateway on free ports, and returns its exit code.",
    options: serve.options, operands: "-- COMMAND…"
  ) { arguments throws(CommandFailure) in
    guard !arguments.operands.isEmpty else {
      throw CommandFailure("run needs a command: mock-apns run -- COMMAND…", code: 2)
    }
    CommandProcess.holdTermination()
    _ = raiseDescriptorLimit()
    var code: Int32 = 0
    try asking { () throws(GatewayError) in code = try runBeside(arguments) }
    CommandProcess.exit(code)
  }

  /// Starts the gateway, runs the command to its end, stops the gateway.
  private static func runBeside(_ arguments: Arguments) throws(GatewayError) -> Int32 {
    var environment = CommandProcess.environment
    let configuration = try freePorts(arguments, environment)
    let gateway = try MockGateway.start(configuration)
    defer { gateway.stop() }
    let told = try RunEnvironment(gateway, temporaryFolder: environment["TMPDIR"])
    defer { told.remove() }
    environment.merge(told.variables) { _, new in new }
    do throws(ThreadError) {
      return try ChildProcess.run(arguments.operands, environment: environment)
    } catch {
      throw GatewayError("\(arguments.operands[0]) cannot be started (errno \(error.code)); is it on PATH?")
    }
  }

  /// Listeners that nobody placed take free ports.
  private static func freePorts(
    _ arguments: Arguments, _ environment: [String: String]
  ) throws(GatewayError) -> GatewayConfiguration {
    var flags = arguments.values
    for option in ServeOption.table where option.name.hasSuffix("-listen") {
      if flags[option.name] == nil, environment[option.variable] == nil { flags[option.name] = ["127.0.0.1:0"] }
    }
    var configuration = try GatewayConfiguration.resolve(flags: flags, environment: environment)
    configuration.log = Log { Output.log($0) }
    return configuration
  }
}
