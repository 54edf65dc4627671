import Foundation
import MockAPNs
import Testing

@Suite("The README's list of assumptions")
struct ReadmeAssumptions {
  @Test("is what the rows of the tables say; the command assumptions prints it")
  func listIsPrintedFromRows() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- assumptions: begin -->\n")
    let list = try #require(parts.last?.components(separatedBy: "<!-- assumptions: end -->").first)
    #expect(list == Assumptions.markdown)
  }
}
