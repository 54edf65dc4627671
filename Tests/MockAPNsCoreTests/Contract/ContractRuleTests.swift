import Foundation
import Testing

@testable import MockAPNsCore

@Suite("Decoding by a contract")
struct ContractRuleTests {
  private static func contract(_ text: String) throws -> Contract {
    try Contract(name: "T", JSONReader.read(Array(text.utf8), dialect: .json5).value, at: JSONPath())
  }

  private static func message(_ spelling: String, _ text: String) throws -> String? {
    let contract = try contract(
      "{ contentState: { v: '\(spelling)' }, types: { Mood: { rawValue: 'String', cases: ['calm'] } } }")
    return contract.checkContentState(try JSONReader.read(Array("{\"v\":\(text)}".utf8)).value)?.message
  }

  @Test(
    "a fault says what would be right",
    arguments: [
      ("Bool", "1", "v: expected Bool, true or false, found the number 1; write true"),
      ("Bool", "\"false\"", "v: expected Bool, true or false, found the string \"false\"; write false without quotes"),
      ("Bool", "null", "v: expected Bool, true or false, found null"),
      ("String", "5", "v: expected String, a string, found the number 5; write \"5\" in quotes"),
      ("Int?", "\"5\"", "v: expected Int, a whole number, found the string \"5\"; write 5 without quotes"),
      ("UInt8", "256", "v: expected UInt8, a whole number, found the number 256"),
      (
        "Date", "\"1e9\"",
        "v: expected Date, a number of seconds since 2001-01-01, "
          + "found the string \"1e9\"; write the number without quotes"
      ),
      ("Data", "\"YQ\"", "v: expected Data, a string of padded base64, found the string \"YQ\""),
      ("URL", "\"\"", "v: expected URL, a string, found the string \"\""),
      ("[Int]", "{}", "v: expected [Int], an array, found an empty object"),
      ("[String: Int]", "[]", "v: expected [String: Int], an object, found an empty array"),
      (
        "[Int: Int]", "{\"a\":1}",
        "v.a: expected a key that is an integer in quotes, for [Int: Int], found the key \"a\""
      ),
      (
        "[Date: Int]", "{\"a\":1}",
        "v: expected [Date: Int], an array of keys and values in turn, found an object with \"a\"; write [Date,Int,…]"
      ),
      (
        "[Date: Int]", "[1]",
        "v: expected [Date: Int], an array of keys and values in turn, "
          + "found an array of 1, so that the last key has no value"
      ),
      (
        "Range<Int>", "{\"lowerBound\":1,\"upperBound\":2}",
        "v: expected Range<Int>, an array of its two bounds, "
          + "found an object with \"lowerBound\" and \"upperBound\"; write [1,2]"
      ),
      (
        "ClosedRange<Date>", "{\"lowerBound\":1767225600000,\"upperBound\":1767225900500}",
        "v: expected ClosedRange<Date>, an array of its two bounds, "
          + "found an object with \"lowerBound\" and \"upperBound\""
          + "; write [788918400,788918700.5]"
          + ", since Date counts seconds from 2001-01-01 and 1767225600000 looks like a Unix time"
      ),
      (
        "Range<Int>", "[2,1]",
        "v: expected Range<Int> with the lower bound first, found [2,1]; write [1,2], unless a bound is wrong"
      ),
      ("Range<Int>", "[]", "v[0]: expected Int, a whole number, found an array of none"),
      ("Mood", "\"Calm\"", "v: expected Mood, only \"calm\", found the string \"Calm\"; did you mean \"calm\"?"),
      ("[Mood]", "[\"calm\",\"x\"]", "v[1]: expected Mood, only \"calm\", found the string \"x\""),
    ])
  func isExplained(spelling: String, text: String, message: String) throws {
    #expect(try Self.message(spelling, text) == message)
  }

  @Test("the console of the device tells less", arguments: ContractFault.Kind.allCases)
  func consoleIsTerse(kind: ContractFault.Kind) {
    let fault = ContractFault(kind: kind, expected: "", found: "")
    let isMissing = kind == .keyNotFound || kind == .valueNotFound
    #expect(fault.console.hasSuffix(isMissing ? "because it is missing." : "because it isn’t in the correct format."))
  }

  @Test("a missing key is shown beside the keys that the app does not know")
  func missingKeyIsShown() throws {
    let contract = try Self.contract(
      "{ contentState: { properties: { name: 'String', age: 'Int' }, codingKeys: { name: 'driver_name' } } }")
    let fault = try #require(contract.checkContentState(["driverName": "A", "age": 1, "x": 2]))
    #expect(fault.path.description == "driver_name")
    #expect(
      fault.message == "driver_name: expected the key \"driver_name\" with String, a string, found no such key but "
        + "\"driverName\" and \"x\", unknown to the app; write \"driver_name\" instead of \"driverName\"")
    #expect(contract.checkContentState(["driver_name": "A", "age": 1, "x": 2]) == nil)
  }

  @Test("of a repeated key the first counts")
  func firstKeyCounts() throws {
    let contract = try Self.contract("{ contentState: { v: 'Int' } }")
    #expect(contract.checkContentState(["v": 1, "v": "x"]) == nil)
    #expect(contract.checkContentState(["v": "x", "v": 1]) != nil)
  }

  @Test("types that name themselves decode as deep as a payload can be")
  func recursionEnds() throws {
    let contract = try Self.contract("{ contentState: { next: '[ContentState]' } }")
    var value: JSON = ["next": []]
    for _ in 0..<255 { value = ["next": [value]] }
    #expect(contract.checkContentState(value) == nil)
    value = ["next": []]
    let wrong: JSON = ["next": [["next": 5]]]
    #expect(contract.checkContentState(wrong)?.path.description == "next[0].next")
  }

  @Test(
    "a date between what is meant and 31 years later is not suspect",
    arguments: [
      ("Date", "1000000000", 0), ("Date", "1000000000.5", 1), ("Date", "\"x\"", 0), ("Double", "1760000000", 0),
      ("[Date?]", "[1760000000,null,1]", 1), ("[String: Date]", "{\"a\":1760000000}", 1),
      ("[Date: Int]", "[1760000000,1760000000]", 1), ("Range<Date>", "[1,2,1760000000]", 0),
      ("PartialRangeFrom<Date>", "[1760000000]", 1), ("DateInterval", "{\"start\":1,\"duration\":1760000000}", 0),
    ])
  func suspectsAreFound(spelling: String, text: String, count: Int) throws {
    let contract = try Self.contract("{ contentState: { v: '\(spelling)' } }")
    let value = try JSONReader.read(Array("{\"v\":\(text)}".utf8)).value
    #expect(contract.suspectDates(inContentState: value).count == count)
  }

  @Test("milliseconds are told from seconds")
  func millisecondsAreTold() throws {
    let contract = try Self.contract("{ contentState: { v: 'Date', w: 'Date' } }")
    let found = contract.suspectDates(inContentState: ["v": 1_760_000_000, "w": 1_760_000_000_000])
    #expect(found.map(\.isMilliseconds) == [false, true])
    #expect(found.map(\.path.description) == ["v", "w"])
  }
}
