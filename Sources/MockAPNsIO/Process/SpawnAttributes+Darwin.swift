#if canImport(Darwin)
  import Darwin

  /// How a child is started: with no signal held back, whatever its parent holds back.
  enum SpawnAttributes {
    static func make() -> posix_spawnattr_t? {
      var attributes: posix_spawnattr_t?
      posix_spawnattr_init(&attributes)
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
      return attributes
    }
  }
#endif
