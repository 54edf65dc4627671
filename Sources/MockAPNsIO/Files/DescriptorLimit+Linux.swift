#if os(Linux)
  import Glibc

  /// Raises the process's soft limit of open descriptors to its hard limit and returns the limit now in force.
  ///
  /// It changes the whole process, so only a command may call it, never the library.
  package func raiseDescriptorLimit() -> UInt64 {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    var wanted = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
    return UInt64(setrlimit(resource, &wanted) == 0 ? wanted.rlim_cur : limit.rlim_cur)
  }
#endif
