/// The structure of a document: which value goes where, on a stack of its own instead of the thread's.
struct JSONParser {
  private var scanner: JSONScanner
  private let limits: JSONLimits
  /// The containers around the place, the innermost one last.
  private var open: [OpenContainer] = []
  private(set) var notes: [JSONNote] = []
  private let watched: JSONPath?
  private var watchedOffset: Int?

  init(_ bytes: ByteView, dialect: JSONReader.Dialect, limits: JSONLimits, watching watched: JSONPath? = nil) {
    self.scanner = JSONScanner(bytes, dialect: dialect)
    self.limits = limits
    self.watched = watched
  }

  /// Where the first key or array element with that path begins; nil when the text has none before its first error.
  static func offset(
    of path: JSONPath, in bytes: ByteView, dialect: JSONReader.Dialect, limits: JSONLimits
  ) -> Int? {
    var parser = JSONParser(bytes, dialect: dialect, limits: limits, watching: path)
    _ = try? parser.document()
    return parser.watchedOffset
  }

  mutating func document() throws(JSONError) -> JSON {
    guard scanner.bytes.count <= limits.bytes else {
      throw scanner.error("the text is longer than \(limits.bytes) bytes", kind: .limit, at: limits.bytes)
    }
    if scanner.skipByteOrderMark() { note(.byteOrderMark, at: 0) }
    try scanner.skipBlank()
    if scanner.isAtEnd { throw scanner.error("expected a JSON value, found nothing", kind: .empty) }
    open.reserveCapacity(8)
    while true {
      if let value = try beginValue(), let root = try place(value) {
        if !scanner.isAtEnd { throw scanner.unexpected("the end after the value") }
        return root
      }
    }
  }

  /// Reads a scalar or an empty container; nil when it opened a container whose first value comes next.
  private mutating func beginValue() throws(JSONError) -> JSON? {
    if watched != nil, open.last?.kind != .object { watch(at: scanner.index) }
    switch scanner.current {
    case UInt8(ascii: "{"): return try openContainer(.object)
    case UInt8(ascii: "["): return try openContainer(.array)
    case UInt8(ascii: "\""):
      let value = try scanner.string()
      if scanner.loneSurrogate != nil { noteLoneSurrogate() }
      return .string(value)
    default:
      guard let value = try scanner.otherScalar() else { throw scanner.unexpected(open.last?.expectation ?? "a value") }
      if scanner.loneSurrogate != nil { noteLoneSurrogate() }
      return value
    }
  }

  private mutating func openContainer(_ kind: OpenContainer.Kind) throws(JSONError) -> JSON? {
    guard open.count < limits.depth else {
      throw scanner.error("nested deeper than \(limits.depth)", kind: .limit)
    }
    scanner.index += 1
    try scanner.skipBlank()
    if scanner.skip(kind.end) { return kind == .object ? .object(JSONObject()) : .array([]) }
    open.append(OpenContainer(kind))
    if kind == .object { try readName() }
    return nil
  }

  /// Puts a value where it belongs and closes what ends after it; the root once that is complete, else nil.
  private mutating func place(_ value: consuming JSON) throws(JSONError) -> JSON? {
    while !open.isEmpty {
      open[open.count - 1].append(value)
      try scanner.skipBlank()
      if try beginNext() { return nil }
      value = open.removeLast().value
    }
    try scanner.skipBlank()
    return value
  }

  /// Whether another value follows in the innermost container; reads up to it, or past the closing bracket.
  private mutating func beginNext() throws(JSONError) -> Bool {
    let kind = open[open.count - 1].kind
    if scanner.skip(kind.end) { return false }
    guard scanner.skip(UInt8(ascii: ",")) else {
      let end = Character(Unicode.Scalar(kind.end))
      throw scanner.unexpected("',' or '\(end)' after \(open[open.count - 1].latest)")
    }
    try scanner.skipBlank()
    if scanner.dialect == .json5, scanner.skip(kind.end) { return false }
    if kind == .object { try readName() }
    return true
  }

  private mutating func readName() throws(JSONError) {
    let start = scanner.index
    let name = try scanner.name()
    let isNew = open[open.count - 1].begin(name)
    if scanner.loneSurrogate != nil { noteLoneSurrogate() }
    if watched != nil { watch(at: start) }
    if !isNew { try judgeRepetition(of: name, at: start) }
    try scanner.skipBlank()
    guard scanner.skip(UInt8(ascii: ":")) else {
      throw scanner.unexpected("':' after the key \(quoted(name))")
    }
    try scanner.skipBlank()
  }
}

extension JSONParser {
  /// The path of the value that is being read.
  private var path: JSONPath {
    JSONPath(open.map(\.pending))
  }

  private mutating func note(_ kind: JSONNote.Kind, at offset: Int) {
    guard notes.count < limits.notes else { return }
    notes.append(JSONNote(kind: kind, path: path, offset: offset))
  }

  private mutating func noteLoneSurrogate() {
    guard let offset = scanner.loneSurrogate else { return }
    scanner.loneSurrogate = nil
    note(.loneSurrogate, at: offset)
  }

  private mutating func watch(at offset: Int) {
    guard watchedOffset == nil, watched?.elements.count == open.count, watched == path else { return }
    watchedOffset = offset
  }

  private mutating func judgeRepetition(of name: String, at offset: Int) throws(JSONError) {
    guard scanner.dialect == .json5, watched == nil else { return note(.duplicateKey, at: offset) }
    let first = Self.offset(of: path, in: scanner.bytes, dialect: scanner.dialect, limits: limits)
    let bytes = scanner.bytes.array(0..<offset)
    let lines = [first ?? offset, offset].map { TextPosition(of: $0, in: bytes).line }
    throw scanner.error(
      "the key \(quoted(name)) stands on line \(lines[1]) and already on line \(lines[0])",
      kind: .duplicateKey, at: offset)
  }
}
