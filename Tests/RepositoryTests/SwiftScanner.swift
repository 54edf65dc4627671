/// Blanks comments and string contents in Swift source, so that what is left is code. Lines keep their numbers.
///
/// It knows nested comments, raw and multi-line strings and interpolations; not regular expression literals.
struct SwiftScanner {
  private let source: [UInt8]
  private var position = 0

  static func blanked(_ text: String) -> String {
    var scanner = SwiftScanner(source: Array(text.utf8))
    return String(decoding: scanner.scan(), as: UTF8.self)
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private mutating func scan() -> [UInt8] {
    var code = source
    while position < source.count {
      let start = position
      guard mayOpen(source[position]), skipComment() || skipString() else {
        position += 1
        continue
      }
      for index in start..<position where source[index] != UInt8(ascii: "\n") {
        code[index] = UInt8(ascii: " ")
      }
    }
    return code
  }

  /// Whether a comment or a string may begin with this byte: the one test that every byte of code goes through.
  private func mayOpen(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#")
  }

  private mutating func skipComment() -> Bool {
    if matches("//") {
      while position < source.count, source[position] != UInt8(ascii: "\n") { position += 1 }
      return true
    }
    guard matches("/*") else { return false }
    var depth = 0
    repeat {
      if matches("/*") {
        depth += 1
        position += 2
      } else if matches("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < source.count
    return true
  }

  private mutating func skipString() -> Bool {
    let hashes = String(repeating: "#", count: hashCount(at: position))
    let quote = matches(hashes + "\"\"\"") ? "\"\"\"" : "\""
    guard matches(hashes + quote) else { return false }
    position += hashes.utf8.count + quote.utf8.count
    while position < source.count, source[position] != UInt8(ascii: "\"") || !matches(quote + hashes) {
      if quote == "\"", source[position] == UInt8(ascii: "\n") { return true }
      skipCharacter(hashes: hashes)
    }
    position = min(position + quote.utf8.count + hashes.utf8.count, source.count)
    return true
  }

  /// One character of a string: plain, escaped, or a whole interpolation.
  private mutating func skipCharacter(hashes: String) {
    guard source[position] == UInt8(ascii: "\\"), matches("\\" + hashes) else {
      position += 1
      return
    }
    position += 1 + hashes.utf8.count
    guard matches("(") else {
      position += 1
      return
    }
    var depth = 0
    repeat {
      if mayOpen(source[position]), skipComment() || skipString() { continue }
      if matches("(") { depth += 1 }
      if matches(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < source.count
  }

  private func hashCount(at start: Int) -> Int {
    var end = start
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    return end - start
  }

  private func matches(_ word: String) -> Bool {
    var index = position
    for byte in word.utf8 {
      guard index < source.count, source[index] == byte else { return false }
      index += 1
    }
    return true
  }
}
