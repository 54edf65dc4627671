#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whole files and folders; every function blocks and may be called on every thread.
package enum Files {
  /// The whole file; throws EFBIG when it is longer than the limit, before it has been read whole.
  package static func read(_ path: String, limitBytes: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(call: "open", code: errno, subject: path) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = readSome(descriptor, &part)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(call: "read", code: errno, subject: path) }
      if count == 0 { return content }
      guard content.count + count <= limitBytes else {
        throw FileError(call: "read", code: EFBIG, subject: path, reason: "longer than \(limitBytes) bytes")
      }
      content += part[..<count]
    }
  }

  /// Replaces the file in one step: whoever opens the path sees the old content or the new, whole.
  package static func writeAtomically(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileError) {
    let draft = try writeDraft(beside: path, bytes, mode: mode)
    guard rename(draft, path) == 0 else {
      let error = FileError(call: "rename", code: errno, subject: path)
      unlink(draft)
      throw error
    }
  }

  /// Creates the file in one step, whole; false, and nothing done, when the path exists already.
  ///
  /// When several processes do this at once, one of them gets true, and all then read the same content.
  package static func writeIfAbsent(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileError) -> Bool {
    let draft = try writeDraft(beside: path, bytes, mode: mode)
    defer { unlink(draft) }
    if link(draft, path) == 0 { return true }
    guard errno == EEXIST else { throw FileError(call: "link", code: errno, subject: path) }
    return false
  }

  /// Makes the folder and its missing parents; a folder that exists is left as it is.
  package static func makeDirectory(_ path: String, mode: UInt32) throws(FileError) {
    if mkdir(path, mode_t(truncatingIfNeeded: mode)) == 0 { return }
    let code = errno
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]), mode: mode)
      if mkdir(path, mode_t(truncatingIfNeeded: mode)) == 0 || errno == EEXIST { return }
      throw FileError(call: "mkdir", code: errno, subject: path)
    }
    guard code == EEXIST, isDirectory(path) else { throw FileError(call: "mkdir", code: code, subject: path) }
  }

  /// Makes a new folder that only its owner may enter, and returns its path.
  ///
  /// `parent` is the value of TMPDIR, if any; without it the folder is made in /tmp.
  package static func makeTemporaryDirectory(prefix: String, parent: String?) throws(FileError) -> String {
    var parent = parent ?? ""
    while parent.hasSuffix("/") { parent.removeLast() }
    let pattern = (parent.isEmpty ? "/tmp" : parent) + "/\(prefix)-XXXXXX"
    var path = Array(pattern.utf8CString)
    guard mkdtemp(&path) != nil else { throw FileError(call: "mkdtemp", code: errno, subject: pattern) }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a file, a link (never what it points to), or a folder with everything in it; what is missing is fine.
  package static func removeTree(_ path: String) throws(FileError) {
    guard isDirectory(path) else {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw FileError(call: "unlink", code: errno, subject: path)
      }
      return
    }
    for name in try names(in: path) { try removeTree("\(path)/\(name)") }
    guard rmdir(path) == 0 || errno == ENOENT else { throw FileError(call: "rmdir", code: errno, subject: path) }
  }

  /// The path from the root, so that it outlives a change of the working folder; symbolic links stay.
  package static func absolutePath(_ path: String) throws(FileError) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else { throw FileError(call: "getcwd", code: errno, subject: path) }
    defer { free(current) }
    let folder = String(cString: current)
    return (folder == "/" ? "" : folder) + "/" + path
  }

  /// False for a symbolic link to a folder.
  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(call: "opendir", code: errno, subject: folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Writes and syncs a file of another name in the same folder, and returns its path.
  private static func writeDraft(
    beside path: String, _ bytes: [UInt8], mode: UInt32
  ) throws(FileError) -> String {
    let draft = "\(path).\(String(SystemRandom.number(), radix: 36))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(call: "open", code: errno, subject: path) }
    let failed = fill(descriptor, bytes, mode: mode)
    close(descriptor)
    guard let failed else { return draft }
    unlink(draft)
    throw FileError(call: failed.call, code: failed.code, subject: path)
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8], mode: UInt32) -> (call: String, code: Int32)? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return ("write", errno) }
      rest = rest.dropFirst(count)
    }
    guard fchmod(descriptor, mode_t(truncatingIfNeeded: mode)) == 0 else { return ("fchmod", errno) }
    guard fsync(descriptor) == 0 else { return ("fsync", errno) }
    return nil
  }
}

/// Outside `Files`, whose own `read` hides the system's.
private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
