import MockAPNs
import MockAPNsIO

extension Command {
  static let health = Command(
    name: "health", summary: "Succeeds when a gateway is ready; for containers.",
    options: [
      Option(name: "inspect", value: "HOST:PORT", meaning: "Where its inspection API listens (127.0.0.1:2198).")
    ]
  ) { arguments throws(CommandFailure) in
    let address = arguments["inspect"] ?? CommandProcess.environment["MOCK_APNS_INSPECT"] ?? "127.0.0.1:2198"
    do throws(GatewayError) {
      try ReadyProbe.check(address)
    } catch {
      throw CommandFailure(error.description)
    }
  }
}
