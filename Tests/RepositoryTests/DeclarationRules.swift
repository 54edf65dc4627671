extension Rule {
  static let declarations = [
    Rule(
      name: "a type that another target sees has a doc comment, and so has everything public",
      looksAt: { $0.isSwift && $0.target != nil },
      findings: { file, _ in
        file.numbered(file.code).compactMap { line in
          guard let declared = sharedDeclaration(line.text) else { return nil }
          guard !isDocumented(file.lines[..<(line.number - 1)]) else { return nil }
          return Finding(file, line: line.number, "\(declared) has no doc comment")
        }
      },
      offender: Tree(["Sources/A/B.swift": "/// A thing.\npackage struct B {\n  public var c = 1\n}\n"]),
      neighbour: Tree([
        "Sources/A/B.swift": """
        /// A thing.
        // Frozen, because.
        @frozen
        package struct B: Comparable {
          package enum Kind {}
          package var a = 1
          public init() {}
          public static func < (left: B, right: B) -> Bool { false }
          public func hash(into hasher: inout Hasher) {}
        }
        package extension B {}

        """
      ])),
    Rule(
      name: "a doc comment starts with one sentence of at most 150 characters",
      looksAt: { $0.isSwift && $0.target != nil },
      findings: { file, _ in
        docComments(file).filter { $0.firstSentence.count > 150 }.map {
          Finding(file, line: $0.line, "the first sentence has \($0.firstSentence.count) characters")
        }
      },
      offender: Tree(["Sources/A/B.swift": "/// A \(String(repeating: "very ", count: 30))long thing.\nstruct B {}\n"]),
      neighbour: Tree(["Sources/A/B.swift": "/// A thing.\n/// \(String(repeating: "More ", count: 20))\nstruct B {}\n"]
      )),
  ]
}

private let emptyNames = ["Manager", "Helper", "Helpers", "Util", "Utils", "Base"]
private let types: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"]
private let members: Set = ["func", "var", "let", "subscript", "case"]
/// Members whose meaning their protocol or their type has already told.
private let selfExplaining: Set = ["hash", "description", "debugDescription", "rawValue", "encode"]

/// What this line declares for other targets, if it needs a doc comment: any public name, a package type at the top.
private func sharedDeclaration(_ line: String) -> String? {
  guard let first = line.utf8.first(where: { $0 != UInt8(ascii: " ") }), "@op".utf8.contains(first) else { return nil }
  let words = line.split { !$0.isLetter && !$0.isNumber && !"_=!+-*/&|@<".contains($0) }.map(String.init)
  guard let access = words.firstIndex(where: { ["package", "public", "open"].contains($0) }),
    words[..<access].allSatisfy({ $0.hasPrefix("@") }),
    let keyword = words[access...].firstIndex(where: { types.contains($0) || members.contains($0) }),
    keyword + 1 < words.count
  else { return nil }
  let name = words[keyword + 1]
  let isOperator = name.first?.isLetter == false && name.first != "_"
  guard !isOperator, !selfExplaining.contains(name) else { return nil }
  let isTopType = types.contains(words[keyword]) && line.first?.isWhitespace == false
  return isTopType || words[access] != "package" ? "\(words[keyword]) \(name)" : nil
}

private func declaredType(_ line: String) -> String? {
  let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  guard let keyword = words.firstIndex(where: { types.contains(String($0)) }), keyword + 1 < words.count
  else { return nil }
  return String(words[keyword + 1])
}

/// Between a doc comment and its declaration only attributes and plain comments may stand.
private func isDocumented(_ linesBefore: ArraySlice<String>) -> Bool {
  for line in linesBefore.reversed() {
    let text = line.drop(while: \.isWhitespace)
    if text.hasPrefix("///") { return true }
    if !text.hasPrefix("@"), !text.hasPrefix("//") { return false }
  }
  return false
}

/// The first sentence of every doc comment, with the line where the comment starts.
private func docComments(_ file: SourceFile) -> [(line: Int, firstSentence: String)] {
  var comments: [(line: Int, firstSentence: String)] = []
  var isInside = false
  for line in file.numbered(file.lines) {
    let text = line.text.drop(while: \.isWhitespace)
    guard text.hasPrefix("///") else {
      isInside = false
      continue
    }
    if !isInside { comments.append((line.number, "")) }
    isInside = true
    let last = comments.count - 1
    if !comments[last].firstSentence.hasSuffix(".") { comments[last].firstSentence += text.dropFirst(3) }
  }
  return comments.map { ($0.line, firstSentence(of: $0.firstSentence)) }
}

private func firstSentence(of text: String) -> String {
  let trimmed = text.drop(while: \.isWhitespace)
  return trimmed.firstRange(of: ". ").map { String(trimmed[..<$0.lowerBound]) } ?? String(trimmed)
}
