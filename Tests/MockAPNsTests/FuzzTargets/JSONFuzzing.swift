@testable import MockAPNsCore

/// Both dialects read any bytes, and what they accept is written so that it reads again as the same.
enum JSONFuzzing {
  static func take(_ bytes: [UInt8]) throws(BrokenRule) {
    let strict = try read(bytes, .strict)
    let loose = try read(bytes, .json5)
    if let strict, let loose {
      try BrokenRule.unless(strict.value == loose.value, "JSON reads the same as JSON5")
    }
    try takePath(String(decoding: bytes, as: UTF8.self))
  }

  private static func read(_ bytes: [UInt8], _ dialect: JSONReader.Dialect) throws(BrokenRule) -> JSONDocument? {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONReader.read(bytes, dialect: dialect)
    } catch {
      try BrokenRule.unless(error.offset <= bytes.count && !error.message.isEmpty, "an error is inside the text")
      return nil
    }
    try rewrite(document.value)
    for note in document.notes {
      try BrokenRule.unless(note.offset <= bytes.count, "a note is inside the text")
      let place = JSONReader.locate(note.path, in: bytes, dialect: dialect)
      try BrokenRule.unless(place != nil || note.path.elements.isEmpty, "the place of a note is found")
      try takePath(note.path.description)
    }
    return document
  }

  private static func rewrite(_ value: JSON) throws(BrokenRule) {
    for style in [JSONWriter.Style.compact, .pretty] {
      var writer = JSONWriter(style: style)
      writer.value(value)
      let again = try? JSONReader.read(writer.bytes)
      try BrokenRule.unless(again?.value == value, "what was written reads as what was read")
    }
    for number in numbers(value) { try takeNumber(number) }
  }

  /// The number itself, or those directly inside.
  private static func numbers(_ value: JSON) -> [JSONNumber] {
    [value.number].compactMap(\.self) + (value.array ?? []).compactMap(\.number)
      + (value.object?.members ?? []).compactMap(\.value.number)
  }

  private static func takeNumber(_ number: JSONNumber) throws(BrokenRule) {
    if let integer = number.integer, number.isWrittenAsInteger, number.text != "-0" {
      try BrokenRule.unless(JSONNumber(integer) == number, "a whole number has one text")
    }
    _ = number.double
    for power in [0, 3, 6] { _ = number.scaledInteger(byPowerOfTen: power) }
    _ = DurationText.parse(JSON.number(number)).map(DurationText.format)
  }

  /// A path that reads is shown so that it reads as the same path.
  private static func takePath(_ text: String) throws(BrokenRule) {
    guard let path = try? JSONPath(text) else { return }
    try BrokenRule.unless((try? JSONPath(path.description)) == path, "a path reads as it is shown")
  }
}
