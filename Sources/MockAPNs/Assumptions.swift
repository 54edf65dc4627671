import MockAPNsCore

/// Where the gateway may differ from Apple: every row of every table whose basis is inferred or chosen.
public enum Assumptions {
  /// A list for README, grouped by table.
  public static var markdown: String {
    sections.map { section in
      let lines = section.rows.map { "- \($0.text) (\($0.basis.kind.rawValue): \($0.basis.source))" }
      return "**\(section.title)**\n\n\(lines.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }

  private typealias Row = (text: String, basis: Basis)

  private static var sections: [(title: String, rows: [Row])] {
    let checks = (Check.inOrder + Check.inOrderForChannels.filter { $0.id == "channel-path" }).map { check -> Row in
      ("`\(check.id)`: \(check.rule)", check.basis)
    }
    let reasons = Reason.allCases.map { reason -> Row in
      ("`\(reason.rawValue)`: \(reason.row.meaning)", reason.row.basis)
    }
    let findings = FindingID.allCases.map { id -> Row in ("`\(id.rawValue)`: \(id.row.sentence)", id.row.basis) }
    let headers = PushHeader.allCases.map { header -> Row in
      ("`\(header.rawValue)`: \(header.row.syntax)", header.row.basis)
    }
    let types = PushType.rows.map { row -> Row in ("`\(row.type.rawValue)`", row.basis) }
    let reasonsOfDevices = OutcomeReason.allCases.map { reason -> Row in
      ("`\(reason.rawValue)`: \(reason.row.meaning)", reason.row.basis)
    }
    let rules = DeviceRule.table.map { row -> Row in ("`\(row.id)`: \(row.rule)", row.basis) }
    let all = [
      ("Checks", checks), ("Reasons", reasons), ("Headers", headers), ("Push types", types), ("Findings", findings),
      ("Simulated devices", rules), ("Why a device does nothing", reasonsOfDevices),
    ]
    return all.map { ($0.0, $0.1.filter { $0.basis.kind == .inferred || $0.basis.kind == .chosen }) }
      .filter { !$0.rows.isEmpty }
  }
}
