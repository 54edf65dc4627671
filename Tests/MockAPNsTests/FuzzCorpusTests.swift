import Foundation
import Testing

@Suite("What fuzzers fed", .timeLimit(.minutes(10)))
struct FuzzCorpusTests {
  @Test("every kept input of a target leaves every rule unbroken", arguments: FuzzTarget.allCases)
  func replay(_ target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/fuzz/\(target.rawValue)").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count >= 3, "a target needs inputs to begin with")
    let take = try target.taker()
    for name in names {
      // Not by `Data(contentsOf:)`, which leaks its buffer when the file is empty.
      let handle = try FileHandle(forReadingFrom: folder.appending(path: name))
      defer { try? handle.close() }
      let bytes = Array(try handle.readToEnd() ?? Data())
      #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try take(bytes) }
    }
  }

  @Test("an input that breaks a rule is told by the rule's sentence")
  func tells() {
    let broken = #expect(throws: BrokenRule.self) { try BrokenRule.unless(false, "two is one") }
    #expect(broken?.description == "two is one")
  }
}
