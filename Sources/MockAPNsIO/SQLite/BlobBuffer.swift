/// Memory in which one blob after the other is put together; numbers are little-endian.
///
/// A struct that cannot be copied, because every access to a variable of a class
/// is checked at run time, and a blob takes fifty of them.
package struct BlobBuffer: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
  package private(set) var count = 0

  package init() {}

  deinit { memory.deallocate() }

  /// Begins the next blob.
  package mutating func removeAll() { count = 0 }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  package mutating func append(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { append($0) } }

  package mutating func append(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { append($0) } }

  package mutating func append(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { append($0) } }

  /// Leaves room for what is set later.
  package mutating func skip(_ size: Int) {
    if count + size > memory.count { makeRoom(size) }
    count += size
  }

  /// Writes over four bytes that are there already.
  package mutating func set(_ number: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset + 4 <= count)
    memory.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// The blob; its memory is good until the next append.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// A copy of the blob.
  package var array: [UInt8] { Array(bytes) }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    if count + bytes.count > memory.count { makeRoom(bytes.count) }
    memory.baseAddress?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  private mutating func makeRoom(_ size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: (count + size) * 2, alignment: 16)
    larger.copyMemory(from: bytes)
    memory.deallocate()
    memory = larger
  }
}
