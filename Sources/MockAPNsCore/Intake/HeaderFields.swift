/// The header fields of a request in one buffer, in the order sent, duplicates kept.
///
/// Three numbers a field say where its name ends, where its
/// value ends, and whether the value is one that HTTP allows (1) or not (0).
package struct HeaderFields: Sendable, Equatable {
  /// Names and values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Three numbers a field: end of the name, end of the value, 1 for a valid value.
  package private(set) var marks: [UInt32] = []

  package init() {}

  /// Takes over a buffer that is already in this form.
  package init(bytes: [UInt8], marks: [UInt32]) {
    precondition(marks.count.isMultiple(of: 3) && Int(marks.dropLast().last ?? 0) == bytes.count)
    self.bytes = bytes
    self.marks = marks
  }

  /// Builds fields from texts.
  package init(_ fields: [(name: String, value: String)]) {
    for field in fields {
      append(name: Array(field.name.utf8), value: Array(field.value.utf8))
    }
  }

  package var count: Int { marks.count / 3 }

  package func name(_ index: Int) -> ArraySlice<UInt8> {
    bytes[start(index)..<Int(marks[3 * index])]
  }

  package func value(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(marks[3 * index])..<Int(marks[3 * index + 1])]
  }

  /// False when the value holds bytes that HTTP does not allow, such as a line feed; it is kept as sent.
  package func isValid(_ index: Int) -> Bool {
    marks[3 * index + 2] == 1
  }

  package mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>, isValid: Bool = true) {
    bytes.append(contentsOf: name)
    marks.append(UInt32(bytes.count))
    bytes.append(contentsOf: value)
    marks.append(UInt32(bytes.count))
    marks.append(isValid ? 1 : 0)
  }

  private func start(_ index: Int) -> Int {
    index == 0 ? 0 : Int(marks[3 * index - 2])
  }
}
