import Foundation

/// The text files of a repository: this one's, or a few made up to prove that a rule finds its offender.
struct Tree: Sendable {
  let files: [SourceFile]

  init(_ texts: [String: String]) {
    files = texts.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
  }

  /// What git has, or would take: ignored files are no part of it. Files that are not UTF-8 are left out.
  static let repository: Result<Tree, any Error> = Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let paths = try git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], in: root)
    var texts: [String: String] = [:]
    for path in paths.split(separator: "\0") {
      texts[String(path)] = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    return Tree(texts)
  }

  func file(_ path: String) -> SourceFile? {
    files.first { $0.path == path }
  }

  /// Whether `path` is a file or a folder here.
  func has(_ path: String) -> Bool {
    files.contains { $0.path == path || $0.path.hasPrefix(path + "/") }
  }

  private static func git(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GitFailed(status: process.terminationStatus) }
    return String(decoding: bytes, as: UTF8.self)
  }

  struct GitFailed: Error {
    var status: Int32
  }
}

/// One file: its lines as written and, for Swift, the same lines without comments and string contents.
struct SourceFile: Sendable {
  let path: String
  let text: String
  let lines: [String]
  let code: [String]
  let blocks: [CodeBlock]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = Self.split(text)
    let blanked = path.hasSuffix(".swift") ? SwiftScanner.blanked(text) : ""
    code = Self.split(blanked)
    blocks = CodeBlock.all(in: Array(blanked.utf8))
  }

  var isSwift: Bool { path.hasSuffix(".swift") && path != "Package.swift" }

  /// A file in a folder `Tables` holds rows, which may be many and wide.
  var isTable: Bool { path.split(separator: "/").contains("Tables") }

  /// `Sources/MockAPNsCore/Tables/Reason.swift` is of the target `MockAPNsCore`.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// Whether the text holds these bytes anywhere; fast enough to ask it for every word of every file.
  func mentions(_ word: String) -> Bool {
    text.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }

  /// Line numbers count from 1.
  func numbered(_ lines: [String]) -> [(number: Int, text: String)] {
    lines.enumerated().map { ($0.offset + 1, $0.element) }
  }

  private static func split(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
