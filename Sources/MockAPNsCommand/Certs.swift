import MockAPNs

extension Command {
  static let certs = Command(
    name: "certs", summary: "Issues a provider client certificate with Apple's marks, signed by the CA in --certs.",
    options: [
      Option(name: "topic", value: "TOPIC", meaning: "A topic that it is good for.", isRepeatable: true),
      Option(name: "uid", value: "UID", meaning: "The UID of its subject (the first topic)."),
      Option(name: "env", value: "NAME", meaning: "sandbox, production or both; needed."),
      Option(name: "world", value: "FILE", meaning: "A world file that describes it, instead of the options above."),
      Option(name: "name", value: "NAME", meaning: "Its name in the world file, and the name of the files."),
      Option(name: "certs", value: "DIR", meaning: "The folder of the CA (Certs)."),
      Option(name: "out", value: "DIR", meaning: "Where NAME.pem and NAME.p12 go (the current folder)."),
      Option(name: "password", value: "TEXT", meaning: "The password of NAME.p12 (mock-apns)."),
    ], operands: "issue"
  ) { arguments throws(CommandFailure) in
    guard arguments.operands == ["issue"] else {
      throw CommandFailure("certs can do one thing: mock-apns certs issue", code: 2)
    }
    do throws(GatewayError) {
      let order = try order(arguments)
      let issuer = try CertificateIssuer(certificates: arguments.certificates, log: Log { Output.log($0) })
      let paths = try issuer.issue(
        order, into: arguments["out"] ?? ".", password: arguments["password"] ?? "mock-apns")
      paths.forEach(Output.line)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  private static func order(_ arguments: Arguments) throws(GatewayError) -> CertificateIssuer.Order {
    if let world = arguments["world"] {
      guard let name = arguments["name"] else {
        throw GatewayError("--world needs --name, the name of a certificate in it")
      }
      return try CertificateIssuer.order(name, inWorld: world)
    }
    let topics = arguments.all("topic")
    guard let uid = arguments["uid"] ?? topics.first else {
      throw GatewayError("give --topic, or --world and --name")
    }
    let environments = ["sandbox": ["sandbox"], "production": ["production"], "both": ["sandbox", "production"]]
    guard let marks = environments[arguments["env"] ?? ""] else {
      throw GatewayError("--env must be sandbox, production or both")
    }
    return CertificateIssuer.Order(name: arguments["name"] ?? uid, userID: uid, topics: topics, environments: marks)
  }
}
