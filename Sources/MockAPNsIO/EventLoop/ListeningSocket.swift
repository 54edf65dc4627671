#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A socket that accepts on one numeric address.
final class ListeningSocket {
  private let descriptor: Descriptor
  let port: UInt16

  var number: Int32 { descriptor.number }

  /// What `accept` gave.
  enum Accepted {
    case connection(Int32, peer: String)
    case none
    /// No descriptors or memory: `errno`. The connection stays in the queue.
    case exhausted(Int32)
  }

  func accept() -> Accepted {
    var address = sockaddr_storage()
    while true {
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let number = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemAccept(descriptor.number, $0, &length) }
      }
      if number >= 0 { return .connection(number, peer: NumericAddress(address, length).description) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(errno)
      default: return .none
      }
    }
  }

  /// Listens on every numeric address that the host stands for, all with the same port.
  static func open(_ address: ListenAddress) throws(IOError) -> [ListeningSocket] {
    var attempts = address.port == 0 ? 8 : 1
    while true {
      attempts -= 1
      do throws(IOError) {
        return try openAll(address)
      } catch {
        // A port that is free on one of the addresses may be taken on another.
        if attempts == 0 || !error.isAddressInUse { throw error }
      }
    }
  }

  private static func openAll(_ address: ListenAddress) throws(IOError) -> [ListeningSocket] {
    var found = try NumericAddress.resolve(address)
    var sockets: [ListeningSocket] = []
    var firstError: IOError?
    for index in found.indices {
      if let port = sockets.first?.port { found[index].port = port }
      do throws(IOError) {
        sockets.append(try ListeningSocket(found[index], subject: address))
      } catch {
        // A machine without IPv6 still resolves names to IPv6 addresses.
        guard error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT else { throw error }
        firstError = firstError ?? error
      }
    }
    if sockets.isEmpty, let firstError { throw firstError }
    return sockets
  }

  private init(_ address: NumericAddress, subject: ListenAddress) throws(IOError) {
    let number = socket(address.family, SocketOptions.stream, 0)
    guard number >= 0 else { throw IOError(call: "socket", errno: errno, subject: "\(subject)") }
    descriptor = Descriptor(number: number)
    SocketOptions.prepare(number)
    SocketOptions.set(number, SOL_SOCKET, SO_REUSEADDR, 1)
    if address.family == AF_INET6 { SocketOptions.set(number, SocketOptions.ipv6, IPV6_V6ONLY, 1) }
    guard address.withSocketAddress({ bind(number, $0, $1) }) == 0 else {
      throw ListeningSocket.bindError(errno, subject)
    }
    guard listen(number, 1024) == 0 else {
      throw ListeningSocket.bindError(errno, subject)
    }
    port = try NumericAddress(localOf: number).port
  }

  private static func bindError(_ code: Int32, _ address: ListenAddress) -> IOError {
    guard code == EADDRINUSE else { return IOError(call: "bind", errno: code, subject: "\(address)") }
    return IOError(
      call: "bind", code: code, subject: "\(address)", explanation: "port \(address.port) is in use")
  }
}

/// The member function would otherwise hide it.
private func systemAccept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
  accept(descriptor, address, length)
}
