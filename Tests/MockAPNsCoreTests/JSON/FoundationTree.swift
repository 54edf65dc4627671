import Foundation

@testable import MockAPNsCore

/// What Foundation's decoder reads, for comparison with ours.
indirect enum FoundationTree: Decodable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([FoundationTree])
  case object([String: FoundationTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([FoundationTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: FoundationTree].self))
    }
  }

  static func read(_ bytes: [UInt8]) throws -> FoundationTree {
    try JSONDecoder().decode(FoundationTree.self, from: Data(bytes))
  }

  /// Whether both readers understood the same; of a repeated name the first value counts for both.
  func means(_ json: JSON) -> Bool {
    switch (self, json) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    // Foundation rounds a number to a double before it asks whether that is whole: 1e-400 is 0 to it.
    case (.integer(let left), .number(let right)): (right.integer ?? right.double.flatMap(Int64.init(exactly:))) == left
    case (.double(let left), .number(let right)): right.integer == nil && right.double == left
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.object(let left), .object(let right)):
      left.count == Set(right.members.map(\.name)).count
        && left.allSatisfy { name, value in right[name].map(value.means) == true }
    default: false
    }
  }
}
