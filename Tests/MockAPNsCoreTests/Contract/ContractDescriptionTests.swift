import Testing

@testable import MockAPNsCore

@Suite("A contract in a world file")
struct ContractDescriptionTests {
  private static let path = JSONPath().appending("T")

  private static func fault(_ text: String) throws -> WorldFault? {
    let value = try JSONReader.read(Array(text.utf8), dialect: .json5).value
    do throws(WorldFault) {
      _ = try Contract(name: "T", value, at: path)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what can be described is read",
    arguments: [
      "{}", "{ attributes: {} }", "{ contentState: { v: ' [ String : Int? ] ? ' } }",
      "{ contentState: { v: 'Optional<Array<Dictionary<UUID, Set<Int>>>>' } }",
      "{ contentState: { properties: { v: 'Int' }, codingKeys: { v: 'w' } } }",
      "{ contentState: { properties: 'Int', cases: 'Int', rawValue: 'String' } }",
      "{ contentState: { v: '[ContentState]' } }", "{ contentState: { v: 'T?' } }",
      "{ contentState: { v: 'TimeZone' }, types: { TimeZone: { identifier: 'String' } } }",
      "{ contentState: { v: 'A' }, types: { A: { b: '[B]' }, B: { a: '[A]' } } }",
      "{ types: { E: { rawValue: 'Int', cases: ['a', 'b'] } } }",
      "{ types: { E: { rawValue: 'String', cases: { a: 'A' }, codingKeyRepresentable: true } } }",
      "{ types: { E: { cases: { a: {}, b: ['Int'], c: { x: 'E' } }, codingKeys: { a: 'A' } } } }",
    ])
  func isRead(text: String) throws {
    #expect(try Self.fault(text) == nil)
  }

  @Test(
    "what cannot be decided is refused at its key",
    arguments: [
      ("{ contentstate: {} }", "T.contentstate", "did you mean \"contentState\"?"),
      ("{ contentState: { v: 5 } }", "T.contentState.v", "must be a Swift type as a text"),
      ("{ contentState: { v: 'Sting' } }", "T.contentState.v", "did you mean \"String\"?"),
      ("{ contentState: { v: 'Fase' }, types: { Phase: {} } }", "T.contentState.v", "names no type: Fase"),
      ("{ contentState: { v: 'phase' }, types: { Phase: {} } }", "T.contentState.v", "did you mean \"Phase\"?"),
      ("{ contentState: { v: '' } }", "T.contentState.v", "expected a type, found the end"),
      ("{ contentState: { v: '[Int' } }", "T.contentState.v", "expected ']' or ':'"),
      ("{ contentState: { v: '[Int: Int' } }", "T.contentState.v", "expected ']'"),
      ("{ contentState: { v: 'Int Int' } }", "T.contentState.v", "expected the end"),
      ("{ contentState: { v: 'Set' } }", "T.contentState.v", "Set needs one type in angle brackets"),
      ("{ contentState: { v: 'Dictionary<Int>' } }", "T.contentState.v", "needs 2 types"),
      ("{ contentState: { v: 'Int<Int>' } }", "T.contentState.v", "takes no types in angle brackets"),
      ("{ contentState: { v: 'Range<Bool>' } }", "T.contentState.v", "a bound is an integer"),
      ("{ contentState: { v: 'TimeZone' } }", "T.contentState.v", "only the device knows its time zones"),
      ("{ contentState: { v: 'Measurement<UnitLength>' } }", "T.contentState.v", "cannot be decided here"),
      ("{ contentState: { v: '[Date: Any]' } }", "T.contentState.v", "cannot be decided here"),
      ("{ types: { T: {} } }", "T.types.T", "is declared twice"),
      ("{ types: { 'A B': {} } }", "T.types[\"A B\"]", "no Swift type can have"),
      ("{ types: { A: { properties: { v: 'Int' }, codingKey: {} } } }", "T.types.A.codingKey", "\"codingKeys\""),
      (
        "{ types: { A: { properties: { v: 'Int' }, codingKeys: { w: 'x' } } } }", "T.types.A.codingKeys.w",
        "renames nothing"
      ),
      (
        "{ types: { A: { properties: { v: 'Int', w: 'Int' }, codingKeys: { w: 'v' } } } }", "T.types.A.properties.w",
        "the key \"v\""
      ),
      ("{ types: { E: { cases: [] } } }", "T.types.E.cases", "is empty"),
      ("{ types: { E: { cases: ['a', 'a'] } } }", "T.types.E.cases[1]", "is given twice"),
      ("{ types: { E: { cases: ['a', 5] } } }", "T.types.E.cases[1]", "must be the name of a case"),
      ("{ types: { E: { cases: { a: 'Int' } } } }", "T.types.E.cases.a", "must be an object"),
      ("{ types: { E: { cases: { a: ['Itn'] } } } }", "T.types.E.cases.a[0]", "did you mean \"Int\"?"),
      ("{ types: { E: { rawValue: 'Bool', cases: ['a'] } } }", "T.types.E.rawValue", "none of String"),
      ("{ types: { E: { rawValue: 'Int', cases: { a: 'x' } } } }", "T.types.E.cases.a", "must be a whole number"),
      ("{ types: { E: { rawValue: 'Int8', cases: { a: 128 } } } }", "T.types.E.cases.a", "that Int8 can hold"),
      ("{ types: { E: { rawValue: 'Int', cases: { a: 1, b: 1 } } } }", "T.types.E.cases.b", "of another case"),
      (
        "{ types: { E: { rawValue: 'Double', cases: ['a'], codingKeyRepresentable: true } } }",
        "T.types.E.codingKeyRepresentable", "String or Int"
      ),
    ])
  func isRefused(text: String, path: String, part: String) throws {
    let fault = try #require(try Self.fault(text), "read")
    #expect(fault.path.description == path)
    #expect(fault.message.contains(part), "\(fault.message)")
  }

  @Test("what is left out is told from what has no properties")
  func leftOutIsTold() throws {
    let contract = try Contract(name: "T", ["contentState": [:]], at: Self.path)
    #expect(contract.hasContentState)
    #expect(!contract.hasAttributes)
    #expect(contract.checkAttributes(5) == nil)
  }

  @Test(
    "what grows has a limit",
    arguments: [
      (
        "{ contentState: { v: '\(String(repeating: "[", count: 16))Int\(String(repeating: "]", count: 16))' } }",
        "nested deeper"
      ),
      ("{ contentState: { v: 'Int\(String(repeating: "?", count: 17))' } }", "question marks"),
      ("{ contentState: { v: '\(String(repeating: "A", count: 257))' } }", "longer than 256"),
      ("{ types: { \((0..<255).map { "A\($0): {}" }.joined(separator: ",")) } }", "one type too many"),
      ("{ contentState: { \((0..<2049).map { "a\($0): 'Int'" }.joined(separator: ",")) } }", "one property too many"),
    ])
  func hasLimits(text: String, part: String) throws {
    let fault = try #require(try Self.fault(text), "read")
    #expect(fault.message.contains(part), "\(fault.message)")
  }

  @Test(
    "as much as the limits allow is read",
    arguments: [
      "{ contentState: { v: '\(String(repeating: "[", count: 15))Int\(String(repeating: "]", count: 15))' } }",
      "{ types: { \((0..<254).map { "A\($0): {}" }.joined(separator: ",")) } }",
      "{ contentState: { \((0..<2048).map { "a\($0): 'Int'" }.joined(separator: ",")) } }",
    ])
  func reachesLimits(text: String) throws {
    #expect(try Self.fault(text) == nil)
  }
}
