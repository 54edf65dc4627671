#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Owns one file descriptor and closes it.
struct Descriptor: ~Copyable {
  let number: Int32

  deinit { _ = close(number) }
}

/// What came of a read or write that does not block.
enum TransferResult: Hashable {
  case bytes(Int)
  case wouldBlock
  /// The other side sent its FIN.
  case ended
  /// `errno`.
  case failed(Int32)
}

/// A connected, non-blocking TCP socket.
struct Socket: ~Copyable {
  private let descriptor: Descriptor

  var number: Int32 { descriptor.number }

  /// Takes over a descriptor that `accept` returned.
  init(accepted number: Int32) {
    descriptor = Descriptor(number: number)
    SocketOptions.prepare(number)
    SocketOptions.set(number, SocketOptions.tcp, TCP_NODELAY, 1)
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransferResult {
    Socket.transfer(zeroMeans: .ended) { recv(number, buffer.baseAddress, buffer.count, 0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> TransferResult {
    Socket.transfer(zeroMeans: .wouldBlock) { SocketOptions.send(number, bytes) }
  }

  /// Sends FIN; what was sent before still arrives.
  func endSending() {
    _ = shutdown(number, Int32(SHUT_WR))
  }

  /// Makes the coming close send RST instead of FIN.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func transfer(zeroMeans: TransferResult, _ call: () -> Int) -> TransferResult {
    while true {
      let count = call()
      if count > 0 { return .bytes(count) }
      if count == 0 { return zeroMeans }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .failed(errno)
      }
    }
  }
}
