/// A word that must not stand in some folders, and why.
struct BannedWord {
  var word: String
  var folders: [String]
  var because: String
  /// Whether comments and strings count too.
  var isEverywhere = false
  /// Files that may use it all the same, each with the reason that makes it right there.
  var exceptions: [String: String] = [:]
}

private let libraries = ["Sources/MockAPNsCore/", "Sources/MockAPNsIO/", "Sources/MockAPNs/"]
private let sources = ["Sources/"]

private let banned: [BannedWord] = [
  BannedWord(word: "FIXME", folders: sources, because: "what is left to do is an issue", isEverywhere: true),
  BannedWord(word: "TODO", folders: sources, because: "what is left to do is an issue", isEverywhere: true),
  BannedWord(word: "print(", folders: libraries, because: "only the command owns standard output"),
  BannedWord(word: "try!", folders: sources, because: "no input crashes the process"),
  BannedWord(word: "as!", folders: sources, because: "no input crashes the process"),
  BannedWord(word: "fatalError(", folders: sources, because: "no input crashes the process"),
  BannedWord(
    word: "@unchecked Sendable", folders: sources, because: "the compiler proves what threads share",
    exceptions: [
      "Sources/MockAPNsIO/Threads/Monitor.swift": "a condition variable; its state is touched only under its mutex"
    ]),
  BannedWord(word: "nonisolated(unsafe)", folders: sources, because: "the compiler proves what threads share"),
  BannedWord(word: "Task {", folders: libraries, because: "a library starts no work that nobody can await"),
  BannedWord(word: "Task.detached", folders: libraries, because: "a library starts no work that nobody can await"),
  BannedWord(word: "setenv(", folders: libraries, because: "the process belongs to somebody else's tests"),
  BannedWord(word: "chdir(", folders: libraries, because: "the process belongs to somebody else's tests"),
  BannedWord(word: "signal(SIG", folders: libraries, because: "the process belongs to somebody else's tests"),
  BannedWord(word: "sleep(", folders: ["Tests/"], because: "a test waits for what it expects, not for time"),
  BannedWord(word: "usleep(", folders: ["Tests/"], because: "a test waits for what it expects, not for time"),
]

extension Rule {
  static let bannedWords = banned.map(banning)

  static func banning(_ row: BannedWord) -> Rule {
    let path = row.folders[0] + "X/X.swift"
    return Rule(
      name: "no \(row.word) in \(row.folders.joined(separator: ", ")): \(row.because)",
      looksAt: { file in file.isSwift && row.folders.contains { file.path.hasPrefix($0) } },
      findings: { file, _ in
        let searched = file.mentions(row.word) ? (row.isEverywhere ? file.lines : file.code) : []
        let lines = file.numbered(searched).filter { contains($0.text, row.word) }
        if row.exceptions[file.path] != nil {
          return lines.isEmpty ? [Finding(file, "needs no exception for \(row.word) any more")] : []
        }
        return lines.map { Finding(file, line: $0.number, "\(row.word) (\(row.because))") }
      },
      offender: Tree([path: "  \(row.isEverywhere ? "// " : "x = ")\(row.word) y\n"]),
      neighbour: Tree([path: row.isEverywhere ? "// done\n" : "// \(row.word) y\nlet s = \"\(row.word)\"\n"]))
  }
}

/// Whether `word` stands in `line` and is not the end of a longer word.
private func contains(_ line: String, _ word: String) -> Bool {
  line.ranges(of: word).contains { range in
    guard range.lowerBound > line.startIndex, word.first?.isLetter == true else { return true }
    let before = line[line.index(before: range.lowerBound)]
    return !before.isLetter && !before.isNumber && before != "_"
  }
}
