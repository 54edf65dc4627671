@testable import MockAPNsCore

/// Makes values that nearly decode: samples with one thing changed, and sometimes something else entirely.
struct DamageGenerator {
  private var random: SeededRandom
  private let seed: UInt64

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    self.seed = seed
  }

  mutating func value(like samples: [JSON]) -> JSON {
    if random.chance(10) { return replacement(for: .null) }
    return damaged(random.pick(samples))
  }

  /// The value with one change, at it or somewhere inside.
  private mutating func damaged(_ value: JSON) -> JSON {
    switch value {
    case .array(var elements) where !elements.isEmpty && random.chance(75):
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[index], at: index)
      case 2: elements.append(replacement(for: elements[index]))
      case 3: elements.reverse()
      default: elements[index] = damaged(elements[index])
      }
      return .array(elements)
    case .object(let object) where !object.isEmpty && random.chance(80): return damaged(object)
    default: return replacement(for: value)
    }
  }

  private mutating func damaged(_ object: JSONObject) -> JSON {
    var members = object.members
    let index = Int.random(in: 0..<members.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: members.remove(at: index)
    case 1: members.insert(members[index], at: 0)
    case 2: members.append(JSONObject.Member(name: "extra", value: replacement(for: .null)))
    case 3: members[index].name = random.pick(Self.keys)
    case 4: members[index].name = members[index].name.uppercased()
    case 5: members.append(JSONObject.Member(name: members[index].name, value: replacement(for: .null)))
    case 6: members[index].value = .null
    default: members[index].value = damaged(members[index].value)
    }
    return .object(JSONObject(members))
  }

  private mutating func replacement(for value: JSON) -> JSON {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .number(JSONNumber(verified: random.pick(Self.numbers)))
    case 1: .string(random.pick(Self.texts))
    case 2: random.pick(Self.others)
    case 3: .array([value])
    case 4: .object(JSONObject([JSONObject.Member(name: random.pick(Self.keys), value: value)]))
    default: similar(to: value)
    }
  }

  private mutating func similar(to value: JSON) -> JSON {
    switch value {
    case .number(let number):
      random.chance(50) ? .string(number.text) : .number(JSONNumber(verified: random.pick(Self.numbers)))
    case .string(let text):
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .string(text.uppercased())
      case 1: .string(String(text.dropLast()))
      case 2: .string(text + random.pick(["=", " ", "/", "%", "\u{0}", "é"]))
      default: .string(random.pick(Self.texts))
      }
    case .bool(let flag): random.pick([.bool(!flag), flag ? 1 : 0, .string(flag ? "true" : "false")])
    default: random.pick(Self.others)
    }
  }

  private static let keys = [
    "a", "1", "-2", "+3", "007", "x", "é", "e\u{301}", "idle", "under", "late", "_0", "bow", "calm", "pier_name", "v",
    "lowerBound", "start", "identifier", "9223372036854775808", "",
  ]
  private static let others: [JSON] = [
    .null, true, false, [], [:], [1], [1, 2], [2, 1], ["a": 1], [.null], ["a", 1],
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "2", "7", "1.0", "1.5", "0.5", "-0.0", "127", "128", "-129", "255", "256", "32768", "65536",
    "2147483648", "4294967296", "9007199254740993", "9007199254740993.0", "9007199254740993.4",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "18446744073709551615.0", "1e2", "1E+2", "10e-1", "1e-1", "1e18",
    "1e19", "1e20", "1.0000000000000001", "1e-400", "1e400", "0e400", "0.0e-5", "1e39", "3.5e38", "1e-46",
    "1e-60", "3.4028235677973366e38", "1e127", "1e128", "1e-128", "1e-129", "0.1e-128", "1e254", "1e255", "1e-255",
    "123456789012345678901234567890123456789012345", "340282366920938463463374607431768211456", "12e126",
    "0.00000000000000000000000000000000000000000000000000000000001", "100000000000000000000e-2",
    "922337203685477580700e-2", "4611686018427387904.0000000001", "1152921504606846976.5", "1760000000",
    "1760000000000", "1.7976931348623159e308", "5e-324", "2e-324", "-1e-400", "1e99999999999999999999",
  ]
  private static let texts = [
    "", "a", "b", "calm", "rough", "ROUGH", "été", "e\u{301}te\u{301}", "bow", "idle", "1", "1.5", "true", "null",
    "NaN", "{}",
    "2026-01-01T00:00:00Z", "aGVsbG8", "aGVsbG9=", "YR==", "YQ=", "_-8=", "aGVs\nbG8=", "=", "A===", "YQ==YQ==",
    "aGVsbG8==", "aGVs=", "====", "YQ=Q",
    "YQ=A=", "YWI=Y",
    "E621E1F8C36C495A93FC0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\u{0}x", "http://[bad", "http://[::1]:80/x", "http://[::1]x/", "http://[z z]/",
    "http://h:8x", "http://h:", "1a:b", "a-b:c", "é:b", ":", "%", "//", "http://", "http://a b/c", "http://%zz/",
    "http://u@h@x/", "http://:80/", "http://[fe80::1%en0]/", "h ttp://x", "a/b:c", "//[", "x]:x", "http://a\"b/",
    "http://a%20b/", "http://a..b/", "http://ex_ample/", "tel:+1 23", "🚀",
  ]
}
