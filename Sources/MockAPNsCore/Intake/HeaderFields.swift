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
  package func first(named name: StaticString) -> ArraySlice<UInt8>? {
    var found: Int?
    each { place, nameCount, bytes in
      if found == nil, bytes.hasName(name, at: place, count: nameCount) { found = place }
    }
    return found.map { self[$0].value }
  }

  /// Calls `body` with the place of every field and the length of its name; slices of each would cost more than that.
  func each(_ body: (_ place: Int, _ nameCount: Int, ByteView) -> Void) {
    ByteView.read(records) { bytes in
      var place = 0
      while place < bytes.count {
        let lengths = bytes.word(at: place)
        let nameCount = Int(lengths & 0xFFFF_FFFF)
        body(place, nameCount, bytes)
        place += Self.prefix + nameCount + Int(lengths >> 32 & UInt64(~Self.invalid))
      }
    }
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
    each { place, nameCount, bytes in
      guard bytes.hasName("authorization", at: place, count: nameCount) else { return }
      let field = self[place]
      guard field.value.count > 10 else { return }
      take(records[taken..<place])
      take(field.isValid ? Self.redactedPrefix : Self.redactedInvalidPrefix)
      take(field.name)
      take(field.value.prefix(10))
      take(Self.redaction)
      taken = field.value.endIndex
    }
    take(records[taken...])
  }

  private static let redaction = Array("…(redacted)".utf8)[...]
  private static let redactedPrefix = prefixOfRedacted(isValid: true)
  private static let redactedInvalidPrefix = prefixOfRedacted(isValid: false)

  /// The lengths of a field whose secret was left out.
  private static func prefixOfRedacted(isValid: Bool) -> ArraySlice<UInt8> {
    var fields = HeaderFields()
    let value = [UInt8](repeating: 0, count: 10) + redaction
    fields.append(name: "authorization".utf8, value: value, isValid: isValid)
    return fields.records.prefix(prefix)
  }
}

extension ByteView {
  /// Whether the field at that place has that name.
  @inline(__always)
  func hasName(_ name: StaticString, at place: Int, count: Int) -> Bool {
    count == name.utf8CodeUnitCount && has(name, at: place + 8)
  }
}
