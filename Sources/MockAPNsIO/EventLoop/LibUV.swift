import CMockAPNsUV

extension IOError {
  /// For a libuv call: the code is a negative `errno`.
  init(call: String, libuv code: Int32) {
    self.init(call: call, errno: -code)
  }
}

extension UnsafeMutablePointer<uv_handle_t> {
  /// Gives back the memory of a closed handle that was allocated as `type`.
  func freeHandle<Handle>(_ type: Handle.Type) {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type).deallocate()
  }
}
