import MockAPNsIO

/// Deliveries as a row of the store keeps them: those of one commit, in two blobs.
///
/// The first has a head for each, in little-endian numbers: seq and revision with 8 bytes, the count of its outcomes
/// and its length with 4. The second has the deliveries themselves, one after the other, as `StoredDelivery` reads
/// them. One row for many costs the store half of a row for each. A change of this form needs another
/// `LedgerSchema.version`.
struct StoredSegment: ~Copyable {
  /// From so many bytes on nothing more is added.
  static let fullBytes = 65_536

  private(set) var first: UInt64 = 0
  private(set) var last: UInt64 = 0
  private(set) var heads = BlobBuffer()
  private(set) var records = BlobBuffer()

  var isEmpty: Bool { heads.count == 0 }
  var isFull: Bool { records.count >= Self.fullBytes }

  func has(_ seq: UInt64) -> Bool { !isEmpty && seq >= first && seq <= last }

  mutating func add(_ row: LedgerEntry.Row) {
    if isEmpty { first = row.seq }
    last = row.seq
    heads.append(Int64(row.seq))
    heads.append(Int64(row.revision))
    heads.append(UInt32(row.outcomeCount))
    heads.append(UInt32(row.bytes.count))
    records.append(row.bytes)
  }

  mutating func removeAll() {
    heads.removeAll()
    records.removeAll()
  }
}

extension StoredSegment {
  /// What a segment says of one of its deliveries.
  struct Head {
    fileprivate static let bytes = 24

    var seq: Int64
    var revision: Int64
    /// Of the outcomes that are in the record itself.
    var outcomeCount: Int
    /// Bytes of the record.
    var size: Int
  }

  /// The heads of a segment in their order; what is left of a cut one is no head.
  static func heads(_ blob: [UInt8]) -> [Head] {
    stride(from: 0, through: blob.count - Head.bytes, by: Head.bytes).map { start in
      Head(
        seq: Int64(bitPattern: blob.littleEndian(at: start, count: 8)),
        revision: Int64(bitPattern: blob.littleEndian(at: start + 8, count: 8)),
        outcomeCount: Int(blob.littleEndian(at: start + 16, count: 4)),
        size: Int(blob.littleEndian(at: start + 20, count: 4)))
    }
  }

  /// The records that the heads are of; throws when heads or lengths are such as nobody can have written.
  static func records(_ heads: [Head], _ blob: [UInt8]) throws(SegmentFault) -> [ArraySlice<UInt8>] {
    let size = heads.reduce(0) { $0 + $1.size }
    guard size == blob.count else {
      throw SegmentFault(first: heads.first?.seq ?? 0, "has \(blob.count) bytes, its heads tell of \(size)")
    }
    var (records, last, end): ([ArraySlice<UInt8>], Int64, Int) = ([], -1, 0)
    records.reserveCapacity(heads.count)
    for head in heads {
      let record = blob[end..<end + head.size]
      guard head.seq > last, head.revision >= 0, StoredDelivery.fits(record) else {
        throw SegmentFault(first: heads[0].seq, "has something else in place of delivery \(head.seq)")
      }
      records.append(record)
      (last, end) = (head.seq, record.endIndex)
    }
    return records
  }
}

/// A row of the store that nobody can have written.
struct SegmentFault: Error, CustomStringConvertible {
  /// The first delivery of the row.
  let first: Int64
  /// What the row has, or what it is, as the end of a sentence.
  let fault: String

  init(first: Int64, _ fault: String) { (self.first, self.fault) = (first, fault) }

  var description: String { "the store is damaged: the row that begins with delivery \(first) \(fault)" }
}
