/// The types of Swift and Foundation that can be spelled.
extension ContractCompiler {
  static let scalars: [String: ContractTypes.Shape] = [
    "Bool": .bool, "String": .string, "Float": .float, "Double": .double, "CGFloat": .double, "TimeInterval": .double,
    "Decimal": .decimal, "Date": .date, "Data": .data, "URL": .url, "UUID": .uuid,
  ]

  /// Parts with a name are members of an object, parts without one stand in an array.
  static let composites: [String: [(key: String, type: String)]] = [
    "DateInterval": [("start", "Date"), ("duration", "TimeInterval")],
    "Locale": [("identifier", "String")],
    "CGPoint": [("", "CGFloat"), ("", "CGFloat")],
    "CGSize": [("", "CGFloat"), ("", "CGFloat")],
    "CGVector": [("", "CGFloat"), ("", "CGFloat")],
    "CGRect": [("", "CGPoint"), ("", "CGSize")],
    // Attoseconds as the upper and the lower 64 bits.
    "Duration": [("", "Int64"), ("", "UInt64")],
  ]

  /// How many types each takes in angle brackets.
  static let generics = [
    "Optional": 1, "Array": 1, "ContiguousArray": 1, "Set": 1, "Dictionary": 2, "ClosedRange": 1, "Range": 1,
    "PartialRangeFrom": 1, "PartialRangeThrough": 1, "PartialRangeUpTo": 1,
  ]

  static let known =
    IntegerKind.allCases.map(\.rawValue) + scalars.keys.sorted() + composites.keys.sorted() + generics.keys.sorted()

  /// Types whose decoding needs what is not here, with the reason and what to write instead.
  static let undecidable: [String: String] = {
    let describe = "describe the object that you send as a struct under types"
    var reasons = [
      "TimeZone":
        "only the device knows its time zones; declare TimeZone under types as { identifier: \"String\" } to skip that",
      "Any": "no Codable type has it", "AnyHashable": "no Codable type has it",
      "Character": "it is not Codable; the property is probably a String",
      "Substring": "it is not Codable; the property is probably a String",
    ]
    for name in [
      "AttributedString", "Calendar", "CharacterSet", "DateComponents", "IndexPath", "IndexSet", "Measurement",
      "PersonNameComponents",
    ] {
      reasons[name] = "it decodes by rules of its own; \(describe)"
    }
    return reasons
  }()
}
