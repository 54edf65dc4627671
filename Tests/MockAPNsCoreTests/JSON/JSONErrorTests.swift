import Testing

@testable import MockAPNsCore

@Suite("What a JSON error says")
struct JSONErrorTests {
  private func error(_ bytes: [UInt8], _ dialect: JSONReader.Dialect = .strict) throws -> JSONError {
    try #require(throws: JSONError.self) { try JSONReader.read(bytes, dialect: dialect) }
  }

  @Test(
    "it names the place and what would have been right",
    arguments: [
      ("", 0, "expected a JSON value, found nothing"),
      ("  \n", 3, "expected a JSON value, found nothing"),
      (#"{"badge": 3 x}"#, 12, #"expected ',' or '}' after the value of "badge", found 'x'"#),
      (#"{"badge": 3 "sound": 1}"#, 12, #"expected ',' or '}' after the value of "badge", found '"'"#),
      (#"{"badge": 3"#, 11, #"expected ',' or '}' after the value of "badge", found the end"#),
      (#"{"badge" 3}"#, 9, #"expected ':' after the key "badge", found '3'"#),
      (#"{"badge": }"#, 10, #"expected a value for the key "badge", found '}'"#),
      (#"{"badge": True}"#, 10, #"expected a value for the key "badge", found 'True'"#),
      (#"{"a": 1,}"#, 8, "expected a key in double quotes, found '}'"),
      ("{a: 1}", 1, "expected a key in double quotes, found 'a'"),
      ("[1,]", 3, "expected a value, found ']'"),
      ("[1 2]", 3, "expected ',' or ']' after the array element, found '2'"),
      ("[1]]", 3, "expected the end after the value, found ']'"),
      ("[1] é", 4, "expected the end after the value, found 'é'"),
      ("[1]\u{200B}", 3, "expected the end after the value, found U+200B"),
      ("[\u{0}]", 1, "expected a value, found U+0000"),
      ("[01]", 1, "a number must not begin with a superfluous 0"),
      ("[-x]", 2, "expected a digit after '-', found 'x'"),
      ("[1.]", 3, "expected a digit after the decimal point, found ']'"),
      ("[1e]", 3, "expected a digit in the exponent, found ']'"),
      ("[.5]", 1, "expected a value, found '.'"),
      ("[NaN]", 1, "expected a value, found 'NaN'"),
      ("[\"a", 1, "the string that begins here has no closing quote"),
      ("[\"a\\", 1, "the string that begins here has no closing quote"),
      ("[\"a\nb\"]", 3, "a line break (U+000A) must be escaped inside a string"),
      ("[\"a\tb\"]", 3, "the control character U+0009 must be escaped inside a string"),
      (#"["\x41"]"#, 2, #"unknown escape '\x' in a string"#),
      (#"["\u12g4"]"#, 2, #"expected four hexadecimal digits after '\u'"#),
      (#"{"a": 1 // one"#, 8, #"expected ',' or '}' after the value of "a", found '/'"#),
    ])
  func messages(text: String, offset: Int, message: String) throws {
    let error = try error(Array(text.utf8))
    #expect(error.message == message)
    #expect(error.offset == offset)
  }

  @Test("bytes that are not UTF-8 are named with their offset")
  func invalidUTF8() throws {
    let error = try error([0x5B, 0x22, 0x61, 0xC0, 0xAF, 0x22, 0x5D])
    #expect(error.message == "invalid UTF-8: byte 0xC0 at offset 3")
    #expect(error.kind == .encoding)
    #expect(error.offset == 3)
    #expect(try self.error([0x5B, 0xE9]).message == "invalid UTF-8: byte 0xE9 at offset 1")
  }

  @Test("a long key is cut in the message")
  func longKey() throws {
    let key = String(repeating: "k", count: 100)
    let message = try error(Array("{\"\(key)\" 1}".utf8)).message
    #expect(message == "expected ':' after the key \"\(key.prefix(64))…\", found '1'")
  }

  @Test(
    "lines and columns count from 1, columns in characters",
    arguments: [
      ("x", 1, 1), ("[1,\n x]", 2, 2), ("[1,\r\n  x]", 2, 3), ("[1,\r  x]", 2, 3), ("[1,\n\n\tx]", 3, 2),
      ("[\"é🚀\", x]", 1, 8), ("\u{FEFF}x", 1, 1), ("\u{FEFF}[\n1,\n2,\nx]", 4, 1), ("[\r\r\n\nx", 4, 1), ("[1\n", 2, 1),
    ])
  func positions(text: String, line: Int, column: Int) throws {
    let error = try error(Array(text.utf8))
    #expect(error.position == TextPosition(line: line, column: column))
    #expect(error.description == "line \(line), column \(column): \(error.message)")
  }
}
