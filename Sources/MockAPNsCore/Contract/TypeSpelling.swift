/// A Swift type as it is spelled in source, such as `ClosedRange<Date>?`; `[T]` and `T?` are taken apart to names.
struct TypeSpelling: Equatable {
  var name: String
  var arguments: [TypeSpelling] = []

  static let deepest = 16
  static let longest = 256

  /// Reads a spelling; the error is a clause that says what is wrong with it.
  init(_ text: String) throws(SpellingFault) {
    guard text.utf8.count <= Self.longest else {
      throw SpellingFault(message: "is longer than \(Self.longest) bytes")
    }
    var reader = SpellingReader(text)
    self = try reader.whole()
  }

  init(name: String, arguments: [TypeSpelling] = []) {
    self.name = name
    self.arguments = arguments
  }
}

struct SpellingFault: Error, Equatable {
  var message: String
}

extension TypeSpelling: CustomStringConvertible {
  /// The usual spelling, with `[T]`, `[K: V]` and `T?`.
  var description: String {
    switch (name, arguments.count) {
    case ("Optional", 1): "\(arguments[0])?"
    case ("Array", 1): "[\(arguments[0])]"
    case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
    case (_, 0): name
    default: "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    }
  }
}

private struct SpellingReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func whole() throws(SpellingFault) -> TypeSpelling {
    let type = try type()
    guard index == bytes.count else { throw unexpected("the end") }
    return type
  }

  private mutating func type() throws(SpellingFault) -> TypeSpelling {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeSpelling.deepest else {
      throw SpellingFault(message: "is nested deeper than \(TypeSpelling.deepest)")
    }
    var type = skip("[") ? try bracketed() : try named()
    var marks = 0
    while skip("?") {
      marks += 1
      guard marks <= TypeSpelling.deepest else {
        throw SpellingFault(message: "has more than \(TypeSpelling.deepest) question marks")
      }
      type = TypeSpelling(name: "Optional", arguments: [type])
    }
    return type
  }

  /// `[T]` or `[K: V]`, past the opening bracket.
  private mutating func bracketed() throws(SpellingFault) -> TypeSpelling {
    let first = try type()
    guard skip(":") else {
      guard skip("]") else { throw unexpected("']' or ':'") }
      return TypeSpelling(name: "Array", arguments: [first])
    }
    let second = try type()
    guard skip("]") else { throw unexpected("']'") }
    return TypeSpelling(name: "Dictionary", arguments: [first, second])
  }

  private mutating func named() throws(SpellingFault) -> TypeSpelling {
    skipBlanks()
    let start = index
    while index < bytes.count, !" \t[]<>(),:?!".utf8.contains(bytes[index]) { index += 1 }
    guard index > start else { throw unexpected("a type") }
    var type = TypeSpelling(name: String(decoding: bytes[start..<index], as: UTF8.self))
    guard skip("<") else { return type }
    repeat { type.arguments.append(try self.type()) } while skip(",")
    guard skip(">") else { throw unexpected("'>' or ','") }
    return type
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    skipBlanks()
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, " \t".utf8.contains(bytes[index]) { index += 1 }
  }

  private func unexpected(_ expected: String) -> SpellingFault {
    let rest = String(decoding: bytes[index...], as: UTF8.self)
    let found = rest.isEmpty ? "the end" : "\"\(rest.prefix(24))\""
    return SpellingFault(message: "is no spelling of a Swift type: expected \(expected), found \(found)")
  }
}
