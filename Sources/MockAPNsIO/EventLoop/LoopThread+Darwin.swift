#if canImport(Darwin)
  import Darwin

  extension LoopThread {
    /// `pthread_create` with Darwin's idea of an entry; returns `errno`.
    static func create(_ thread: inout pthread_t?, _ argument: UnsafeMutableRawPointer) -> Int32 {
      pthread_create(&thread, nil, { LoopThread.enter($0) }, argument)
    }
  }
#endif
