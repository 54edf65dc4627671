import MockAPNsIO

/// Where a store lies: a file that no other gateway uses meanwhile, or a private folder that goes at the end.
struct StorePlace: Sendable {
  /// Absolute.
  let path: String
  private let lock: FileLock?
  private let temporaryFolder: String?

  /// Takes the store of that path, or makes a private one; throws when another gateway uses it.
  init(path: String?, temporaryFolder parent: String?) throws {
    if let path {
      self.path = try Files.absolutePath(path)
      temporaryFolder = nil
      guard let lock = try FileLock.take("\(self.path).lock") else { throw StoreInUse() }
      self.lock = lock
    } else {
      let folder = try Files.makeTemporaryDirectory(prefix: "mock-apns", parent: parent)
      self.path = "\(folder)/record.sqlite"
      temporaryFolder = folder
      lock = nil
    }
  }

  /// Gives the store up; a private one is removed. May be called twice.
  func leave() {
    lock?.release()
    if let temporaryFolder { try? Files.removeTree(temporaryFolder) }
  }
}

/// Two gateways would give the same numbers twice.
struct StoreInUse: Error, CustomStringConvertible {
  var description: String { "another gateway uses it; stop that one or give --store another file" }
}
