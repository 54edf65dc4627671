/// Header fields in one buffer: one allocation for all names and values, order and duplicates kept.
///
/// A record is eight bytes of lengths, then the name, then the value. Walk it as a collection; an `Index` is
/// a place in the buffer and stays good for as long as nothing was appended.
package struct HTTPFields: Sendable, Hashable {
  /// All records, one after the other.
  private var bytes: [UInt8] = []
  /// Number of fields.
  package private(set) var count = 0
  /// Sum of name + value + 32 over the fields, as RFC 9113 6.5.2 measures a header list.
  package private(set) var listSize = 0

  package init() {}

  /// Takes over records that were built with `append(name:value:isValid:to:)`.
  init(records: [UInt8], count: Int, listSize: Int) {
    bytes = records
    self.count = count
    self.listSize = listSize
  }

  /// Adds a record to those in a buffer.
  static func append(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isValid: Bool, to records: inout BlobBuffer
  ) {
    records.append(UInt32(name.count))
    records.append(UInt32(value.count) | (isValid ? 0 : invalidBit))
    records.append(UnsafeRawBufferPointer(name))
    records.append(UnsafeRawBufferPointer(value))
  }

  /// Adds a field at the end.
  package mutating func append(name: [UInt8], value: [UInt8]) {
    name.withUnsafeBufferPointer { name in value.withUnsafeBufferPointer { append(name: name, value: $0) } }
  }

  /// Adds a field whose name is a literal in lower case.
  package mutating func append(name: StaticString, value: [UInt8]) {
    name.withUTF8Buffer { name in value.withUnsafeBufferPointer { append(name: name, value: $0) } }
  }

  /// Adds a field whose name is a literal in lower case.
  package mutating func append(name: StaticString, value: String) {
    var value = value
    name.withUTF8Buffer { name in value.withUTF8 { append(name: name, value: $0) } }
  }

  /// `isValid` false: the value breaks RFC 9113 8.2.1 and is kept as it was sent.
  mutating func append(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isValid: Bool = true
  ) {
    // Room for what an answer has.
    if bytes.isEmpty { bytes.reserveCapacity(128) }
    let valueLength = UInt32(value.count) | (isValid ? 0 : HTTPFields.invalidBit)
    withUnsafeBytes(of: (UInt32(name.count), valueLength)) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: value)
    count += 1
    listSize += name.count + value.count + 32
  }

  /// The buffer itself, in the form described above, for whoever keeps fields in the same form.
  package var records: [UInt8] { bytes }

  /// Removes all fields and keeps the room.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    (count, listSize) = (0, 0)
  }

  /// Calls `each` with every field, then `last`; the pointers are good until that returns.
  func withPointers<Result>(
    each: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void,
    then last: () -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { buffer in
      var index = startIndex
      while index < endIndex {
        let (name, value, _) = layout(at: index)
        let start = index.offset + HTTPFields.prefixCount
        let end = start + name + value
        each(.init(rebasing: buffer[start..<(start + name)]), .init(rebasing: buffer[(start + name)..<end]))
        index = Index(offset: end)
      }
      return last()
    }
  }

  private static let prefixCount = 8
  private static let invalidBit: UInt32 = 1 << 31
}

extension HTTPFields: Collection {
  /// The place of a field in the buffer.
  package struct Index: Hashable, Comparable, Sendable {
    fileprivate var offset: Int

    package static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
  }

  package var startIndex: Index { Index(offset: 0) }
  package var endIndex: Index { Index(offset: bytes.count) }

  package func index(after index: Index) -> Index {
    let (name, value, _) = layout(at: index)
    return Index(offset: index.offset + HTTPFields.prefixCount + name + value)
  }

  package subscript(index: Index) -> HTTPField {
    let (name, value, isValid) = layout(at: index)
    let nameStart = index.offset + HTTPFields.prefixCount
    let valueStart = nameStart + name
    return HTTPField(
      name: bytes[nameStart..<valueStart], value: bytes[valueStart..<(valueStart + value)], isValid: isValid)
  }

  private func layout(at index: Index) -> (name: Int, value: Int, isValid: Bool) {
    bytes.withUnsafeBytes { buffer in
      let name = buffer.loadUnaligned(fromByteOffset: index.offset, as: UInt32.self)
      let value = buffer.loadUnaligned(fromByteOffset: index.offset + 4, as: UInt32.self)
      return (Int(name), Int(value & ~HTTPFields.invalidBit), value & HTTPFields.invalidBit == 0)
    }
  }
}

/// One field: two slices of the buffer it came in, nothing copied.
package struct HTTPField: Sendable, Hashable {
  /// Lower case on the wire, else the stream would have been reset.
  package var name: ArraySlice<UInt8>
  package var value: ArraySlice<UInt8>
  /// False when the value breaks RFC 9113 8.2.1 (CR, LF, NUL or outer blanks); it is kept as it was sent.
  package var isValid: Bool

  /// Whether the name is this literal, which is written in lower case.
  package func isNamed(_ literal: StaticString) -> Bool {
    name.count == literal.utf8CodeUnitCount && literal.withUTF8Buffer { name.elementsEqual($0) }
  }
}
