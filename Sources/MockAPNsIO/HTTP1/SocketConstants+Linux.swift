#if os(Linux)
  import Glibc

  let streamSocketType = Int32(SOCK_STREAM.rawValue)
  let shutdownBoth = Int32(SHUT_RDWR)
#endif
