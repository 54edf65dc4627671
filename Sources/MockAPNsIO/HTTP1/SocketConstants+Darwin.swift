#if canImport(Darwin)
  import Darwin

  let streamSocketType = SOCK_STREAM
  let shutdownBoth = SHUT_RDWR
#endif
