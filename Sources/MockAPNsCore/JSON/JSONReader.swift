/// Reads JSON from bytes: strictly by RFC 8259, or JSON5 for files that people write.
package enum JSONReader {
  package enum Dialect: Sendable {
    /// RFC 8259. Repeated keys, a byte order mark and lone surrogate escapes are accepted and noted.
    case strict
    /// JSON5 without `Infinity` and `NaN`. A repeated key is an error.
    case json5
  }

  /// The value and what is odd about its text; the first thing that is wrong is thrown.
  ///
  /// Takes time linear in the length, and stack independent of the depth.
  package static func read(
    _ bytes: [UInt8], dialect: Dialect = .strict, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONDocument {
    try ByteView.read(bytes) { (bytes) throws(JSONError) in
      var parser = JSONParser(bytes, dialect: dialect, limits: limits)
      let value = try parser.document()
      return JSONDocument(value: value, notes: parser.notes)
    }
  }

  /// Where the first key or array element of that path begins; nil when the text has none.
  package static func locate(
    _ path: JSONPath, in bytes: [UInt8], dialect: Dialect, limits: JSONLimits = JSONLimits()
  ) -> TextPosition? {
    let offset = try? ByteView.read(bytes) { (bytes) throws(JSONError) in
      JSONParser.offset(of: path, in: bytes, dialect: dialect, limits: limits)
    }
    return offset.flatMap { $0 }.map { TextPosition(of: $0, in: bytes) }
  }
}

/// What a reader refuses to go beyond.
package struct JSONLimits: Sendable {
  /// Containers inside one another; 512 as in Foundation's reader.
  package var depth: Int
  package var bytes: Int
  /// Notes kept of one document; further oddities pass unnoted.
  package var notes: Int

  /// For worlds, in which a payload or a state stands some containers deeper, and which are large.
  package static let world = JSONLimits(depth: 544, bytes: 64 << 20)

  package init(depth: Int = 512, bytes: Int = 16 << 20, notes: Int = 64) {
    self.depth = depth
    self.bytes = bytes
    self.notes = notes
  }
}

/// What reading gave: the value, and what is odd about its text.
package struct JSONDocument: Sendable, Equatable {
  package let value: JSON
  package let notes: [JSONNote]
}

/// Something accepted that a sender hardly meant.
package struct JSONNote: Sendable, Equatable {
  package enum Kind: Sendable {
    /// The key stands in this object for the second time or more; the first one counts.
    case duplicateKey
    /// The text begins with U+FEFF, which RFC 8259 section 8.1 lets a reader ignore.
    case byteOrderMark
    /// A `\ud800`–`\udfff` escape without its other half; it reads as U+FFFD.
    case loneSurrogate
  }

  package let kind: Kind
  /// The member or element concerned; the root for a byte order mark.
  package let path: JSONPath
  /// Bytes before the place.
  package let offset: Int
}
