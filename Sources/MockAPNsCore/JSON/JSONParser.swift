/// The structure of a document: which value goes where, on a stack of its own instead of the thread's.
struct JSONParser {
  private var scanner: JSONScanner
  private let limits: JSONLimits
  private var open: [OpenContainer] = []
  private(set) var notes: [JSONNote] = []
  private let watched: JSONPath?
  /// Where the first key or element with the watched path begins.
  private(set) var watchedOffset: Int?

  init(_ bytes: [UInt8], dialect: JSONReader.Dialect, limits: JSONLimits, watching watched: JSONPath? = nil) {
    self.scanner = JSONScanner(bytes: bytes, dialect: dialect)
    self.limits = limits
    self.watched = watched
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
    if watched != nil, open.last?.isObject != true { watch(at: scanner.index) }
    switch scanner.current {
    case UInt8(ascii: "{"): return try openContainer(isObject: true)
    case UInt8(ascii: "["): return try openContainer(isObject: false)
    case UInt8(ascii: "\""):
      let value = try scanner.string()
      noteLoneSurrogate()
      return .string(value)
    default:
      guard let value = try scanner.otherScalar() else { throw scanner.unexpected(whatIsExpected) }
      noteLoneSurrogate()
      return value
    }
  }

  private mutating func openContainer(isObject: Bool) throws(JSONError) -> JSON? {
    guard open.count < limits.depth else {
      throw scanner.error("nested deeper than \(limits.depth)", kind: .limit)
    }
    scanner.index += 1
    try scanner.skipBlank()
    let container = OpenContainer(isObject: isObject)
    if scanner.skip(container.end) { return container.value }
    open.append(container)
    if isObject { try readName() }
    return nil
  }

  /// Puts a value where it belongs and closes what ends after it; the root once that is complete, else nil.
  private mutating func place(_ value: JSON) throws(JSONError) -> JSON? {
    var value = value
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
    let top = open.count - 1
    let end = open[top].end
    if scanner.skip(end) { return false }
    guard scanner.skip(UInt8(ascii: ",")) else {
      throw scanner.unexpected("',' or '\(Character(Unicode.Scalar(end)))' after \(open[top].latest)")
    }
    try scanner.skipBlank()
    if scanner.dialect == .json5, scanner.skip(end) { return false }
    if open[top].isObject { try readName() }
    return true
  }

  private mutating func readName() throws(JSONError) {
    let start = scanner.index
    let name = try scanner.name()
    let top = open.count - 1
    let isRepeated = open[top].begin(name)
    noteLoneSurrogate()
    if watched != nil { watch(at: start) }
    if isRepeated { try judgeRepetition(of: name, at: start) }
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

  private var whatIsExpected: String {
    guard let container = open.last else { return "a value" }
    return container.isObject ? "a value for the key \(quoted(container.name))" : "a value"
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
    if watchedOffset == nil, watched == path { watchedOffset = offset }
  }

  private mutating func judgeRepetition(of name: String, at offset: Int) throws(JSONError) {
    guard scanner.dialect == .json5, watched == nil else { return note(.duplicateKey, at: offset) }
    let first = JSONReader.locate(path, in: scanner.bytes, dialect: scanner.dialect, limits: limits)
    let line = TextPosition(of: offset, in: scanner.bytes).line
    throw scanner.error(
      "the key \(quoted(name)) stands on line \(line) and already on line \(first?.line ?? line)",
      kind: .duplicateKey, at: offset)
  }
}
