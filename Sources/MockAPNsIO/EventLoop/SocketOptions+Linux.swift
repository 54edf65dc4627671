#if canImport(Glibc)
  import Glibc

  /// What Linux spells in its own way.
  enum SocketOptions {
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let tcp = Int32(IPPROTO_TCP)
    static let ipv6 = Int32(IPPROTO_IPV6)

    /// A write to a closed connection must not raise SIGPIPE in the process that we live in.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Linux needs no more than the flag of `send`.
    static func suppressPipeSignal(_ descriptor: Int32) {}
  }
#endif
