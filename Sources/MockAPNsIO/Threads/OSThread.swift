import CMockAPNsUV
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of the operating system; whoever starts it must join it.
package final class OSThread: Sendable {
  /// Nil once joined.
  private let thread: Mutex<uv_thread_t?>

  /// Runs `body` on a new thread; debuggers show the first 15 bytes of its name.
  ///
  /// Throws the errno when the system has no thread left.
  package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) -> OSThread {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = uv_thread_t()
    let result = uv_thread_create(&thread, { ThreadStart.run($0) }, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw ThreadError(call: "uv_thread_create", code: -result, subject: name)
    }
    return OSThread(thread)
  }

  private init(_ thread: sending uv_thread_t) {
    self.thread = Mutex(thread)
  }

  /// Blocks until the thread has ended; every caller, also a second one. A thread must not join itself.
  package func join() {
    thread.withLock { thread in
      guard var running = thread else { return }
      let result = uv_thread_join(&running)
      precondition(result == 0, "a thread cannot join itself")
      thread = nil
    }
  }

  /// Whether the caller is this thread. Waits while another thread joins it.
  package var isCurrent: Bool {
    thread.withLock { thread in
      guard var running = thread else { return false }
      var current = uv_thread_self()
      return uv_thread_equal(&running, &current) != 0
    }
  }

  /// Lets it end by itself: for whoever lets go of it on the thread itself, where it cannot be joined.
  package func detach() {
    thread.withLock { thread in
      if let running = thread { pthread_detach(running) }
      thread = nil
    }
  }
}

/// A thread that could not be started.
package struct ThreadError: Error, Equatable, CustomStringConvertible {
  package var call: String
  /// The errno.
  package var code: Int32
  /// The thread's name.
  package var subject: String

  package var description: String { "thread \(subject): \(systemMessage(code)), in \(call) (errno \(code))" }
}

/// What a new thread is handed.
private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  static func run(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
    mockapns_name_current_thread(start.name)
    start.body()
  }
}
