#if canImport(Glibc)
  import Glibc

  extension LoopThread {
    /// `pthread_create` with Linux's idea of an entry; returns `errno`.
    static func create(_ thread: inout pthread_t?, _ argument: UnsafeMutableRawPointer) -> Int32 {
      var number = pthread_t()
      let code = pthread_create(&number, nil, { LoopThread.enter($0) }, argument)
      thread = number
      return code
    }
  }
#endif
