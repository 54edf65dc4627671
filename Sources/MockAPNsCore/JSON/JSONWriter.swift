/// Writes JSON into a byte buffer, value by value; commas, colons and indentation come by themselves.
///
/// The caller keeps the order: a name before each value inside an object, and every container closed.
package struct JSONWriter: Sendable {
  package enum Style: Sendable {
    case compact
    /// One member or element a line, indented by two spaces a level.
    case pretty
  }

  package private(set) var bytes: [UInt8] = []
  private let style: Style
  private var depth = 0
  private var needsComma = false
  private var followsName = false

  package init(style: Style = .compact, reserving capacity: Int = 0) {
    self.style = style
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  /// Forgets what was written and keeps the buffer for the next document.
  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    depth = 0
    needsComma = false
    followsName = false
  }

  package mutating func openObject() {
    open(UInt8(ascii: "{"))
  }

  package mutating func closeObject() {
    close(UInt8(ascii: "}"))
  }

  package mutating func openArray() {
    open(UInt8(ascii: "["))
  }

  package mutating func closeArray() {
    close(UInt8(ascii: "]"))
  }

  package mutating func name(_ name: String) {
    beginItem()
    Self.append(string: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  package mutating func string(_ text: String) {
    beginItem()
    Self.append(string: text, to: &bytes)
    needsComma = true
  }

  /// Bytes as a string; what is not UTF-8 in them becomes U+FFFD.
  package mutating func string(decoding text: [UInt8]) {
    beginItem()
    Self.append(stringDecoding: text, to: &bytes)
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    beginItem()
    Self.append(integer: value, to: &bytes)
    needsComma = true
  }

  package mutating func bool(_ value: Bool) {
    verbatim(value ? "true" : "false")
  }

  package mutating func null() {
    verbatim("null")
  }

  package mutating func number(_ value: JSONNumber) {
    verbatim(value.text)
  }

  /// A value that is JSON text already; it is written as it is, in pretty style too.
  package mutating func verbatim(_ json: [UInt8]) {
    beginItem()
    bytes += json
    needsComma = true
  }

  private mutating func verbatim(_ json: String) {
    beginItem()
    bytes += json.utf8
    needsComma = true
  }
}

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) {
    beginItem()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func beginItem() {
    if followsName {
      followsName = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { breakLine() }
    needsComma = false
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { bytes += "  ".utf8 }
  }
}
