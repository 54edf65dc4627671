/// What a target may import. The compiler keeps the targets apart; this keeps out what the toolchain would let in.
private let permitted: [(target: String, modules: Set<String>, because: String)] = [
  ("MockAPNsCore", ["Swift"], "the core decides from its arguments alone"),
  (
    "MockAPNsIO",
    [
      "CMockAPNsCurl", "CMockAPNsMicrohttpd", "CMockAPNsNghttp2", "CMockAPNsOpenSSL", "CMockAPNsSQLite",
      "CMockAPNsUV", "Darwin", "Dispatch", "Glibc", "Swift", "Synchronization",
    ], "the shell touches libraries and the system, and knows no word of APNs"
  ),
  (
    "MockAPNs", ["FoundationEssentials", "MockAPNsCore", "MockAPNsIO", "Swift", "Synchronization"],
    "the front joins core and shell and touches neither library nor system itself"
  ),
  (
    "MockAPNsCommand", ["MockAPNs", "MockAPNsCore", "MockAPNsIO", "Swift", "Synchronization"],
    "the command is arguments and output around the front"
  ),
]

extension Rule {
  static let imports = permitted.map { row in
    let path = "Sources/\(row.target)/X.swift"
    let allowed = row.modules.sorted().map { "import \($0)\n" }.joined()
    return Rule(
      name: "\(row.target) imports nothing but \(row.modules.sorted().joined(separator: ", ")): \(row.because)",
      looksAt: { $0.isSwift && $0.target == row.target },
      findings: { file, _ in
        file.numbered(file.code).compactMap { line in
          guard let module = importedModule(line.text), !row.modules.contains(module) else { return nil }
          return Finding(file, line: line.number, "imports \(module)")
        }
      },
      offender: Tree([path: "private import struct Foundation.URL\n"]),
      neighbour: Tree([path: allowed + "// import Foundation\n"]))
  }
}

/// `@testable package import struct A.B` imports the module `A`.
func importedModule(_ line: String) -> String? {
  let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  let words = line.split(whereSeparator: \.isWhitespace)
  guard let position = words.firstIndex(of: "import") else { return nil }
  let modifiers: Set = ["public", "package", "internal", "private", "fileprivate"]
  guard words[..<position].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) }) else { return nil }
  let module = words[(position + 1)...].drop { kinds.contains(String($0)) }.first
  return module?.split(separator: ".").first.map(String.init)
}
