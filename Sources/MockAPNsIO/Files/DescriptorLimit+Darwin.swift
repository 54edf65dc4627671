#if canImport(Darwin)
  import Darwin

  /// Raises the process's soft limit of open descriptors as far as it goes and returns the limit now in force.
  ///
  /// It changes the whole process, so only a command may call it, never the library. The kernel refuses more than
  /// OPEN_MAX although the hard limit says infinite.
  package func raiseDescriptorLimit() -> UInt64 {
    var limit = rlimit()
    guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return 0 }
    var wanted = limit
    wanted.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    guard wanted.rlim_cur > limit.rlim_cur, setrlimit(RLIMIT_NOFILE, &wanted) == 0 else {
      return UInt64(limit.rlim_cur)
    }
    return UInt64(wanted.rlim_cur)
  }
#endif
