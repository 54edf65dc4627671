/// A delivery as a segment keeps it: numbers at fixed places, then where each part ends, then the parts.
///
/// A part is found without reading those before it, so that a filter looks at its own only. What the gateway says of
/// every accepted push alike, and the sentences of findings, are not kept but said by whoever reads. The parts and
/// numbers are the format of the store: a change of them needs another `LedgerSchema.version`.
struct StoredDelivery {
  enum Number: Int, CaseIterable {
    case receivedAt, answeredAt, clockOffset, connection, stream, status, timestamp, priority, expiration, isCut
  }

  enum Part: Int, CaseIterable {
    case environment, method, path, apnsID, apnsUniqueID, token, topic, bundleID, pushType, collapseID, channel
    case team, key, certificate, reason
    /// The four are absent where the verdict is that of every accepted push.
    case check, basis, source, explanation
    /// Lists; see `StoredList`.
    case findings, outcomes
    case headers, payload
  }

  let bytes: ArraySlice<UInt8>

  /// What stands for a number that is absent.
  static let noNumber = Int64.min
  /// Marks the end of a part that is absent; an empty one is there.
  static let absence: UInt32 = 1 << 31
  static let endsOffset = Number.allCases.count * 8
  static let partsOffset = endsOffset + partCount * 4
  private static let partCount = Part.allCases.count
}

extension StoredDelivery {
  /// Nil where the delivery has no such number.
  subscript(number: Number) -> Int64? {
    let value = bytes.littleEndian(at: bytes.startIndex + number.rawValue * 8, count: 8)
    return value == UInt64(bitPattern: Self.noNumber) ? nil : Int64(bitPattern: value)
  }

  /// Nil where the delivery has no such part.
  subscript(part: Part) -> ArraySlice<UInt8>? {
    let end = end(of: part.rawValue)
    guard end & Self.absence == 0 else { return nil }
    let start = part.rawValue == 0 ? 0 : self.end(of: part.rawValue - 1) & ~Self.absence
    let parts = bytes.startIndex + Self.partsOffset
    return bytes[parts + Int(start)..<parts + Int(end)]
  }

  func text(_ part: Part) -> String? {
    self[part].map { String(decoding: $0, as: UTF8.self) }
  }

  /// What devices did by the time of the answer, as far as is kept here.
  var outcomes: StoredList { StoredList(self[.outcomes] ?? []) }

  var findings: StoredList { StoredList(self[.findings] ?? []) }

  /// Whether the parts follow one another and end where the bytes do.
  static func fits(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= partsOffset else { return false }
    let delivery = StoredDelivery(bytes: bytes)
    var last: UInt32 = 0
    for part in 0..<partCount {
      let end = delivery.end(of: part) & ~absence
      guard end >= last else { return false }
      last = end
    }
    return bytes.count == partsOffset + Int(last)
  }

  private func end(of part: Int) -> UInt32 {
    UInt32(bytes.littleEndian(at: bytes.startIndex + Self.endsOffset + part * 4, count: 4))
  }
}

/// A list inside a record: how many there are, then the fields of each, one after the other.
struct StoredList {
  private(set) var count: Int
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// An empty list may have no bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    count = bytes.isEmpty ? 0 : Int(bytes.littleEndian(at: bytes.startIndex, count: 4))
    index = bytes.startIndex + 4
  }

  /// The next field, a text; nil where it is absent.
  mutating func text() -> ArraySlice<UInt8>? {
    let length = UInt32(bytes.littleEndian(at: index, count: 4))
    index += 4
    guard length != StoredDelivery.absence else { return nil }
    defer { index += Int(length) }
    return bytes[index..<index + Int(length)]
  }

  /// The next field, a number.
  mutating func number() -> Int64 {
    defer { index += 8 }
    return Int64(bitPattern: bytes.littleEndian(at: index, count: 8))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The number that so many bytes at the index are.
  func littleEndian(at index: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count { value |= UInt64(self[index + place]) << UInt64(8 * place) }
    return value
  }
}
