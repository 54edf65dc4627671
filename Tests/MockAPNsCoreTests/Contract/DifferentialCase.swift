import Foundation
import Testing

@testable import MockAPNsCore

/// A Swift type beside its spelling in a world file.
struct DifferentialCase: Sendable, CustomTestStringConvertible {
  let spelling: String
  /// Values that decode; damage starts from them.
  let samples: [String]
  private let decode: @Sendable (Data) throws -> Void

  init<Value: Decodable & SendableMetatype>(_ spelling: String, _ type: Value.Type, _ samples: String...) {
    self.spelling = spelling
    self.samples = samples
    decode = { _ = try JSONDecoder().decode(Holder<Value>.self, from: $0) }
  }

  var testDescription: String { spelling }

  /// The contract whose `content-state` is `{ v: <this type> }`.
  func contract() throws -> Contract {
    let value: JSON = ["contentState": ["v": .string(spelling)], "types": Self.types]
    return try Contract(name: "TripAttributes", value, at: JSONPath())
  }

  /// What JSONDecoder says; nil when it decodes.
  func judgeByFoundation(_ value: JSON) -> DecodingError? {
    judgeByFoundation(text: value.text())
  }

  func judgeByFoundation(text: String) -> DecodingError? {
    do {
      try decode(Data("{\"v\":\(text)}".utf8))
      return nil
    } catch {
      return error as? DecodingError
    }
  }

  static let types: JSON = [
    "Mood": ["rawValue": "String", "cases": ["calm": "calm", "rough": "ROUGH", "été": "été"]],
    "Deck": ["rawValue": "Int", "cases": ["lower": 0, "upper": 1, "sun": 7]],
    "Fare": ["rawValue": "Double", "cases": ["child": .number(JSONNumber(verified: "0.5")), "adult": 1]],
    "Slot": ["rawValue": "String", "cases": ["bow", "stern"], "codingKeyRepresentable": true],
    "Level": ["rawValue": "Int", "cases": ["one": 1, "two": 2], "codingKeyRepresentable": true],
    "Course": [
      "cases": [
        "idle": [:], "under": ["minutes": "Int", "note": "String?"], "late": ["Int", "Date"], "said": ["String"],
      ]
    ],
    "Stop": [
      "properties": ["pier": "String", "at": "Date", "seats": "Int?", "mood": "Mood?"],
      "codingKeys": ["pier": "pier_name"],
    ],
    "Leg": ["stops": "[Stop]", "next": "[Leg]?", "course": "Course"],
    "Nothing": [:],
    "Wide": [
      "flag": "Bool", "small": "Int8?", "ratio": "Double", "window": "ClosedRange<Date>?",
      "moods": "[String: Mood]", "byDeck": "[Int: Bool]", "link": "URL?",
    ],
  ]

  static let all: [DifferentialCase] = scalars + containers + enums + structs

