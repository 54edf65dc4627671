import Testing

@testable import MockAPNsCore

@Suite("Paths into JSON")
struct JSONPathTests {
  @Test(
    "a path reads from its text and writes as its shortest",
    arguments: [
      (
        "aps.content-state.legs[2].eta", [.key("aps"), .key("content-state"), .key("legs"), .index(2), .key("eta")], nil
      ),
      ("$.aps.alert.title", [.key("aps"), .key("alert"), .key("title")], "aps.alert.title"),
      (#"$.a[0]["x.y"]"#, [.key("a"), .index(0), .key("x.y")], #"a[0]["x.y"]"#),
      ("$['it\\'s'].b", [.key("it's"), .key("b")], #"["it's"].b"#), ("$", [], nil), ("$[3]", [.index(3)], "[3]"),
      ("[3][0]", [.index(3), .index(0)], nil),
      ("$schema", [.key("$schema")], nil), ("$.$schema", [.key("$schema")], "$schema"), (#"["$"]"#, [.key("$")], nil),
      (#"[""]"#, [.key("")], nil), ("a[\"\\u00e9\\n\"]", [.key("a"), .key("é\n")], "a[\"é\\n\"]"),
      ("ünï.🚀", [.key("ünï"), .key("🚀")], nil),
    ] as [(String, [JSONPathElement], String?)])
  func text(text: String, elements: [JSONPathElement], shortest: String?) throws {
    let path = try JSONPath(text)
    #expect(path.elements == elements)
    #expect(path.description == shortest ?? text)
    #expect(try JSONPath(path.description) == path)
  }

  @Test(
    "a text that is no path is refused with the place",
    arguments: [
      ("", 0, "expected a path, found nothing"), ("a.", 2, "expected a key, found the end"),
      (".a", 0, "expected a key, found '.'"),
      ("a..b", 2, "expected a key, found '.'"), ("a[", 2, "expected an index or a quoted key, found the end"),
      ("a[x]", 2, "expected an index or a quoted key, found 'x'"),
      ("a[-1]", 2, "expected an index or a quoted key, found '-'"),
      ("a[1", 3, "expected ']', found the end"), ("a[1]b", 4, "expected '.' or '[', found 'b'"),
      ("a[\"b]", 2, "the string that begins here has no closing quote"),
      ("a]", 1, "expected '.' or '[', found ']'"), ("$.", 2, "expected a key, found the end"),
      ("a[99999999999999999999]", 2, "the index is too large"),
      ("$..a", 2, "expected a key, found '.'"),
    ])
  func refused(text: String, offset: Int, message: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONPath(text) }
    #expect(error.message == message)
    #expect(error.offset == offset)
  }

  @Test("a path leads to its value, or nowhere")
  func values() throws {
    let json = try JSONReader.read(Array(#"{"aps":{"legs":[{"eta":1},{"eta":2}],"legs":0},"":[]}"#.utf8)).value
    #expect(json.value(at: try JSONPath("aps.legs[1].eta")) == 2)
    #expect(json.value(at: JSONPath()) == json)
    #expect(json.value(at: try JSONPath(#"[""]"#)) == [])
    for nowhere in ["aps.legs[2]", "aps.legs.eta", "aps[0]", "x", "aps.legs[0].eta.x", "[0]", "aps.legs[0][0]"] {
      #expect(json.value(at: try JSONPath(nowhere)) == nil)
    }
  }

  @Test("a path is built step by step")
  func building() {
    #expect(JSONPath().appending("teams").appending(3).appending("x y").description == #"teams[3]["x y"]"#)
  }
}

@Suite("Where a key stands")
struct JSONLocateTests {
  private static let text = """
    // a world
    {
      apps: {
        "é": 1, 'b': [10, {c: 1},
          [[7]]],
        b: 2,
      },
      "apps": 3, x: \u{2028} { y: oops } }
    """

  @Test(
    "the first key or element of a path is found, also before an error",
    arguments: [
      ("$", 2, 1), ("apps", 3, 3), ("apps.é", 4, 5), ("apps.b", 4, 13), ("apps.b[0]", 4, 19), ("apps.b[1]", 4, 23),
      ("apps.b[1].c", 4, 24),
      ("apps.b[2][0]", 5, 8), ("apps.b[2][0][0]", 5, 9), ("x", 8, 14), ("x.y", 8, 21),
    ])
  func found(path: String, line: Int, column: Int) throws {
    let position = JSONReader.locate(try JSONPath(path), in: Array(Self.text.utf8), dialect: .json5)
    #expect(position == TextPosition(line: line, column: column))
  }

  @Test("what is not there is not found", arguments: ["y", "apps.b[3]", "apps.b[0].c", "apps.b.c", "[0]", "x.y.z"])
  func missing(path: String) throws {
    #expect(JSONReader.locate(try JSONPath(path), in: Array(Self.text.utf8), dialect: .json5) == nil)
    #expect(JSONReader.locate(try JSONPath("apps"), in: Array(Self.text.utf8), dialect: .strict) == nil)
  }
}
