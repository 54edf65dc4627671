/// Base64 as RFC 4648 has it: base64url without padding for tokens, standard with padding for channel ids.
package enum Base64 {
  /// What a text makes use of.
  package struct Form: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// `-` or `_`.
    package static let urlLetters = Form(rawValue: 1)
    /// `+` or `/`.
    package static let standardLetters = Form(rawValue: 2)
    /// `=` at the end.
    package static let padding = Form(rawValue: 4)
    /// Bits set in the last letter beyond the last byte, so that two texts mean the same bytes.
    package static let trailingBits = Form(rawValue: 8)

    package static let everything: Form = [.urlLetters, .standardLetters, .padding, .trailingBits]

    /// Whether letters of both alphabets stand in one text.
    package var isMixed: Bool {
      isSuperset(of: [.urlLetters, .standardLetters])
    }
  }

  package struct Decoded: Sendable, Equatable {
    package let bytes: [UInt8]
    package let form: Form

    /// What strict base64url does not have, such as `padding and letters of both alphabets`; nil for none of it.
    package var looseness: String? {
      var found = form.isMixed ? ["letters of both alphabets"] : []
      if form.contains(.standardLetters), !form.isMixed { found.append("letters of the standard alphabet") }
      if form.contains(.padding) { found.append("padding") }
      if form.contains(.trailingBits) { found.append("bits beyond the last byte") }
      return found.isEmpty ? nil : found.joined(separator: " and ")
    }
  }

  /// Decodes base64url without padding, and nothing else.
  package static func decodeURL(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Base64Error> {
    decoding(text, allowing: .urlLetters).map(\.bytes)
  }

  /// Decodes the standard alphabet with full padding; trailing bits are let pass, as Foundation does.
  package static func decodeStandard(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Base64Error> {
    decoding(text, allowing: [.standardLetters, .padding, .trailingBits]).flatMap { decoded in
      guard text.count.isMultiple(of: 4) else {
        return .failure(Base64Error(offset: text.count, message: "the padding is missing"))
      }
      return .success(decoded.bytes)
    }
  }

  /// Decodes either alphabet, with or without padding, and tells what the text made use of.
  package static func decodeLoosely(_ text: ArraySlice<UInt8>) -> Result<Decoded, Base64Error> {
    decoding(text, allowing: .everything)
  }

  package static func encodeURL(_ bytes: [UInt8]) -> String {
    encode(bytes, last: [UInt8(ascii: "-"), UInt8(ascii: "_")], isPadded: false)
  }

  /// Encodes with the standard alphabet and padding.
  package static func encodeStandard(_ bytes: [UInt8]) -> String {
    encode(bytes, last: [UInt8(ascii: "+"), UInt8(ascii: "/")], isPadded: true)
  }
}

/// Why a text is not the base64 it should be.
package struct Base64Error: Error, Equatable, CustomStringConvertible {
  /// Bytes before the place.
  package let offset: Int
  /// A clause without a full stop.
  package let message: String

  package var description: String {
    "offset \(offset): \(message)"
  }
}

extension Base64 {
  private static func decoding(_ text: ArraySlice<UInt8>, allowing form: Form) -> Result<Decoded, Base64Error> {
    Result { () throws(Base64Error) in try decode(Array(text), allowing: form) }
  }

  private static func decode(_ text: [UInt8], allowing allowed: Form) throws(Base64Error) -> Decoded {
    let letters = text.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    var form: Form = letters < text.count ? .padding : []
    if !allowed.contains(form) { throw Base64Error(offset: letters, message: "padding is not allowed here") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters * 3 / 4)
    var pending: UInt32 = 0
    var pendingBits: UInt32 = 0
    for offset in 0..<letters {
      guard let letter = Letter(text[offset]), allowed.contains(letter.form) else {
        throw unknown(text[offset], at: offset)
      }
      form.formUnion(letter.form)
      pending = pending << 6 | UInt32(letter.value)
      pendingBits += 6
      if pendingBits >= 8 {
        pendingBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
      }
    }
    try checkEnd(letters: letters, padding: text.count - letters)
    if pending & (1 << pendingBits - 1) != 0 { form.insert(.trailingBits) }
    guard allowed.contains(form) else {
      throw Base64Error(offset: letters - 1, message: "the last letter has bits beyond the last byte")
    }
    return Decoded(bytes: bytes, form: form)
  }

  private static func checkEnd(letters: Int, padding: Int) throws(Base64Error) {
    if letters % 4 == 1 {
      throw Base64Error(offset: letters, message: "the text is cut off: one letter alone makes no byte")
    }
    if padding > 2 || padding > 0 && !(letters + padding).isMultiple(of: 4) {
      throw Base64Error(offset: letters, message: "the padding does not fill four letters")
    }
  }

  private static func unknown(_ byte: UInt8, at offset: Int) -> Base64Error {
    let isVisible = byte > 0x20 && byte < 0x7F
    let name = isVisible ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte 0x" + Hex.encode([byte])
    return Base64Error(offset: offset, message: "\(name) does not belong to the alphabet")
  }

  private struct Letter {
    let value: UInt8
    let form: Form

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self.init(value: byte - UInt8(ascii: "A"), form: [])
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self.init(value: byte - UInt8(ascii: "a") + 26, form: [])
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self.init(value: byte - UInt8(ascii: "0") + 52, form: [])
      case UInt8(ascii: "-"): self.init(value: 62, form: .urlLetters)
      case UInt8(ascii: "_"): self.init(value: 63, form: .urlLetters)
      case UInt8(ascii: "+"): self.init(value: 62, form: .standardLetters)
      case UInt8(ascii: "/"): self.init(value: 63, form: .standardLetters)
      default: return nil
      }
    }

    private init(value: UInt8, form: Form) {
      self.value = value
      self.form = form
    }
  }

  private static func encode(_ bytes: [UInt8], last: [UInt8], isPadded: Bool) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + last
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var pending = 0
    var pendingBits = 0
    for byte in bytes {
      pending = (pending << 8 | Int(byte)) & 0xFFFF
      pendingBits += 8
      while pendingBits >= 6 {
        pendingBits -= 6
        text.append(alphabet[pending >> pendingBits & 0x3F])
      }
    }
    if pendingBits > 0 { text.append(alphabet[pending << (6 - pendingBits) & 0x3F]) }
    while isPadded, !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }
}
