import CMockAPNsUV

/// A libuv loop. Made, run and closed on one thread; so are the handles on it.
final class EventLoop {
  let pointer: UnsafeMutablePointer<uv_loop_t>

  init() throws(IOError) {
    pointer = .allocate(capacity: 1)
    let code = uv_loop_init(pointer)
    guard code == 0 else {
      pointer.deallocate()
      throw IOError(call: "uv_loop_init", libuv: code)
    }
  }

  /// Milliseconds of a clock that only moves forwards, taken once for each turn.
  var now: UInt64 { uv_now(pointer) }

  /// Serves handles until the last one is closed.
  func run() {
    uv_run(pointer, UV_RUN_DEFAULT)
  }

  deinit {
    uv_run(pointer, UV_RUN_DEFAULT)
    uv_loop_close(pointer)
    pointer.deallocate()
  }
}

/// What a descriptor is ready for. After a failure only the system call tells which.
struct Readiness {
  var isReadable: Bool
  var isWritable: Bool
}

/// Watches one descriptor, without owning it. Must be closed before the descriptor is.
final class DescriptorWatch {
  /// Must outlive the handle.
  private let loop: EventLoop
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private var onReady: ((Readiness) -> Void)?
  private var events: Int32 = 0

  /// Watches for nothing until `want` is called. `onReady` is released by `close`.
  init(_ loop: EventLoop, descriptor: Int32, onReady: @escaping (Readiness) -> Void) throws(IOError) {
    self.loop = loop
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let code = uv_poll_init(loop.pointer, handle, descriptor)
    guard code == 0 else {
      handle.deallocate()
      throw IOError(call: "uv_poll_init", libuv: code)
    }
    self.handle = handle
    self.onReady = onReady
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Sets what to watch for; asking for the same again costs nothing.
  func want(readable: Bool, writable: Bool) {
    let wanted = Int32((readable ? UV_READABLE.rawValue : 0) | (writable ? UV_WRITABLE.rawValue : 0))
    guard wanted != events, let handle else { return }
    events = wanted
    guard wanted != 0 else {
      uv_poll_stop(handle)
      return
    }
    uv_poll_start(handle, wanted) { handle, status, events in
      guard let data = handle?.pointee.data else { return }
      let watch = Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue()
      watch.fired(status: status, events: events)
    }
  }

  /// Takes the descriptor out of the poller at once. Idempotent.
  func close() {
    guard let handle else { return }
    self.handle = nil
    onReady = nil
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) {
      $0?.freeHandle(uv_poll_t.self)
    }
  }

  deinit { close() }

  private func fired(status: Int32, events ready: Int32) {
    // libuv stops watching a descriptor that it reports as failed; the next `want` has to start it again.
    if status < 0 { events = 0 }
    onReady?(
      Readiness(
        isReadable: status < 0 || ready & Int32(UV_READABLE.rawValue) != 0,
        isWritable: status < 0 || ready & Int32(UV_WRITABLE.rawValue) != 0))
  }
}

/// Calls back once after a time.
final class LoopTimer {
  /// Must outlive the handle.
  private let loop: EventLoop
  private var handle: UnsafeMutablePointer<uv_timer_t>?
  private var onTime: (() -> Void)?

  /// `onTime` is released by `close`.
  init(_ loop: EventLoop, onTime: @escaping () -> Void) {
    self.loop = loop
    let handle = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    uv_timer_init(loop.pointer, handle)
    self.handle = handle
    self.onTime = onTime
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Replaces an earlier time.
  func start(inMilliseconds milliseconds: UInt64) {
    guard let handle else { return }
    uv_timer_start(
      handle,
      { handle in
        guard let data = handle?.pointee.data else { return }
        Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue().onTime?()
      }, milliseconds, 0)
  }

  func stop() {
    if let handle { uv_timer_stop(handle) }
  }

  /// Idempotent.
  func close() {
    guard let handle else { return }
    self.handle = nil
    onTime = nil
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) {
      $0?.freeHandle(uv_timer_t.self)
    }
  }

  deinit { close() }
}
