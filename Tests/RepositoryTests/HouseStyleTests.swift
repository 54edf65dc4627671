import Testing

@Suite("House style")
struct HouseStyle {
  @Test("every file keeps every rule", arguments: Rule.all)
  func repositoryKeeps(rule: Rule) throws {
    for finding in rule.check(try Tree.repository.get()) {
      Issue.record("\(finding)")
    }
  }

  @Test("a rule looks at some file of this repository", arguments: Rule.all)
  func looksAtSomething(rule: Rule) throws {
    let files = try Tree.repository.get().files
    let isInUse = files.contains(where: rule.looksAt)
    #expect(isInUse)
  }

  @Test("a rule finds its offender", arguments: Rule.all)
  func findsOffender(rule: Rule) {
    #expect(!rule.check(rule.offender).isEmpty)
  }

  @Test("a rule passes what is just allowed", arguments: Rule.all)
  func passesNeighbour(rule: Rule) {
    #expect(rule.neighbour.files.contains(where: rule.looksAt), "the neighbour must be looked at")
    #expect(rule.check(rule.neighbour).map(\.description) == [])
  }

  @Test("an exception holds for its file alone, and only while the file needs it")
  func exceptionsAreNarrow() {
    let rule = Rule.banning(BannedWord(word: "try!", folders: ["A/"], because: "", exceptions: ["A/B.swift": ""]))
    #expect(rule.check(Tree(["A/B.swift": "try! b()"])).isEmpty)
    #expect(rule.check(Tree(["A/B.swift": "try b()"])).count == 1)
    #expect(rule.check(Tree(["A/C.swift": "try! b()"])).count == 1)
  }

  @Test("a banned word is a whole word", arguments: [("sleep(1)", 1), ("a.sleep(1)", 1), ("oversleep(1)", 0)])
  func findsWholeWords(code: String, count: Int) {
    let rule = Rule.banning(BannedWord(word: "sleep(", folders: ["A/"], because: ""))
    #expect(rule.check(Tree(["A/B.swift": code])).count == count)
  }
}
