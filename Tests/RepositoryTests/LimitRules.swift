extension Rule {
  static let limits = [
    Rule(
      name: "every row of docs/limits.md names a test that there is",
      looksAt: { $0.path == "docs/limits.md" },
      findings: { file, tree in
        file.numbered(file.lines).filter { isRow($0.text) }.flatMap { line in
          let (suite, name) = test(line.text)
          let isThere = tree.files.contains { isTest(name, in: $0, of: suite) }
          return isThere ? [] : [Finding(file, line: line.number, "there is no test \"\(name)\" in \(suite).swift")]
        }
      },
      offender: Tree([
        "docs/limits.md": row("ATests: holds b"), "Tests/A/ATests.swift": "// @Test(\"holds a\")\n// holds b",
      ]),
      neighbour: Tree([
        "docs/limits.md": "| what | test |\n|---|---|\n" + row("ATests: holds: a") + row("BTests: holds b"),
        "Tests/A/ATests.swift": "@Test(\"holds: a\") func a() {}",
        "Tests/B/BTests.swift": "@Test(\n  \"holds b\",\n  arguments: [1])",
      ]))
  ]

  private static func row(_ test: String) -> String { "| a | 1 | \(test) |\n" }
}

/// A line of a table that is neither its head nor the line below.
private func isRow(_ line: String) -> Bool {
  line.hasPrefix("| ") && !line.hasSuffix("| test |")
}

/// The last cell: the file without its ending, a colon, the test's name.
private func test(_ row: String) -> (suite: String, name: String) {
  let cell = row.split(separator: "|").last.map(String.init) ?? ""
  let parts = cell.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
  guard parts.count == 2 else { return (cell, "") }
  return (String(parts[0]), String(parts[1].reversed().drop { $0 == " " }.reversed()))
}

private func isTest(_ name: String, in file: SourceFile, of suite: String) -> Bool {
  guard file.path.hasPrefix("Tests/"), file.path.hasSuffix("/\(suite).swift") else { return false }
  let text = file.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return text.contains("@Test(\"\(name)\"") || text.contains("@Test( \"\(name)\"")
}
