import MockAPNsCore
import MockAPNsIO

/// Everything that a test needs to push here.
struct ConnectFacts: Sendable {
  var addresses: GatewayAddresses
  var authorityPEM: String
  var developmentKey: DevelopmentKey
  var environment: Environment
}

/// Health, trust and how to connect.
enum ConnectRoutes {
  static let table = [
    Route(
      method: "GET", path: "/livez", operationID: "isAlive", summary: "Answers while the process runs.", isOpen: true
    ) { _, _, _ throws(Problem) in .text("ok\n") },
    Route(
      method: "GET", path: "/readyz", operationID: "isReady",
      summary: "Answers 200 while pushes are taken and kept, else 503.", isOpen: true
    ) { inspection, _, _ throws(Problem) in
      guard let failure = inspection.gateway.ledger.failure else { return .text("ok\n") }
      return .text("the record takes nothing more: \(failure)\n", status: 503)
    },
    Route(
      method: "GET", path: "/ca.pem", operationID: "getAuthority",
      summary: "The certificate of the CA that clients are to trust.", isOpen: true
    ) { inspection, _, _ throws(Problem) in
      .text(inspection.connect.authorityPEM, type: "application/x-pem-file")
    },
    Route(
      method: "GET", path: "/api/v1/connect", operationID: "getConnection",
      summary: "Addresses, CA and the development key: all that a test needs."
    ) { inspection, _, _ throws(Problem) in
      var facts = inspection.connect
      facts.developmentKey.teamID = inspection.gateway.developmentTeam
      return .json(json(facts))
    },
  ]

  private static func json(_ facts: ConnectFacts) -> JSON {
    [
      "push": .string(facts.addresses.push), "pushProduction": .string(facts.addresses.pushProduction),
      "channelsSandbox": .string(facts.addresses.channelsSandbox),
      "channelsProduction": .string(facts.addresses.channelsProduction), "caPem": .string(facts.authorityPEM),
      "teamId": .string(facts.developmentKey.teamID), "keyId": .string(facts.developmentKey.keyID),
      "p8": .string(facts.developmentKey.privateKeyPEM), "environment": .string(facts.environment.rawValue),
    ]
  }
}
