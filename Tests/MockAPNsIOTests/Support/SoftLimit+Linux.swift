#if canImport(Glibc)
  import Glibc

  /// Sets how many descriptors this process may have; returns the limit before.
  func setSoftDescriptorLimit(_ count: UInt) -> UInt {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    let old = limit.rlim_cur
    limit.rlim_cur = count
    setrlimit(resource, &limit)
    return old
  }
#endif
