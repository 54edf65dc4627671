#if canImport(Darwin)
  import Darwin

  /// What Darwin spells in its own way.
  enum SocketOptions {
    static let stream = SOCK_STREAM
    static let tcp = IPPROTO_TCP
    static let ipv6 = IPPROTO_IPV6

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    }

    /// A write to a closed connection must not raise SIGPIPE in the process that we live in.
    static func suppressPipeSignal(_ descriptor: Int32) {
      set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
    }
  }
#endif
