extension JSONWriter {
  package mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      openArray()
      for element in elements { self.value(element) }
      closeArray()
    case .object(let object):
      openObject()
      for member in object.members { self.member(member.name, member.value) }
      closeObject()
    }
  }

  package mutating func member(_ name: String, _ value: JSON) {
    self.name(name)
    self.value(value)
  }

  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int64) {
    self.name(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Int) {
    member(name, Int64(value))
  }

  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }
}

extension JSON {
  /// The value as UTF-8 text, with the members in their order and the numbers by their exact text.
  package func bytes(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.value(self)
    return writer.bytes
  }

  package func text(_ style: JSONWriter.Style = .compact) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }
}

extension JSON: CustomStringConvertible {
  package var description: String {
    text()
  }
}
