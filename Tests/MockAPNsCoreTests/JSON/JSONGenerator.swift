@testable import MockAPNsCore

/// Makes JSON values up, and writes them in ways that a careful writer would not.
struct JSONGenerator {
  private var random: SeededRandom
  private static let keys = ["aps", "alert", "title", "content-state", "", "é", "a.b", "🚀", "x\"y", "line\nbreak"]
  private static let pieces = [
    "a", "gate B12", "\"", "\\", "/", "\n", "\t", "\u{1}", "\u{0}", "é", "e\u{301}", "€", "🚀", "\u{2028}", "\u{FFFF}",
    "\u{7F}", "Boarding at pier 4", "]}",
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "1.0", "1.5", "-12.25", "1e2", "1E-2", "0.1e+1", "1767225600", "1767225600.125",
    "9223372036854775807", "-9223372036854775808", "123456789.123456789", "1e15", "5e-324", "1.7976931348623157e308",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func value(depth: Int = 5) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: .null
    case 1: .bool(random.chance(50))
    case 2, 3: .number(JSONNumber(verified: random.pick(Self.numbers)))
    case 4, 5: .string(text())
    case 6, 7: .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth - 1) })
    default: object(depth: depth)
    }
  }

  private mutating func object(depth: Int) -> JSON {
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      object.append(random.chance(80) ? random.pick(Self.keys) : text(), value(depth: depth - 1))
    }
    return .object(object)
  }

  private mutating func text() -> String {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
  }
}

extension JSONGenerator {
  /// The value as text with blanks and escapes wherever the grammar allows them.
  mutating func write(_ value: JSON) -> String {
    blank() + bare(value) + blank()
  }

  private mutating func bare(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): quote(text)
    case .array(let elements):
      "[" + (elements.isEmpty ? blank() : elements.map { write($0) }.joined(separator: ",")) + "]"
    case .object(let object):
      "{"
        + (object.isEmpty
          ? blank()
          : object.members.map { blank() + quote($0.name) + blank() + ":" + write($0.value) }.joined(separator: ","))
        + "}"
    }
  }

  private mutating func quote(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { escape($0) }.joined() + "\""
  }

  private mutating func escape(_ scalar: Unicode.Scalar) -> String {
    let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
    guard mustEscape || random.chance(20) else { return String(scalar) }
    let short = ["\"": "\"", "\\": "\\", "/": "/", "\u{8}": "b", "\u{C}": "f", "\n": "n", "\r": "r", "\t": "t"]
    if let letter = short[String(scalar)], random.chance(70) { return "\\" + letter }
    return String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: random.chance(50))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private mutating func blank() -> String {
    random.chance(70) ? "" : random.pick([" ", "\n", "\t", "\r\n", "  \n  "])
  }
}
