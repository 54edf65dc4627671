#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// A thread that runs one closure and can be joined.
final class LoopThread: Sendable {
  /// Nil once joined.
  private let thread: Mutex<pthread_t?>

  init(_ body: @escaping @Sendable () -> Void) throws(IOError) {
    var thread: pthread_t?
    let box = Unmanaged.passRetained(Body(body))
    let code = LoopThread.create(&thread, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw IOError(call: "pthread_create", errno: code)
    }
    self.thread = Mutex(thread)
  }

  /// Waits for the closure to return. Idempotent; a second caller waits too.
  func join() {
    thread.withLock { thread in
      guard let number = thread else { return }
      pthread_join(number, nil)
      thread = nil
    }
  }

  /// For whoever lets go of the thread on the thread itself.
  func detach() {
    thread.withLock { thread in
      if let number = thread { pthread_detach(number) }
      thread = nil
    }
  }

  var isCurrent: Bool {
    thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
