import MockAPNsCore
import MockAPNsIO

/// What a gateway says once everything accepts.
package struct ReadyReport: Sendable {
  private let parts: [(name: String, value: String)]

  package init(_ gateway: MockGateway) {
    let addresses = gateway.addresses
    parts = [
      ("push", addresses.push), ("push-production", addresses.pushProduction),
      ("channels-sandbox", addresses.channelsSandbox), ("channels-production", addresses.channelsProduction),
      ("inspect", addresses.inspect), ("ca", gateway.authorityPath ?? "\(addresses.inspect)/ca.pem"),
    ]
  }

  /// One line for standard output.
  package var line: String {
    "mock-apns ready " + parts.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// Writes the same as a JSON object, in one step.
  package func write(to path: String) throws(GatewayError) {
    var object = JSONObject()
    for part in parts { object.append(part.name, .string(part.value)) }
    do {
      try Files.writeAtomically(path, JSON.object(object).bytes() + [UInt8(ascii: "\n")], mode: 0o644)
    } catch {
      throw GatewayError("the ready file \(path) cannot be written: \(error)")
    }
  }
}

/// A push that works at once, for people to copy.
package enum FirstPush {
  /// An address that a client can use, where the listener takes every one.
  private static func reachable(_ address: String) -> String {
    for wildcard in ["0.0.0.0:", "[::]:", ":"] where address.hasPrefix(wildcard) {
      return "127.0.0.1:" + address.dropFirst(wildcard.count)
    }
    return address
  }

  /// A curl command with everything in it, the provider token included.
  package static func command(for gateway: MockGateway) throws(GatewayError) -> String {
    let token = String(repeating: "0123456789abcdef", count: 4)
    let authority =
      gateway.authorityPath.map { "--cacert '\($0)'" } ?? "--cacert <(curl -s \(gateway.addresses.inspect)/ca.pem)"
    return """
      curl --http2 \(authority) \\
        -H 'authorization: bearer \(try gateway.providerToken())' \\
        -H 'apns-topic: com.example.app' -H 'apns-push-type: alert' \\
        -d '{"aps":{"alert":"Hello"}}' \\
        -i https://\(reachable(gateway.addresses.push))/3/device/\(token)
      """
  }
}
