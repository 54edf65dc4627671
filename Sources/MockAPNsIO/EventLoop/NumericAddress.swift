#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An IPv4 or IPv6 address with a port, as the system keeps it.
struct NumericAddress: CustomStringConvertible {
  private var storage: sockaddr_storage
  private var length: socklen_t

  init(_ storage: sockaddr_storage, _ length: socklen_t) {
    self.storage = storage
    self.length = length
  }

  /// The address that a socket is bound to.
  init(localOf descriptor: Int32) throws(IOError) {
    storage = sockaddr_storage()
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { throw IOError(call: "getsockname", errno: errno) }
  }

  var family: Int32 { Int32(storage.ss_family) }

  /// Port of either family: the second 16 bits of the address, in network order.
  var port: UInt16 {
    get { withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) } }
    set {
      withUnsafeMutableBytes(of: &storage) {
        $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
      }
    }
  }

  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  var description: String {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = withSocketAddress { getnameinfo($0, $1, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) }
    guard code == 0 else { return "unknown" }
    let text = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return ListenAddress(host: text, port: port).description
  }

  /// Every address of a name, each once; of an empty host the wildcard addresses.
  static func resolve(_ address: ListenAddress) throws(IOError) -> [NumericAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = SocketOptions.stream
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host.isEmpty ? nil : address.host, "\(address.port)", &hints, &list)
    guard code == 0 else {
      let explanation = String(cString: gai_strerror(code))
      throw IOError(call: "getaddrinfo", code: code, subject: "\(address)", explanation: explanation)
    }
    defer { freeaddrinfo(list) }
    var found: [NumericAddress] = []
    for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
      guard let entry, let bytes = entry.pointee.ai_addr else { break }
      var storage = sockaddr_storage()
      memcpy(&storage, bytes, Int(entry.pointee.ai_addrlen))
      let new = NumericAddress(storage, entry.pointee.ai_addrlen)
      if !found.contains(where: { $0.description == new.description }) { found.append(new) }
    }
    return found
  }
}
