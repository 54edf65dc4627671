import CMockAPNsMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP socket that listens, and where.
struct HTTP1Socket {
  var descriptor: Int32
  var port: UInt16
  var isIPv6: Bool

  /// Listens on the first address of `host`, a name or an IP literal; port 0 takes a free one.
  static func open(host: String, port: UInt16) throws(HTTP1Error) -> HTTP1Socket {
    let subject = "\(host):\(port)"
    var hints = addrinfo()
    hints.ai_socktype = streamSocketType
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0, let address = found?.pointee else {
      throw HTTP1Error(call: "getaddrinfo", code: code, subject: subject, reason: String(cString: gai_strerror(code)))
    }
    let descriptor = socket(address.ai_family, streamSocketType, 0)
    guard descriptor >= 0 else { throw HTTP1Error(call: "socket", code: errno, subject: subject) }
    do throws(HTTP1Error) {
      let bound = try listen(descriptor, address, subject)
      return HTTP1Socket(descriptor: descriptor, port: bound, isIPv6: address.ai_family == AF_INET6)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Returns the port.
  private static func listen(_ descriptor: Int32, _ address: addrinfo, _ subject: String) throws(HTTP1Error) -> UInt16 {
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw HTTP1Error(call: "fcntl", code: errno, subject: subject)
    }
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      throw HTTP1Error(call: "bind", code: errno, subject: subject)
    }
    guard beginListening(descriptor) == 0 else {
      throw HTTP1Error(call: "listen", code: errno, subject: subject)
    }
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isNamed = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    guard isNamed else { throw HTTP1Error(call: "getsockname", code: errno, subject: subject) }
    return withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { PeerName($0)?.port ?? 0 }
    }
  }
}

/// Outside `HTTP1Socket`, whose own `listen` hides the system's.
private func beginListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 512) }

/// An IP address and port in numbers.
struct PeerName {
  var host: String
  var port: UInt16

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Nil for what is no IP address.
  init?(_ address: UnsafePointer<sockaddr>) {
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var host = [CChar](repeating: 0, count: 64)
    var service = [CChar](repeating: 0, count: 16)
    let code = getnameinfo(
      address, socklen_t(length), &host, socklen_t(host.count), &service, socklen_t(service.count),
      NI_NUMERICHOST | NI_NUMERICSERV)
    guard code == 0, let port = UInt16(Self.text(service)) else { return nil }
    self.host = Self.text(host)
    self.port = port
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
