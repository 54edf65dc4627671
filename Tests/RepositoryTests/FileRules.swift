extension Rule {
  static let files = [
    Rule(
      name: "every fixture is named by some test, or its folder is",
      looksAt: { $0.path.hasPrefix("Fixtures/") && !$0.path.hasSuffix("README.md") },
      findings: { file, tree in
        let tests = tree.files.filter { $0.path.hasPrefix("Tests/") }
        let isNamed = tests.contains { test in fixtureNames(file.path).contains(where: test.mentions) }
        return isNamed ? [] : [Finding(file, "no test names it")]
      },
      offender: Tree(["Fixtures/payloads/a.json": "{}", "Tests/A/B.swift": "\"Fixtures/requests\" \"a.txt\""]),
      neighbour: Tree([
        "Fixtures/payloads/a.json": "{}", "Fixtures/requests/b.json": "{}",
        "Tests/A/B.swift": "\"Fixtures/payloads\" \"b.json\"",
      ])),
    Rule(
      name: "no file names a path outside the repository",
      looksAt: { !$0.path.hasSuffix("/FileRules.swift") },
      findings: { file, _ in
        let named = outside.filter(file.mentions)
        return file.numbered(named.isEmpty ? [] : file.lines).flatMap { line in
          named.filter { line.text.contains($0) }.map { Finding(file, line: line.number, "names \($0)") }
        }
      },
      offender: Tree(["Makefile": "run: \(outside[0])x\n"]),
      neighbour: Tree(["Makefile": "run: ../Sources /tmp network/\n"])),
    Rule(
      name: "a file at the top is one that belongs there",
      looksAt: { !$0.path.contains("/") },
      findings: { file, _ in atTheTop.contains(file.path) ? [] : [Finding(file, "it is no file of the top level")] },
      offender: Tree(["ready.json": "{}"]),
      neighbour: Tree(["Makefile": "", "Fixtures/worlds/ready.json": "{}"])),
    Rule(
      name: "the change log has a section Unreleased",
      looksAt: { $0.path == "CHANGELOG.md" },
      findings: { file, _ in
        file.lines.contains("## [Unreleased]") ? [] : [Finding(file, "no line ## [Unreleased]")]
      },
      offender: Tree(["CHANGELOG.md": "# Changes\n\nUnreleased\n"]),
      neighbour: Tree(["CHANGELOG.md": "# Changes\n\n## [Unreleased]\n"])),
    Rule(
      name: "the system packages that Package.swift names are installed by scripts/setup and by the image",
      looksAt: { $0.path == "Package.swift" },
      findings: { file, tree in
        ["scripts/setup", "Dockerfile"].flatMap { path in
          let installer = tree.file(path)?.text ?? ""
          return systemPackages(file.text).filter { !installer.contains($0) }.map {
            Finding(file, "\(path) does not install \($0)")
          }
        }
      },
      offender: Tree([
        "Package.swift": "[.apt([\"a-dev\", \"b-dev\"])]", "scripts/setup": "a-dev b-dev", "Dockerfile": "b-dev",
      ]),
      neighbour: Tree([
        "Package.swift": "[.apt([\"a-dev\"]), .brew([\"c\"])]", "scripts/setup": "a-dev", "Dockerfile": "a-dev",
      ])),
    Rule(
      name: "a path that a Markdown file links to or quotes is there",
      looksAt: { $0.path.hasSuffix(".md") },
      findings: { file, tree in
        file.numbered(file.lines).flatMap { line in
          (linkTargets(line.text, in: file.path) + quotedPaths(line.text)).filter { !tree.has($0) }.map {
            Finding(file, line: line.number, "there is no \($0)")
          }
        }
      },
      offender: Tree(["docs/A.md": "[b](b.md)\n"]),
      neighbour: Tree([
        "docs/A.md": "[b](../b.md#top) [c](https://example.com/c.md) [d](#d) `Sources/X y`\n", "b.md": "",
        "Sources/X/Y.swift": "",
      ])),
  ]
}

/// What tools and readers look for at the top of a repository; all else has a folder.
private let atTheTop: Set = [
  ".dockerignore", ".gitignore", ".swift-format", "CHANGELOG.md", "CONTRIBUTING.md", "Dockerfile", "LICENSE",
  "Makefile", "Package.swift", "README.md", "docker-compose.yml",
]

private let outside = ["/root/", "/Users/", "/home/"]

/// `Fixtures/payloads/a.json` may be named as `a.json`, or by its folder `Fixtures/payloads`.
private func fixtureNames(_ path: String) -> [String] {
  let parts = path.split(separator: "/")
  let folders = (2..<max(parts.count, 2)).map { parts[..<$0].joined(separator: "/") }
  return folders + [String(parts[parts.count - 1])]
}

/// The names in every `.apt([…])`.
private func systemPackages(_ manifest: String) -> [String] {
  manifest.split(separator: ".apt([").dropFirst().flatMap { rest in
    rest.split(separator: "]")[0].split(separator: "\"").filter { $0.first?.isLetter == true }.map(String.init)
  }
}

/// The files that Markdown links of this line lead to, as paths from the root.
private func linkTargets(_ line: String, in path: String) -> [String] {
  line.split(separator: "](").dropFirst().compactMap { rest in
    guard let target = rest.split(separator: ")").first?.split(separator: "#").first,
      !target.contains(":"), !rest.hasPrefix("#")
    else { return nil }
    var parts = path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// Paths between backticks that start at a folder of this repository; arguments may follow.
private func quotedPaths(_ line: String) -> [String] {
  let roots = ["Fixtures/", "Fuzzing/", "Sources/", "Tests/", "docs/", "scripts/"]
  let quoted = line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
  let paths = quoted.compactMap { $0.element.split(separator: " ").first }
  return paths.filter { path in roots.contains { path.hasPrefix($0) } && !path.contains("*") }.map {
    $0.hasSuffix("/") ? String($0.dropLast()) : String($0)
  }
}
