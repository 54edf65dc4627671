import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A TCP connection to a server of this machine, spoken to in bytes; every call blocks.
final class HTTP1RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  struct Failed: Error { var call: String }

  init(port: UInt16) throws {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failed(call: "connect") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      #if os(Linux)
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      #else
        let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
      #endif
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Tells the other side that nothing more comes.
  func finish() {
    #if os(Linux)
      shutdown(descriptor, Int32(SHUT_WR))
    #else
      shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// False when the other side has closed.
  private func receive() -> Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &part, part.count, 0)
    guard count > 0 else { return false }
    received += part[..<count]
    return true
  }

  /// All up to and including a mark, or what came before the other side closed.
  func read(through mark: String) -> String {
    let mark = Data(mark.utf8)
    while true {
      if let range = Data(received).range(of: mark) {
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      guard receive() else { return readAll() }
    }
  }

  /// All that comes until the other side closes.
  func readAll() -> String {
    while receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }
}
