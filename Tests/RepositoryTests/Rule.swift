import Testing

/// One rule of the house style. It carries its own proof: files that break it and files that just do not.
struct Rule: Sendable, CustomTestStringConvertible {
  /// A sentence: what is so in every file that the rule looks at.
  let name: String
  let looksAt: @Sendable (SourceFile) -> Bool
  /// What breaks the rule in one file; the tree is for rules that compare files.
  let findings: @Sendable (SourceFile, Tree) -> [Finding]
  let offender: Tree
  let neighbour: Tree

  var testDescription: String { name }

  func check(_ tree: Tree) -> [Finding] {
    tree.files.filter(looksAt).flatMap { findings($0, tree) }
  }
}

/// One place that breaks a rule.
struct Finding: Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  init(_ file: SourceFile, line: Int = 1, _ message: String) {
    path = file.path
    self.line = line
    self.message = message
  }

  var description: String { "\(path):\(line): \(message)" }
}

extension Rule {
  static let all: [Rule] = sizes + imports + bannedWords + declarations + files + limits
}
