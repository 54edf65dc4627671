/// The header fields of a request in one buffer, in the order sent, duplicates kept.
///
/// A record is two little-endian 32-bit lengths, of the name and of the value, then the name, then the value. The
/// highest bit of the second length marks a value that HTTP does not allow, kept as sent.
package struct HeaderFields: Sendable, Equatable {
  /// All records, one after the other.
  package private(set) var records: [UInt8] = []

  package init() {}

  /// Takes over a buffer that is in this form already; nil when its lengths do not add up.
  package init?(records: [UInt8]) {
    self.records = records
    var offset = 0
    while offset < records.count {
      guard offset + Self.prefix <= records.count else { return nil }
      offset = end(of: offset)
    }
    guard offset == records.count else { return nil }
  }

  /// Takes over a buffer that the caller built in this form.
  package init(trusting records: [UInt8]) {
    self.records = records
  }

  /// Builds fields from texts.
  package init(_ fields: [(name: String, value: String)]) {
    for field in fields { append(name: field.name.utf8, value: field.value.utf8) }
  }

  package mutating func append(
    name: some Collection<UInt8>, value: some Collection<UInt8>, isValid: Bool = true
  ) {
    append(UInt32(name.count))
    append(UInt32(value.count) | (isValid ? 0 : Self.invalid))
    records.append(contentsOf: name)
    records.append(contentsOf: value)
  }

  private mutating func append(_ length: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] { records.append(UInt8(truncatingIfNeeded: length >> shift)) }
  }

  private static let prefix = 8
  private static let invalid: UInt32 = 1 << 31

  private func length(at offset: Int) -> UInt32 {
    UInt32(records[offset]) | UInt32(records[offset + 1]) << 8 | UInt32(records[offset + 2]) << 16
      | UInt32(records[offset + 3]) << 24
  }

  private func nameEnd(of offset: Int) -> Int {
    offset + Self.prefix + Int(length(at: offset))
  }

  private func end(of offset: Int) -> Int {
    nameEnd(of: offset) + Int(length(at: offset + 4) & ~Self.invalid)
  }
}

/// One field: slices of the buffer that it came in.
package struct HeaderField: Sendable {
  package var name: ArraySlice<UInt8>
  package var value: ArraySlice<UInt8>
  package var isValid: Bool
}

extension HeaderFields: Collection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { records.count }

  package func index(after index: Int) -> Int { end(of: index) }

  package subscript(index: Int) -> HeaderField {
    let nameEnd = nameEnd(of: index)
    return HeaderField(
      name: records[index + Self.prefix..<nameEnd], value: records[nameEnd..<end(of: index)],
      isValid: length(at: index + 4) & Self.invalid == 0)
  }

  /// The value of the first field of that lower-case name.
  package func first(named name: [UInt8]) -> ArraySlice<UInt8>? {
    var index = startIndex
    while index < endIndex {
      let field = self[index]
      if field.name.count == name.count, field.name.elementsEqual(name) { return field.value }
      index = self.index(after: index)
    }
    return nil
  }

  /// The same fields with the secret of `authorization` left out: the scheme and three characters remain.
  package var redacted: HeaderFields {
    var copy: [UInt8] = []
    copy.reserveCapacity(records.count)
    withoutSecrets { copy.append(contentsOf: $0) }
    return HeaderFields(trusting: copy)
  }

  /// Hands out the records of `redacted`, piece by piece and in order, without building them anew.
  package func withoutSecrets(_ take: (ArraySlice<UInt8>) -> Void) {
    var taken = startIndex
    var index = startIndex
    while index < endIndex {
      let next = end(of: index)
      let field = self[index]
      if field.value.count > 10, field.name.count == Self.secretName.count, field.name.elementsEqual(Self.secretName) {
        take(records[taken..<index])
        var redacted = HeaderFields()
        redacted.append(name: field.name, value: field.value.prefix(10) + Self.redaction, isValid: field.isValid)
        take(redacted.records[...])
        taken = next
      }
      index = next
    }
    take(records[taken...])
  }

  private static let secretName = Array("authorization".utf8)
  private static let redaction = Array("…(redacted)".utf8)
}
