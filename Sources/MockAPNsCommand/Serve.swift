import MockAPNs
import MockAPNsIO

extension Command {
  static let serve = Command(
    name: "serve", summary: "Runs the gateway until it is interrupted.",
    options: ServeOption.table.map { row in
      Option(
        name: row.name, value: row.value, meaning: "\(row.meaning) [\(row.variable)]", isRepeatable: row.isRepeatable)
    }
  ) { arguments throws(CommandFailure) in
    CommandProcess.holdTermination()
    _ = raiseDescriptorLimit()
    do throws(GatewayError) {
      var configuration = try GatewayConfiguration.resolve(
        flags: arguments.values, environment: CommandProcess.environment)
      configuration.log = Log { Output.log($0) }
      let gateway = try MockGateway.start(configuration)
      defer { gateway.stop() }
      try ready(gateway, configuration)
      CommandProcess.waitForTermination()
    } catch {
      throw CommandFailure(error.description)
    }
  }

  private static func ready(_ gateway: MockGateway, _ configuration: GatewayConfiguration) throws(GatewayError) {
    let report = ReadyReport(gateway)
    if let path = configuration.readyFile { try report.write(to: path) }
    Output.log("seed \(gateway.seed); \(gateway.strictness)")
    if gateway.isEnrolling { Output.log("the first push:\n\n\(try FirstPush.command(for: gateway))\n") }
    Output.line(report.line)
  }
}
