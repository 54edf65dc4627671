#if canImport(Darwin)
  import Darwin

  /// Sets how many descriptors this process may have; returns the limit before.
  func setSoftDescriptorLimit(_ count: UInt) -> UInt {
    var limit = rlimit()
    getrlimit(RLIMIT_NOFILE, &limit)
    let old = limit.rlim_cur
    limit.rlim_cur = rlim_t(count)
    setrlimit(RLIMIT_NOFILE, &limit)
    return UInt(old)
  }
#endif