  private static let scalars = [
    DifferentialCase("Bool", Bool.self, "true", "false"),
    DifferentialCase("String", String.self, #""gate B12""#, #""""#),
    DifferentialCase("Int", Int.self, "1", "-7", "1e2", "12.0"),
    DifferentialCase("Int8", Int8.self, "127", "-128"),
    DifferentialCase("Int16", Int16.self, "32767"),
    DifferentialCase("Int32", Int32.self, "2147483647"),
    DifferentialCase("Int64", Int64.self, "9223372036854775807"),
    DifferentialCase("UInt", UInt.self, "18446744073709551615", "0"),
    DifferentialCase("UInt8", UInt8.self, "255"),
    DifferentialCase("UInt16", UInt16.self, "65535"),
    DifferentialCase("UInt32", UInt32.self, "4294967295"),
    DifferentialCase("UInt64", UInt64.self, "18446744073709551615"),
    DifferentialCase("Float", Float.self, "1.5", "3e38"),
    DifferentialCase("Double", Double.self, "1.5", "1e308", "0.0"),
    DifferentialCase("CGFloat", CGFloat.self, "1.5"),
    DifferentialCase("TimeInterval", TimeInterval.self, "90"),
    DifferentialCase("Decimal", Decimal.self, "12.34", "1e-3"),
    DifferentialCase("Date", Date.self, "700000000", "700000000.5"),
    DifferentialCase("Data", Data.self, #""aGVsbG8=""#, #""""#),
    DifferentialCase("URL", URL.self, #""https://ex.com:80/a?b=1""#, #""not a url""#),
    DifferentialCase("UUID", UUID.self, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
    DifferentialCase("Duration", Duration.self, "[4,16213023705161793536]"),
    DifferentialCase("Locale", Locale.self, #"{"identifier":"en_US"}"#),
  ]

  private static let containers = [
    DifferentialCase("Int?", Int?.self, "1", "null"),
    DifferentialCase("Bool?", Bool?.self, "true", "null"),
    DifferentialCase("Int??", Int??.self, "1", "null"),
    DifferentialCase("[Int]", [Int].self, "[1,2,3]", "[]"),
    DifferentialCase("[Int?]", [Int?].self, "[1,null]"),
    DifferentialCase("[[String]]", [[String]].self, #"[["a"],[]]"#),
    DifferentialCase("Set<Int>", Set<Int>.self, "[1,1,2]"),
    DifferentialCase("[String: Int]", [String: Int].self, #"{"a":1,"b":2}"#, "{}"),
    DifferentialCase("[String: Int?]", [String: Int?].self, #"{"a":1,"b":null}"#),
    DifferentialCase("[Int: String]", [Int: String].self, #"{"1":"a","-2":"b"}"#),
    DifferentialCase("[Int8: String]", [Int8: String].self, #"[1,"a",2,"b"]"#),
    DifferentialCase("[UUID: Int]", [UUID: Int].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",1]"#),
    DifferentialCase("[Date: Int]", [Date: Int].self, "[700000000,1]"),
    DifferentialCase("[Mood: Int]", [Mood: Int].self, #"["calm",1,"ROUGH",2]"#),
    DifferentialCase("[Slot: Int]", [Slot: Int].self, #"{"bow":1,"stern":2}"#),
    DifferentialCase("[Level: Int]", [Level: Int].self, #"{"1":1,"2":2}"#),
    DifferentialCase("ClosedRange<Date>", ClosedRange<Date>.self, "[700000000,700000300]"),
    DifferentialCase("Range<Int>", Range<Int>.self, "[1,2]", "[1.0,1]"),
    DifferentialCase("ClosedRange<Double>", ClosedRange<Double>.self, "[0.5,1.5]"),
    DifferentialCase("ClosedRange<String>", ClosedRange<String>.self, #"["a","b"]"#),
    DifferentialCase("PartialRangeFrom<Int>", PartialRangeFrom<Int>.self, "[1]"),
    DifferentialCase("PartialRangeUpTo<Date>", PartialRangeUpTo<Date>.self, "[1]"),
    DifferentialCase("PartialRangeThrough<String>", PartialRangeThrough<String>.self, #"["a"]"#),
    DifferentialCase("DateInterval", DateInterval.self, #"{"start":700000000,"duration":60}"#),
    DifferentialCase("CGPoint", CGPoint.self, "[1,2.5]"),
    DifferentialCase("CGSize", CGSize.self, "[1,2.5]"),
    DifferentialCase("CGRect", CGRect.self, "[[1,2],[3,4]]"),
  ]

  private static let enums = [
    DifferentialCase("Mood", Mood.self, #""calm""#, #""ROUGH""#, #""e\#u{301}te\#u{301}""#),
    DifferentialCase("Deck", Deck.self, "0", "7.0"),
    DifferentialCase("Fare", Fare.self, "0.5", "1"),
    DifferentialCase("Slot", Slot.self, #""bow""#),
    DifferentialCase("Level", Level.self, "2"),
    DifferentialCase(
      "Course", Course.self, #"{"idle":{}}"#, #"{"under":{"minutes":5}}"#, #"{"late":{"_0":5,"_1":700000000}}"#,
      #"{"said":{"_0":"hi"},"other":1}"#),
    DifferentialCase("[Course?]", [Course?].self, #"[{"idle":{}},null]"#),
  ]

  private static let structs = [
    DifferentialCase("Stop", Stop.self, #"{"pier_name":"North","at":700000000}"#),
    DifferentialCase(
      "Leg", Leg.self,
      #"{"stops":[{"pier_name":"N","at":1,"seats":4,"mood":"calm"}],"#
        + #""next":[{"stops":[],"course":{"idle":{}}}],"course":{"under":{"minutes":1,"note":"x"}}}"#),
    DifferentialCase("Nothing", Nothing.self, "{}", "[]", "null", "1"),
    DifferentialCase(
      "Wide", Wide.self,
      #"{"flag":true,"small":-1,"ratio":0.25,"window":[1,2],"moods":{"a":"calm"},"byDeck":{"1":true},"#
        + #""link":"https://example.com/x"}"#),
  ]
}
