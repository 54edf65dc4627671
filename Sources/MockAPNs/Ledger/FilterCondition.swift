import MockAPNsCore
import MockAPNsIO

/// One thing that a delivery on record is or is not.
enum FilterCondition: Sendable, Equatable {
  /// A part is this text.
  case text(StoredDelivery.Part, [UInt8])
  /// A part is this text, which is in lower case, in letters of any case.
  case caseless(StoredDelivery.Part, [UInt8])
  /// A number lies in the range.
  case number(StoredDelivery.Number, ClosedRange<Int64>)
  /// A finding has this id.
  case finding([UInt8])
  /// The payload holds these bytes.
  case payload([UInt8])
  /// The payload has this value at the path; numbers, booleans and null are compared as they are written.
  case json(JSONPath, String)
  case outcome(OutcomeCondition)
  /// No outcome is a delivered one.
  case undelivered

  /// What one outcome of a delivery is.
  enum OutcomeCondition: Sendable, Equatable {
    case delivered
    case kind([UInt8]), reason([UInt8]), device([UInt8]), activity([UInt8])
  }

  func holds(for row: DeliveryRow) throws -> Bool {
    let record = row.record
    switch self {
    case .text(let part, let wanted): return Self.areEqual(record[part], wanted)
    case .caseless(let part, let wanted): return record[part].map { Self.isSpelled($0, wanted) } ?? false
    case .number(let number, let range): return record[number].map(range.contains) ?? false
    case .finding(let id): return Self.findings(record.findings, have: id)
    case .payload(let wanted): return Bytes.contains(record[.payload] ?? [], wanted)
    case .json(let path, let wanted): return Self.matches(record[.payload] ?? [], path, wanted)
    case .outcome(let condition): return try row.outcomes().contains(where: condition.holds)
    case .undelivered: return try !row.outcomes().contains(where: \.isDelivered)
    }
  }

  private static func areEqual(_ part: ArraySlice<UInt8>?, _ wanted: [UInt8]) -> Bool {
    part.map { Bytes.areEqual($0, wanted) } ?? false
  }

  private static func isSpelled(_ part: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    part.count == wanted.count
      && zip(part, wanted).allSatisfy { byte, wanted in
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        return (isUpper ? byte | 0x20 : byte) == wanted
      }
  }

  private static func findings(_ list: StoredList, have id: [UInt8]) -> Bool {
    var list = list
    return (0..<list.count).contains { _ in
      let found = areEqual(list.text(), id)
      _ = (list.text(), list.text())
      return found
    }
  }

  private static func matches(_ payload: ArraySlice<UInt8>, _ path: JSONPath, _ wanted: String) -> Bool {
    guard let document = try? JSONReader.read(Array(payload)), let found = document.value.value(at: path) else {
      return false
    }
    return found.string.map { $0 == wanted } ?? (found.text() == wanted)
  }
}

extension FilterCondition.OutcomeCondition {
  func holds(for outcome: StoredOutcome) -> Bool {
    switch self {
    case .delivered: outcome.isDelivered
    case .kind(let wanted): Bytes.areEqual(outcome.kind, wanted)
    case .reason(let wanted): outcome.reason.map { Bytes.areEqual($0, wanted) } ?? false
    case .device(let wanted): Bytes.areEqual(outcome.device, wanted)
    case .activity(let wanted): outcome.activity.map { Bytes.areEqual($0, wanted) } ?? false
    }
  }
}
