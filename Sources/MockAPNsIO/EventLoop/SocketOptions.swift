#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SocketOptions {
  /// Sets an integer option; a refusal is not worth failing for.
  static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes a descriptor non-blocking and keeps it from child processes.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    suppressPipeSignal(descriptor)
  }
}
