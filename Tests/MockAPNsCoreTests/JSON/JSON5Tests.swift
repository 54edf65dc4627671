import Testing

@testable import MockAPNsCore

@Suite("JSON5 for files that people write")
struct JSON5Tests {
  private func read(_ text: String) throws -> JSON {
    try JSONReader.read(Array(text.utf8), dialect: .json5).value
  }

  @Test(
    "what JSON5 adds means what JSON would say",
    arguments: [
      ("// one\n[1 /* two */, /**/ 2, /* * / ** */ 3] // end", "[1,2,3]"), ("[1] //", "[1]"),
      ("[1] // a\u{2028}", "[1]"),
      ("/* é\n🚀 */ {}", "{}"), ("[1,]", "[1]"), ("{a: 1,}", #"{"a":1}"#), ("{a: 1, b: [2,], }", #"{"a":1,"b":[2]}"#),
      (
        "{$schema: 1, _x: 2, a1$: 3, ünï: 4, \\u0061b: 5, a\\u0063: 6}",
        #"{"$schema":1,"_x":2,"a1$":3,"ünï":4,"ab":5,"ac":6}"#
      ),
      ("{null: 1, true: 2, Infinity: 3}", #"{"null":1,"true":2,"Infinity":3}"#),
      ("{a\u{200D}b: 1}", "{\"a\u{200D}b\":1}"),
      ("{'a b': 'c\"d'}", #"{"a b":"c\"d"}"#), (#"{"a": 'it\'s'}"#, #"{"a":"it's"}"#), (#"["it's"]"#, #"["it's"]"#),
      ("[0x1F, 0Xff, -0xA, +0x0]", "[31,255,-10,0]"),
      ("[0x7FFFFFFFFFFFFFFF, -0x8000000000000000]", "[9223372036854775807,-9223372036854775808]"),
      ("[0xFFFFFFFFFFFFFFFF]", "[18446744073709551615]"),
      ("[.5, 5., +.5, -.5, +1, 5.e3, .5e-1, 0.]", "[0.5,5,0.5,-0.5,1,5e3,0.5e-1,0]"),
      ("'a\\\nb'", #""ab""#), ("'a\\\r\nb'", #""ab""#), ("'a\\\rb'", #""ab""#), ("'a\\\u{2028}b'", #""ab""#),
      (#"'\x41\v\0\a\é\'\"'"#, #""A\u000b\u0000aé'\"""#), ("'a\tb'", #""a\tb""#), ("'\u{2028}'", "\"\u{2028}\""),
      ("\u{FEFF}\u{A0}\u{B}\u{C}\u{2028}\u{2029}\u{3000}\u{FEFF}[\u{2003}1]", "[1]"), (" null ", "null"),
      ("'\\ud83d\\ude80'", #""🚀""#),
    ])
  func accepted(text: String, expected: String) throws {
    #expect(try read(text).text() == expected)
  }

  @Test(
    "what JSON5 does not have is refused",
    arguments: [
      ("[1] /", 4, "expected a comment after '/'"), ("[1 /* a", 3, "the comment that begins here has no end"),
      ("[1 /* a *", 3, "the comment that begins here has no end"), ("[,]", 1, "expected a value, found ','"),
      ("[1,,]", 3, "expected a value, found ','"), ("{,}", 1, "expected a key, found ','"),
      ("{a: 1,,}", 6, "expected a key, found ','"), ("{1a: 1}", 1, "expected a key, found '1'"),
      ("{a-b: 1}", 2, "expected ':' after the key \"a\", found '-'"),
      ("{\\u002d: 1}", 1, "this character needs a key in quotes"),
      ("{\\x41: 1}", 1, "expected a '\\u' escape in a key without quotes"),
      ("{\\u0031a: 1}", 1, "expected a key, found '\\'"),
      ("[Infinity]", 1, "Infinity is not accepted: write a number that JSON has"),
      ("[-Infinity]", 2, "Infinity is not accepted: write a number that JSON has"),
      ("[+NaN]", 2, "NaN is not accepted: write a number that JSON has"), ("[.]", 2, "expected a number, found ']'"),
      ("[+]", 2, "expected a number, found ']'"), ("[0x]", 3, "expected a hexadecimal digit after '0x', found ']'"),
      ("[0x10000000000000000]", 1, "a hexadecimal number must fit 64 bits"),
      ("[012]", 1, "a number must not begin with a superfluous 0"),
      ("[+-1]", 2, "expected a number, found '-'"), ("[gate]", 1, "expected a value, found 'gate'"),
      ("['a]", 1, "the string that begins here has no closing quote"),
      ("['a\nb']", 3, "a line break (U+000A) must be escaped inside a string"),
      ("['\\01']", 2, "unknown escape '\\0' in a string"),
      ("['\\8']", 2, "unknown escape '\\8' in a string"),
      ("['\\xg0']", 2, "expected two hexadecimal digits after '\\x'"),
      ("", 0, "expected a JSON value, found nothing"), ("// only", 7, "expected a JSON value, found nothing"),
      ("[1e]", 3, "expected a digit in the exponent, found ']'"),
    ])
  func refused(text: String, offset: Int, message: String) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(error.message == message)
    #expect(error.offset == offset)
  }

  @Test(
    "a comment must be UTF-8 too",
    arguments: [[0x2F, 0x2F, 0xFF], [0x2F, 0x2A, 0xC3, 0x2A, 0x2F], [0xC3]] as [[UInt8]])
  func commentsAreUTF8(bytes: [UInt8]) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.read(bytes, dialect: .json5) }
    #expect(error.kind == .encoding)
  }

  @Test("a repeated key names both its lines")
  func repeatedKey() throws {
    let text =
      "{\n  apps: {\n    a: { x: 1 },\n    b: {\n      x: 1,\n      y: [{ x: 2 }],\n      'x': 3,\n    },\n  },\n}"
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(error.kind == .duplicateKey)
    #expect(error.message == "the key \"x\" stands on line 7 and already on line 5")
    #expect(error.position == TextPosition(line: 7, column: 7))
  }

  @Test(
    "what only JSON5 has is refused where JSON is asked for",
    arguments: ["[1,]", "{a:1}", "['a']", "[+1]", "[0x1]", "[1] //"])
  func strictRefuses(_ text: String) throws {
    #expect(throws: Never.self) { try read(text) }
    #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test("no bytes crash either dialect", arguments: UInt64(0)..<300)
  func anyBytes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let signs = Array("{}[]:,\"'\\/*-+.0x1eE \n\r$abuInfinityNaN\u{FEFF}\u{2028}🚀".utf8) + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<20 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in random.pick(signs) }
      for dialect in [JSONReader.Dialect.strict, .json5] {
        do throws(JSONError) {
          let value = try JSONReader.read(bytes, dialect: dialect).value
          #expect(try JSONReader.read(value.bytes()).value == value)
        } catch {
          #expect((0...bytes.count).contains(error.offset))
        }
        _ = JSONReader.locate(JSONPath([.key("a")]), in: bytes, dialect: dialect)
      }
    }
  }
}
