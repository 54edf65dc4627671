import Testing

@testable import MockAPNsCore

@Suite("Writing JSON")
struct JSONWriterTests {
  private static let sample: JSON = [
    "b": [1, "x", [:], [], [[]]], "a": ["nested": true, "n": .null], "a": -7, "é": "é\n",
  ]

  @Test("compact text keeps order, repetition and exact numbers")
  func compact() throws {
    #expect(Self.sample.text() == #"{"b":[1,"x",{},[],[[]]],"a":{"nested":true,"n":null},"a":-7,"é":"é\n"}"#)
    let exact = "[1.0,1e2,-0,0.10,123456789012345678901234567890]"
    #expect(try JSONReader.read(Array(exact.utf8)).value.text() == exact)
  }

  @Test("pretty text has a member a line and two spaces a level")
  func pretty() {
    #expect(
      Self.sample.text(.pretty) == """
        {
          "b": [
            1,
            "x",
            {},
            [],
            [
              []
            ]
          ],
          "a": {
            "nested": true,
            "n": null
          },
          "a": -7,
          "é": "é\\n"
        }
        """)
    #expect(JSON.array([]).text(.pretty) == "[]")
    #expect(JSON.string("x").text(.pretty) == "\"x\"")
  }

  @Test("only what must be escaped is escaped")
  func escapes() throws {
    let all = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    #expect(
      JSON.string(all).text()
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f""#)
    for text in ["\"", "\\", "a\"b\\c", "\"\"", "0123456\"89abcde", "\\0123456789"] {
      #expect(try JSONReader.read(Array(JSON.string(text).text().utf8)).value == .string(text))
    }
    for text in ["", "/", "\u{7F}", "é", "🚀", "\u{2028}\u{2029}", "0123456789abcdef é", "</script>"] {
      #expect(JSON.string(text).text() == "\"\(text)\"")
    }
  }

  @Test("a stream of calls gets its commas and colons")
  func streaming() {
    var writer = JSONWriter()
    for _ in 0..<2 {
      writer.openObject()
      writer.member("reason", "BadDeviceToken")
      writer.member("timestamp", 1_767_225_600_123)
      writer.member("ok", false)
      writer.name("list")
      writer.openArray()
      writer.integer(-1)
      writer.null()
      writer.number(JSONNumber(verified: "1.50"))
      writer.verbatim(Array("{\"x\": 1}".utf8))
      writer.closeArray()
      writer.member("empty", [:])
      writer.closeObject()
      let text = String(decoding: writer.bytes, as: UTF8.self)
      #expect(
        text == #"{"reason":"BadDeviceToken","timestamp":1767225600123,"ok":false,"#
          + #""list":[-1,null,1.50,{"x": 1}],"empty":{}}"#)
      writer.reset()
      #expect(writer.bytes.isEmpty)
    }
  }

  @Test(
    "bytes become a string, with U+FFFD for what is not UTF-8",
    arguments: [
      (Array("aé\"\n".utf8), #""aé\"\n""#), ([], #""""#), ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
      ([0xC3], "\"\u{FFFD}\""), ([0xED, 0xA0, 0x80, 0x22], "\"\u{FFFD}\u{FFFD}\u{FFFD}\\\"\""),
    ] as [([UInt8], String)])
  func bytes(bytes: [UInt8], expected: String) {
    var writer = JSONWriter()
    writer.string(decoding: bytes)
    #expect(writer.bytes == Array(expected.utf8))
  }

  @Test("integers at both ends are written in full", arguments: [0, 7, -7, 10, 1_000_000, .max, .min] as [Int64])
  func integers(value: Int64) {
    var bytes: [UInt8] = []
    JSONWriter.append(integer: value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == String(value))
  }
}
