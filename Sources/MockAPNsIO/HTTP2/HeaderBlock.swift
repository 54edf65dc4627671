#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The header block that is arriving; there is only one at a time, so its buffers serve all streams of a
/// connection.
struct HeaderBlock: ~Copyable {
  enum Kind { case request, refused, trailers }

  private(set) var stream: Int32 = 0
  private(set) var kind = Kind.request
  /// Sum of name + value + 32 over all fields.
  private(set) var listSize = 0
  /// The regular fields, in the form of `HTTPFields`.
  private var fields = BlobBuffer()
  private var fieldCount = 0
  private var fieldListSize = 0
  private var method = PseudoField()
  private var path = PseudoField()
  private var authority = PseudoField()
  private var scheme = PseudoField()

  mutating func start(stream: Int32, kind: Kind) {
    self.stream = stream
    self.kind = kind
    listSize = 0
    fields.removeAll()
    (fieldCount, fieldListSize) = (0, 0)
    method.isPresent = false
    path.isPresent = false
    authority.isPresent = false
    scheme.isPresent = false
  }

  /// Takes one field; over `limit` the size still grows but nothing is kept. Trailers are not kept either.
  mutating func add(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isValid: Bool, limit: Int
  ) {
    listSize += name.count + value.count + 32
    guard listSize <= limit, kind != .trailers else { return }
    guard name.first == UInt8(ascii: ":") else {
      HTTPFields.append(name: name, value: value, isValid: isValid, to: &fields)
      fieldCount += 1
      fieldListSize += name.count + value.count + 32
      return
    }
    addPseudo(name: name, value: value)
  }

  /// The request so far, with memory of its own.
  func request() -> HTTPRequest {
    let fields = HTTPFields(records: fields.array, count: fieldCount, listSize: fieldListSize)
    return HTTPRequest(
      method: method.value, path: path.value, authority: authority.value, scheme: scheme.value, fields: fields,
      fieldListSize: listSize)
  }

  /// nghttp2 has checked that there are no others; their second letters differ.
  private mutating func addPseudo(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    guard name.count > 1 else { return }
    switch name[1] {
    case UInt8(ascii: "m"): method.set(value)
    case UInt8(ascii: "p"): path.set(value)
    case UInt8(ascii: "a"): authority.set(value)
    default: scheme.set(value)
    }
  }
}

/// A pseudo-header field. A client repeats most of them, so the array of the request before serves again.
private struct PseudoField {
  private var bytes: [UInt8] = []
  var isPresent = false

  var value: [UInt8] { isPresent ? bytes : [] }

  mutating func set(_ new: UnsafeBufferPointer<UInt8>) {
    isPresent = true
    if !isEqual(to: new) { bytes = Array(new) }
  }

  private func isEqual(to new: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { old in
      guard old.count == new.count, let left = old.baseAddress, let right = new.baseAddress else {
        return false
      }
      return memcmp(left, right, new.count) == 0
    }
  }
}
