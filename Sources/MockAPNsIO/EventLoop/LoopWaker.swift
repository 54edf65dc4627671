import CMockAPNsUV
import Synchronization

/// The one door into a running loop: `wake` may be called from any thread, also before and after the loop
/// runs.
final class LoopWaker: Sendable {
  /// Nil before `attach` and after `detach`: the mutex keeps the handle alive while another thread uses it.
  private let handle = Mutex<UnsafeMutablePointer<uv_async_t>?>(nil)

  /// Has the loop call back on its thread; several calls may become one.
  func wake() {
    handle.withLock { handle in
      if let handle { uv_async_send(handle) }
    }
  }

  /// Loop thread: `onWake` is called there until `detach`, which the loop needs to end.
  func attach(to loop: EventLoop, onWake: @escaping () -> Void) throws(IOError) {
    let box = Unmanaged.passRetained(Callback(onWake))
    let pointer = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    let code = uv_async_init(loop.pointer, pointer) { handle in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().call()
    }
    guard code == 0 else {
      pointer.deallocate()
      box.release()
      throw IOError(call: "uv_async_init", libuv: code)
    }
    pointer.pointee.data = box.toOpaque()
    let address = UInt(bitPattern: pointer)
    handle.withLock { $0 = UnsafeMutablePointer(bitPattern: address) }
  }

  /// Loop thread. Idempotent.
  func detach() {
    let address = handle.withLock { handle -> UInt in
      defer { handle = nil }
      return UInt(bitPattern: handle)
    }
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
    uv_close(pointer.assumingMemoryBound(to: uv_handle_t.self)) { handle in
      if let data = handle?.pointee.data { Unmanaged<Callback>.fromOpaque(data).release() }
      handle?.freeHandle(uv_async_t.self)
    }
  }

  private final class Callback {
    let call: () -> Void
    init(_ call: @escaping () -> Void) { self.call = call }
  }
}
