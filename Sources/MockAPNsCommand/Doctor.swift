import MockAPNs

extension Command {
  static let doctor = Command(
    name: "doctor", summary: "Says what a client needs to reach and trust a running gateway, and what hinders it.",
    options: Option.inspect + [
      Option(name: "ca", value: "FILE", meaning: "The CA file to name in the advice (Certs/ca.pem).")
    ]
  ) { arguments throws(CommandFailure) in
    let authority = arguments["ca"] ?? "\(arguments.certificates)/ca.pem"
    let findings = Doctor(arguments.inspection, authorityPath: authority).examine()
    for finding in findings { Output.line("\(finding.isGood ? "ok     " : "PROBLEM") \(finding.text)") }
    Output.line("\nHow clients are told:")
    for entry in Doctor.advice {
      let trust = entry.trust.split(separator: "<CA>", omittingEmptySubsequences: false).joined(separator: authority)
      Output.line(
        "  \(entry.client)\n    trust: \(trust)\n    reach: \(entry.reach)")
    }
    if !findings.allSatisfy(\.isGood) { throw CommandFailure("something hinders clients, see above") }
  }

  static let assumptions = Command(
    name: "assumptions",
    summary: "Prints, as Markdown, where this gateway may differ from Apple: its inferred and chosen rules."
  ) { _ in Output.text(Assumptions.markdown) }
}
