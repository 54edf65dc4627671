/// Why a text is not the JSON it should be, and where.
package struct JSONError: Error, Equatable {
  package enum Kind: Sendable {
    /// Nothing but blanks.
    case empty
    /// Not in the grammar.
    case syntax
    /// Bytes that are not UTF-8.
    case encoding
    /// Deeper or longer than the limits allow.
    case limit
    /// A key that is given twice, where that is an error.
    case duplicateKey
  }

  package let kind: Kind
  /// Bytes before the place.
  package let offset: Int
  package let position: TextPosition
  /// A clause without a full stop, such as `expected ',' or '}' after the value of "badge", found 'x'`.
  package let message: String

  init(_ kind: Kind, _ message: String, at offset: Int, in bytes: [UInt8]) {
    self.kind = kind
    self.offset = offset
    self.position = TextPosition(of: offset, in: bytes)
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  package var line: Int { position.line }
  package var column: Int { position.column }

  package var description: String {
    "line \(line), column \(column): \(message)"
  }
}

/// A place in a text as an editor shows it.
///
/// Both count from 1. A column is a Unicode scalar, a tab counts once, a byte order mark not at all; a line ends
/// with LF, CR LF or CR.
package struct TextPosition: Sendable, Equatable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    var index = bytes.starts(with: UTF8Sequence.byteOrderMark) ? 3 : 0
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      let isLastOfBreak = byte == 0x0A || byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)
      if isLastOfBreak {
        line += 1
        column = 1
      } else if !UTF8Sequence.isContinuation(byte) {
        column += 1
      }
    }
    self.init(line: line, column: column)
  }
}
