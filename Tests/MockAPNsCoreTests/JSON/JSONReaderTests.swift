import Testing

@testable import MockAPNsCore

@Suite("What a JSON reader keeps")
struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONDocument {
    try JSONReader.read(Array(text.utf8))
  }

  @Test("members keep their order and repeated keys stay, the first one counting")
  func membersInOrder() throws {
    let document = try read(#"{"b":1,"a":2,"b":3,"c":{"x":[{"y":1,"y":2}]}}"#)
    let object = try #require(document.value.object)
    #expect(object.members.map(\.name) == ["b", "a", "b", "c"])
    #expect(document.value["b"]?.integer == 1)
    #expect(document.notes.map(\.kind) == [.duplicateKey, .duplicateKey])
    #expect(document.notes.map(\.path.description) == ["b", "c.x[0].y"])
    #expect(document.notes.map(\.offset) == [13, 36])
  }

  @Test("repeated keys are noted among few and among many", arguments: [1, 15, 16, 17, 40])
  func repeatedAmongMany(count: Int) throws {
    let names = (0..<count).map { "\"key\($0)\":0" }
    #expect(try read("{" + names.joined(separator: ",") + "}").notes.isEmpty)
    for repeated in [0, count / 2, count - 1] {
      let text = "{" + (names + [names[repeated]]).joined(separator: ",") + "}"
      #expect(try read(text).notes.map(\.path.description) == ["key\(repeated)"])
    }
  }

  @Test("keys are compared byte by byte")
  func spellings() throws {
    let document = try read("{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(document.notes.isEmpty)
    #expect(document.value["\u{e9}"]?.integer == 1)
    #expect(document.value["e\u{301}"]?.integer == 2)
    #expect(try read("{\"a\":1,\"\\u0061\":2}").notes.map(\.kind) == [.duplicateKey])
  }

  @Test("a byte order mark is skipped and noted")
  func byteOrderMark() throws {
    let document = try read("\u{FEFF}{\"a\":1}")
    #expect(document.value["a"]?.integer == 1)
    #expect(document.notes == [JSONNote(kind: .byteOrderMark, path: JSONPath(), offset: 0)])
  }

  @Test(
    "half a surrogate pair reads as U+FFFD and is noted",
    arguments: [
      (#"["\ud83d"]"#, "\u{FFFD}", 2), (#"["\ude80"]"#, "\u{FFFD}", 2), (#"["a\ud83dx"]"#, "a\u{FFFD}x", 3),
      (#"["\ud83d\ud83d\ude80"]"#, "\u{FFFD}🚀", 2), (#"["🚀\ude80\ud83d"]"#, "🚀\u{FFFD}\u{FFFD}", 6),
      (#"["\ud83d\n"]"#, "\u{FFFD}\n", 2), (#"["\ud83d\u0041"]"#, "\u{FFFD}A", 2),
    ])
  func loneSurrogates(text: String, expected: String, offset: Int) throws {
    let document = try read(text)
    #expect(document.value == [.string(expected)])
    #expect(document.notes == [JSONNote(kind: .loneSurrogate, path: JSONPath([.index(0)]), offset: offset)])
  }

  @Test("half a surrogate pair in a key is noted at the key")
  func loneSurrogateInKey() throws {
    let document = try read(#"{"a":{"\ud83d":1}}"#)
    #expect(document.notes.map(\.path) == [JSONPath([.key("a"), .key("\u{FFFD}")])])
  }

  @Test(
    "escapes stand for their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC\u0000""#, "\u{e9}\u{20ac}\u{0}"),
      (#""\ud83d\ude80\uDBFF\uDFFF""#, "🚀\u{10FFFF}"), ("\"0123456789abcde\"", "0123456789abcde"),
      ("\"0123456789abcdef\"", "0123456789abcdef"), ("\"0123456é\"", "0123456é"), ("\"\"", ""),
    ])
  func strings(text: String, expected: String) throws {
    let value = try #require(try read(text).value.string)
    #expect(Array(value.utf8) == Array(expected.utf8))
  }

  @Test("a value says its type and gives only what it is")
  func accessors() throws {
    let value = try read(#"{"s":"x","n":1.5,"i":2,"b":true,"a":[1],"o":{},"z":null}"#).value
    let names = ["s", "n", "i", "b", "a", "o", "z"]
    #expect(names.map { value[$0]?.typeName } == ["string", "number", "number", "boolean", "array", "object", "null"])
    #expect(names.map { value[$0]?.string } == ["x", nil, nil, nil, nil, nil, nil])
    #expect(names.map { value[$0]?.integer } == [nil, nil, 2, nil, nil, nil, nil])
    #expect(names.map { value[$0]?.double } == [nil, 1.5, 2, nil, nil, nil, nil])
    #expect(names.map { value[$0]?.bool } == [nil, nil, nil, true, nil, nil, nil])
    #expect(names.map { value[$0]?.array?.count } == [nil, nil, nil, nil, 1, nil, nil])
    #expect(names.map { value[$0]?.object?.isEmpty } == [nil, nil, nil, nil, nil, true, nil])
    #expect(names.map { value[$0]?.isNull } == [false, false, false, false, false, false, true])
    #expect(value["missing"] == nil)
    #expect(value["s"]?["x"] == nil)
  }

  @Test(
    "values are equal when they are written alike",
    arguments: [
      ("[1,[true,null],{\"a\":\"x\"}]", true), ("[1,[true,null],{\"a\":\"y\"}]", false),
      ("[1,[true,null],{\"b\":\"x\"}]", false),
      ("[1.0,[true,null],{\"a\":\"x\"}]", false), ("[1,[true],{\"a\":\"x\"}]", false),
      ("[1,[false,null],{\"a\":\"x\"}]", false),
      ("[1,[true,null],{\"a\":\"x\",\"a\":\"x\"}]", false), ("[1,[true,0],{\"a\":\"x\"}]", false),
      ("[1,[true,null],[]]", false), ("{}", false),
    ])
  func equality(text: String, isEqual: Bool) throws {
    let value: JSON = [1, [true, .null], ["a": "x"]]
    #expect((try read(text).value == value) == isEqual)
    #expect((value == (try read(text).value)) == isEqual)
    #expect(JSON.string("\u{e9}") != .string("e\u{301}"))
    #expect(JSONObject([.init(name: "a", value: 1)]) != JSONObject([.init(name: "a", value: 2)]))
  }

  @Test("an object is built by appending, setting and removing")
  func building() {
    var object = JSONObject()
    object.append("a", 1)
    object.append("b", "two")
    object.append("a", [true])
    object.set("a", ["x": nullValue])
    object.set("c", 3)
    #expect(JSON.object(object).text() == #"{"a":{"x":null},"b":"two","c":3}"#)
    object.remove("b")
    object.remove("missing")
    #expect(JSON.object(object).text() == #"{"a":{"x":null},"c":3}"#)
  }

  private let nullValue = JSON.null
}
