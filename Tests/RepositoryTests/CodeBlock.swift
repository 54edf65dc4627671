/// A pair of braces that is no type's: the body of a function, an initialiser, a property or a closure in a property.
///
/// Only the outermost counts; what is declared inside a body belongs to it.
struct CodeBlock: Sendable {
  /// The code since the previous brace, up to the opening one.
  let head: String
  let firstLine: Int
  let lastLine: Int
  let keyword: String
  let name: String

  var lineCount: Int { lastLine - firstLine + 1 }

  /// The number of parameters between the parentheses after the name; 0 for what is no function.
  var parameterCount: Int {
    guard keyword == "func", let declaration = head.firstRange(of: "func " + name) else { return 0 }
    let list = Self.outermost(head[declaration.upperBound...].drop { $0 != "(" })
    return list.allSatisfy(\.isWhitespace) ? 0 : list.split(separator: ",").count
  }

  /// All blocks of blanked source.
  static func all(in code: [UInt8]) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var head: [UInt8] = []
    var line = 1
    var depth = 0
    var opened: (head: Head, line: Int)?
    for byte in code {
      switch byte {
      case UInt8(ascii: "{") where opened == nil:
        let found = Head(String(decoding: head, as: UTF8.self))
        head = []
        if !found.isType { opened = (found, line) }
        depth = 1
      case UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if let open = opened, depth == 0 {
          blocks.append(open.head.block(openedAt: open.line, closedAt: line))
          opened = nil
        }
        head = []
      default:
        if opened == nil { head.append(byte) }
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return blocks
  }

  /// What stands between the first parenthesis and its partner, without what is nested deeper.
  private static func outermost(_ text: Substring) -> String {
    var depth = 0
    var previous: Character = " "
    var result = ""
    for character in text {
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if depth == 0, !result.isEmpty { return result }
      if depth == 1 { result.append(character) }
      if "([{<".contains(character) { depth += 1 }
      previous = character
    }
    return result
  }
}

/// The words before an opening brace, and what they declare.
private struct Head {
  private static let types: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
  private static let members: Set = ["func", "init", "deinit", "subscript", "var", "let", "case"]

  private let text: String
  private var keyword = ""
  private var name = ""
  private var lineBreaksAfterKeyword = 0

  init(_ text: String) {
    self.text = text
    var word = ""
    var parentheses = 0
    for character in text + " " {
      if character == "(" || character == "[" { parentheses += 1 }
      if character == ")" || character == "]" { parentheses -= 1 }
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if parentheses == 0 || character == "(" { take(word) }
      word = ""
      if character == "\n" { lineBreaksAfterKeyword += 1 }
    }
  }

  var isType: Bool { Self.types.contains(keyword) }

  func block(openedAt open: Int, closedAt close: Int) -> CodeBlock {
    let first = keyword.isEmpty ? open : open - lineBreaksAfterKeyword
    return CodeBlock(head: text, firstLine: first, lastLine: close, keyword: keyword, name: name)
  }

  private mutating func take(_ word: String) {
    if Self.types.contains(word) || Self.members.contains(word) {
      (keyword, name, lineBreaksAfterKeyword) = (word, "", 0)
    } else if name.isEmpty {
      name = word
    }
  }
}
