/// The limits of the house style. Each number stands here and nowhere else.
private enum Limit {
  static let fileLines = 400
  static let functionLines = 60
  static let lineCharacters = 120
  static let parameters = 5
}

extension Rule {
  static let sizes = [
    Rule(
      name: "a file has at most \(Limit.fileLines) lines, unless it is a table in a folder Tables",
      looksAt: { $0.isSwift && !$0.isTable },
      findings: { file, _ in
        let count = file.text.hasSuffix("\n") ? file.lines.count - 1 : file.lines.count
        return count > Limit.fileLines ? [Finding(file, line: count, "\(count) lines")] : []
      },
      offender: Tree(["Sources/A/Long.swift": lines(Limit.fileLines + 1)]),
      neighbour: Tree([
        "Sources/A/Long.swift": lines(Limit.fileLines), "Sources/A/Tables/Longer.swift": lines(Limit.fileLines + 1),
      ])),
    Rule(
      name: "a function has at most \(Limit.functionLines) lines, unless it is a table",
      looksAt: { $0.isSwift && !$0.isTable },
      findings: { file, _ in
        file.blocks.filter { $0.lineCount > Limit.functionLines }.map {
          Finding(file, line: $0.firstLine, "\($0.keyword) \($0.name) has \($0.lineCount) lines")
        }
      },
      offender: Tree(["Sources/A/B.swift": "struct B {\n  func b() {\n\(lines(Limit.functionLines - 1))}\n}\n"]),
      neighbour: Tree(["Sources/A/B.swift": "struct B {\n  func b() {\n\(lines(Limit.functionLines - 2))}\n}\n"])),
    Rule(
      name: "a line has at most \(Limit.lineCharacters) characters",
      looksAt: \.isSwift,
      findings: { file, _ in
        file.numbered(file.lines).filter { $0.text.count > Limit.lineCharacters }.map {
          Finding(file, line: $0.number, "\($0.text.count) characters")
        }
      },
      offender: Tree(["Tests/A/B.swift": String(repeating: "é", count: Limit.lineCharacters + 1)]),
      neighbour: Tree(["Tests/A/B.swift": String(repeating: "é", count: Limit.lineCharacters)])),
    Rule(
      name: "a function has at most \(Limit.parameters) parameters, unless it makes a row of a table",
      looksAt: { $0.isSwift && !$0.isTable },
      findings: { file, _ in
        file.blocks.filter { $0.parameterCount > Limit.parameters }.map {
          Finding(file, line: $0.firstLine, "\($0.name) has \($0.parameterCount) parameters")
        }
      },
      offender: Tree([
        "Sources/A/B.swift": "struct B { func b<T: C>(_ a: T, b: [A: B], c: (A, B) -> C, d: A<B, C>, e: E, f: F) {} }"
      ]),
      neighbour: Tree([
        "Sources/A/B.swift":
          """
        struct B {
          func b(a: A, b: [A: B], c: (A, B) -> C, d: A<B, C>, e: E) {}
          init(a: A, b: B, c: C, d: D, e: E, f: F) {}
        }
        """
      ])),
  ]

  private static func lines(_ count: Int) -> String {
    String(repeating: "\n", count: count)
  }
}
