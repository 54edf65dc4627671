/// A JSON value that keeps what verdicts need: member order, repeated keys and the exact text of numbers.
///
/// Two values are equal when they are written alike: members in the same order, `1` differs from `1.0`.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as a whole number, also when it is written as `1.0` or `1e2`.
  package var integer: Int64? {
    number?.integer
  }

  /// A whole number.
  package static func integer(_ value: some FixedWidthInteger) -> JSON {
    .number(JSONNumber(value))
  }

  package var double: Double? {
    number?.double
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The first member of that name, if this is an object that has one.
  package subscript(name: String) -> JSON? {
    object?[name]
  }

  /// What a message calls this kind of value: `null`, `boolean`, `number`, `string`, `array` or `object`.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  package init(integerLiteral value: Int64) {
    self = .number(JSONNumber(value))
  }

  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }

  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }
}
