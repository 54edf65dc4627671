/// Bytes read in place: no reference counts, no copies, every access checked against the bounds.
///
/// Lives only inside the closure that `read` calls; nothing may keep it longer.
@safe
struct ByteView {
  private let bytes: UnsafeBufferPointer<UInt8>

  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe self.bytes = bytes
  }

  static func read<Result, Failure: Error>(
    _ bytes: [UInt8], _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { (view) throws(Failure) in try unsafe body(ByteView(view)) }
  }

  static func read<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    var text = text
    return text.withUTF8 { unsafe body(ByteView($0)) }
  }

  var count: Int {
    unsafe bytes.count
  }

  subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe bytes[index]
    }
  }

  /// Eight bytes, the first one in the lowest bits.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8)
    return UInt64(
      littleEndian: unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  func array(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Array(bytes[range])
  }

  /// The text of bytes that are known to be UTF-8.
  func text(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let slice = unsafe UnsafeBufferPointer(rebasing: bytes[range])
    guard range.count <= 15 else { return unsafe String(decoding: slice, as: UTF8.self) }
    // Half the work of decoding, for a text that needs no memory of its own.
    return unsafe String(unsafeUninitializedCapacity: range.count) { buffer in
      _ = unsafe buffer.initialize(from: slice)
      return range.count
    }
  }

  func append(_ range: Range<Int>, to target: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
  }

  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
  }

  /// Whether the text ends with that one, byte by byte.
  func hasSuffix(_ suffix: [UInt8]) -> Bool {
    guard suffix.count <= count else { return false }
    var place = 1
    while place <= suffix.count {
      if suffix[suffix.count - place] != self[count - place] { return false }
      place += 1
    }
    return true
  }

  /// Whether exactly these bytes stand at the index.
  func has(_ word: StaticString, at index: Int) -> Bool {
    guard index + word.utf8CodeUnitCount <= count else { return false }
    return word.withUTF8Buffer { word in
      var offset = 0
      while offset < word.count {
        if unsafe word[offset] != bytes[index + offset] { return false }
        offset += 1
      }
      return true
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether all bytes lie in one of two ranges of ASCII.
  @inline(__always)
  func areAll(in first: ClosedRange<UInt8>, or second: ClosedRange<UInt8>) -> Bool {
    unsafe withUnsafeBufferPointer { unsafe ByteView($0).areAll(in: first, or: second) }
  }
}

extension ByteView {
  /// Eight bytes at a time; the last eight may overlap those before.
  @inline(__always)
  fileprivate func areAll(in first: ClosedRange<UInt8>, or second: ClosedRange<UInt8>) -> Bool {
    func isGood(_ word: UInt64) -> Bool {
      let good = Self.marks(word, in: first) | Self.marks(word, in: second)
      return good & ~word & highBits == highBits
    }
    guard count >= 8 else {
      return (0..<count).allSatisfy { first.contains(self[$0]) || second.contains(self[$0]) }
    }
    var index = 0
    while index < count - 8 {
      guard isGood(word(at: index)) else { return false }
      index += 8
    }
    return isGood(word(at: count - 8))
  }

  /// Sets the high bit of each byte in the range; only bytes of ASCII count.
  @inline(__always)
  private static func marks(_ word: UInt64, in range: ClosedRange<UInt8>) -> UInt64 {
    let low = word & ~highBits
    return (low &+ (0x80 - range.lowerBound).everywhere) & ~(low &+ (0x7F - range.upperBound).everywhere)
  }
}

extension ByteView {
  /// The offset of the next byte that is not printable ASCII, or is the quote or a backslash; the end if none is.
  @inline(__always)
  func endOfPlainASCII(from start: Int, quote: UInt8) -> Int {
    var index = start
    while index <= count - 8 {
      let word = word(at: index)
      let odd = word | Self.below(0x20, word) | Self.zeros(word ^ quote.everywhere) | Self.zeros(word ^ backslashes)
      let marks = odd & highBits
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte &- 0x20 >= 0x60 || byte == quote || byte == UInt8(ascii: "\\") { break }
      index += 1
    }
    return index
  }

  /// Sets the high bit of each byte below the limit; exact up to the first such byte, which is all that counts.
  @inline(__always)
  private static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
    (word &- limit.everywhere) & ~word
  }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    below(1, word)
  }
}

private let highBits: UInt64 = 0x8080_8080_8080_8080
private let backslashes = UInt8(ascii: "\\").everywhere

extension UInt8 {
  /// The byte eight times over.
  @inline(__always)
  fileprivate var everywhere: UInt64 {
    UInt64(self) &* 0x0101_0101_0101_0101
  }
}
