import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that one owner holds, in this process or another; the system lets go of it when the process ends.
package final class FileLock: Sendable {
  private let path: String
  /// Nil once released.
  private let descriptor: Mutex<Int32?>

  /// Makes the file and takes it; nil when somebody else holds it.
  package static func take(_ path: String) throws(FileError) -> FileLock? {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileError(call: "open", code: errno, subject: path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw FileError(call: "flock", code: code, subject: path)
      }
      // The last owner may have removed it between our two calls; then we hold a file that nobody else finds.
      if isSame(descriptor, path) { return FileLock(path, descriptor) }
      close(descriptor)
    }
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  /// Removes the file and lets go of it; may be called twice.
  package func release() {
    descriptor.withLock { descriptor in
      guard let held = descriptor else { return }
      unlink(path)
      close(held)
      descriptor = nil
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var held = stat()
    var named = stat()
    return fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
  }
}
