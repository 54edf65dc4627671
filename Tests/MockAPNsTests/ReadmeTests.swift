import MockAPNs
import MockAPNsIO
import Testing

@Suite("README")
struct ReadmeTests {
  @Test("it lists what may differ from Apple as the tables have it; make readme writes it")
  func listsAssumptions() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("/\(root)/README.md", limitBytes: 1 << 20), as: UTF8.self)
    let list = Assumptions.markdown
    #expect(list.split(separator: "\n").count > 10)
    #expect(text.contains("\n<!-- assumptions: written by make readme -->\n\n\(list)\n<!-- end of assumptions -->\n"))
  }
}
