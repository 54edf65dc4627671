extension JSONPath: CustomStringConvertible {
  /// As in `aps.content-state.legs[2].eta`; a key with other characters as in `a["x.y"]`; the root is `$`.
  package var description: String {
    if elements.isEmpty { return "$" }
    var text = ""
    for element in elements {
      switch element {
      case .index(let index): text += "[\(index)]"
      case .key(let name) where name.isPlainKey: text += text.isEmpty ? name : "." + name
      case .key(let name): text += "[" + JSON.string(name).text() + "]"
      }
    }
    return text
  }

  /// Reads the text form, with or without `$.` before it: `$.aps.alert.title`, `$.a[0]["x.y"]`, `aps.badge`, `$`.
  ///
  /// Quotes may be single ones. The error tells the offset in the text.
  package init(_ text: String) throws(JSONError) {
    elements = try ByteView.read(Array(text.utf8)) { (bytes) throws(JSONError) in
      var reader = PathReader(bytes)
      return try reader.elements()
    }
  }
}

extension String {
  /// Whether a path shows the key as it is; a lone `$` would be taken for the root.
  fileprivate var isPlainKey: Bool {
    !isEmpty && self != "$" && unicodeScalars.allSatisfy { $0.isVisible && !".[]\"'\\".unicodeScalars.contains($0) }
  }
}

private struct PathReader {
  private var scanner: JSONScanner

  init(_ bytes: ByteView) {
    scanner = JSONScanner(bytes, dialect: .json5)
  }

  mutating func elements() throws(JSONError) -> [JSONPathElement] {
    if scanner.isAtEnd { throw scanner.error("expected a path, found nothing", kind: .empty) }
    var elements: [JSONPathElement] = []
    if !skipRoot() && scanner.current != UInt8(ascii: "[") { elements.append(.key(try plainKey())) }
    while !scanner.isAtEnd {
      if scanner.skip(UInt8(ascii: ".")) {
        elements.append(.key(try plainKey()))
      } else if scanner.skip(UInt8(ascii: "[")) {
        elements.append(try bracketed())
      } else {
        throw scanner.unexpected("'.' or '['")
      }
    }
    return elements
  }

  /// Skips a `$` that stands for the root, not one that begins a key such as `$schema`.
  private mutating func skipRoot() -> Bool {
    let start = scanner.index
    guard scanner.skip(UInt8(ascii: "$")) else { return false }
    let isRoot = scanner.isAtEnd || scanner.current == UInt8(ascii: ".") || scanner.current == UInt8(ascii: "[")
    if !isRoot { scanner.index = start }
    return isRoot
  }

  private mutating func plainKey() throws(JSONError) -> String {
    let start = scanner.index
    while let byte = scanner.current, !".[]\"'\\".utf8.contains(byte) { scanner.index += 1 }
    if scanner.index == start { throw scanner.unexpected("a key") }
    return scanner.bytes.text(start..<scanner.index)
  }

  private mutating func bracketed() throws(JSONError) -> JSONPathElement {
    let element: JSONPathElement
    if scanner.current == UInt8(ascii: "\"") || scanner.current == UInt8(ascii: "'") {
      element = .key(try scanner.string())
    } else {
      element = .index(try index())
    }
    guard scanner.skip(UInt8(ascii: "]")) else { throw scanner.unexpected("']'") }
    return element
  }

  private mutating func index() throws(JSONError) -> Int {
    let start = scanner.index
    while let byte = scanner.current, byte &- UInt8(ascii: "0") < 10 { scanner.index += 1 }
    if scanner.index == start { throw scanner.unexpected("an index or a quoted key") }
    let digits = scanner.bytes.text(start..<scanner.index)
    guard let index = Int(digits) else { throw scanner.error("the index is too large", at: start) }
    return index
  }
}
