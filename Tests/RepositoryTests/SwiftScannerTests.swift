import Testing

@Suite("Reading Swift source for the house style")
struct ReadingSwift {
  @Test(
    "comments and strings are blanked, code stays",
    arguments: [
      ("a // b", "a     "),
      ("a /* b /* c */ d */ e", "a                   e"),
      (#"a("b // c") d"#, #"a(        ) d"#),
      (#"x "\"{" y"#, #"x       y"#),
      (#"x "\(f("}") + "{")" y"#, #"x                   y"#),
      (##"x #"\("# y"##, ##"x        y"##),
      ("x \"\"\"\n \"{\" \n\"\"\" y", "x    \n     \n    y"),
      ("#if os(Linux)", "#if os(Linux)"),
      ("\"open\nfunc", "     \nfunc"),
    ])
  func blanks(source: String, code: String) {
    #expect(SwiftScanner.blanked(source) == code)
  }

  @Test("bodies are found with their lines, inside types and out, and local ones belong to the outer")
  func findsBlocks() {
    let source = """
      extension A where B: C {
        func one(
          a: Int
        ) {
          struct Local { var x: Int { 1 } }
        }
        enum E { case a }
        static var two: Int { 2 }
        let three = { 3 }
      }
      func four() {
      }
      """
    let blocks = CodeBlock.all(in: Array(source.utf8))
    #expect(blocks.map(\.name) == ["one", "two", "three", "four"])
    #expect(blocks.map(\.firstLine) == [2, 8, 9, 11])
    #expect(blocks.map(\.lineCount) == [5, 1, 1, 2])
  }

  @Test(
    "parameters are counted at their own level",
    arguments: [
      ("func a() {}", 0), ("func a(_ b: [C: D]) {}", 1), ("func a<T: P>(b: (C, D) -> E, f: G<H, I>) {}", 2),
      ("init(a: A, b: B) {}", 0), ("func a(b: B = .c(d, e), f: F) async throws(G) -> H {}", 2),
    ])
  func countsParameters(source: String, count: Int) {
    #expect(CodeBlock.all(in: Array(source.utf8)).map(\.parameterCount) == [count])
  }

  @Test(
    "an import is read with its attributes, access and kind",
    arguments: [
      ("import A", "A"), ("@testable package import struct A.B", "A"), ("private import A", "A"),
      ("let x = important", nil), ("let import = 1", nil),
    ])
  func readsImports(line: String, module: String?) {
    #expect(importedModule(line) == module)
  }
}
