import Foundation
import MockAPNsIO
import Testing

@Suite("Files")
struct FilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.root) }

  @Test("a file is read up to its limit, one byte more is refused", arguments: [0, 1, 65_536, 65_537, 200_000])
  func limit(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.write("file", content)
    #expect(try Files.read(path, limitBytes: count) == content)
    if count > 0 {
      let error = #expect(throws: FileError.self) { try Files.read(path, limitBytes: count - 1) }
      #expect(error?.code == EFBIG)
    }
  }

  @Test("what cannot be read is named with its reason")
  func unreadable() throws {
    let missing = folder.path("missing")
    let error = #expect(throws: FileError.self) { try Files.read(missing, limitBytes: 1) }
    #expect(error?.description == "\(missing): no such file or directory, in open (errno 2)")
    let isFolder = #expect(throws: FileError.self) { try Files.read(folder.root, limitBytes: 1) }
    #expect(isFolder?.code == EISDIR)
  }

  @Test("an atomic write replaces content and mode and leaves no other file")
  func atomicWrite() throws {
    let path = try folder.write("file", [1, 2, 3])
    try Files.writeAtomically(path, [9], mode: 0o640)
    #expect(try Files.read(path, limitBytes: 10) == [9])
    #expect(try mode(path) == 0o640)
    #expect(try names() == ["file"])
  }

  @Test("a failed write names the call and leaves nothing behind")
  func failedWrite() throws {
    try Files.makeDirectory(folder.path("taken"), mode: 0o700)
    let error = #expect(throws: FileError.self) {
      try Files.writeAtomically(folder.path("taken"), [1], mode: 0o600)
    }
    #expect(error?.call == "rename")
    #expect(throws: FileError.self) { try Files.writeAtomically(folder.path("no/such"), [1], mode: 0o600) }
    #expect(throws: FileError.self) { try Files.writeIfAbsent(folder.path("no/such"), [1], mode: 0o600) }
    #expect(try names() == ["taken"])
  }

  @Test("of many writers of an absent file one wins and all read its content")
  func absentWrite() async throws {
    let path = folder.path("authority")
    let wins = try await withThrowingTaskGroup(of: (isMine: Bool, seen: [UInt8]).self) { group in
      for index in 0..<16 {
        group.addTask {
          let content = [UInt8](repeating: UInt8(index), count: 5000)
          let isMine = try Files.writeIfAbsent(path, content, mode: 0o600)
          let seen = try Files.read(path, limitBytes: 10_000)
          #expect(!isMine || seen == content)
          return (isMine, seen)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(wins.count { $0.isMine } == 1)
    #expect(Set(wins.map(\.seen)).count == 1)
    #expect(try names() == ["authority"])
  }

  @Test("a folder is made with its parents, again without complaint, and not over a file")
  func makeDirectory() throws {
    let path = folder.path("a/b/c")
    try Files.makeDirectory(path, mode: 0o700)
    try Files.makeDirectory(path, mode: 0o700)
    #expect(try mode(path) == 0o700)
    try folder.write("file", [])
    #expect(throws: FileError.self) { try Files.makeDirectory(folder.path("file"), mode: 0o700) }
    #expect(throws: FileError.self) { try Files.makeDirectory(folder.path("file/b"), mode: 0o700) }
    #expect(throws: FileError.self) { try Files.makeDirectory("", mode: 0o700) }
  }

  @Test("temporary folders are private and new each time")
  func temporaryDirectory() throws {
    let first = try Files.makeTemporaryDirectory(prefix: "mock-apns", parent: folder.root + "/")
    let second = try Files.makeTemporaryDirectory(prefix: "mock-apns", parent: folder.root)
    #expect(first.hasPrefix(folder.root + "/mock-apns-"))
    #expect(first != second)
    #expect(try mode(first) == 0o700)
    #expect(throws: FileError.self) {
      try Files.makeTemporaryDirectory(prefix: "x", parent: folder.path("missing"))
    }
    let byDefault = try Files.makeTemporaryDirectory(prefix: "mock-apns-test", parent: nil)
    #expect(byDefault.hasPrefix("/tmp/mock-apns-test-"))
    try Files.removeTree(byDefault)
  }

  @Test("a tree is removed without following its links, and a missing one is fine")
  func removeTree() throws {
    let tree = folder.path("tree")
    try Files.makeDirectory(tree + "/a/b", mode: 0o700)
    try Files.writeAtomically(tree + "/a/b/file", [1], mode: 0o400)
    let outside = try folder.write("outside", [7])
    try Files.makeDirectory(folder.path("kept"), mode: 0o700)
    try folder.write("kept/file", [1])
    try FileManager.default.createSymbolicLink(atPath: tree + "/a/link", withDestinationPath: folder.path("kept"))
    try FileManager.default.createSymbolicLink(atPath: tree + "/dangling", withDestinationPath: "/nowhere")
    try Files.removeTree(tree)
    try Files.removeTree(tree)
    #expect(try names().sorted() == ["kept", "outside"])
    #expect(try Files.read(folder.path("kept/file"), limitBytes: 1) == [1])
    try Files.removeTree(outside)
    #expect(try names() == ["kept"])
  }

  @Test("a relative path gets the working folder in front")
  func absolutePath() throws {
    #expect(try Files.absolutePath("/a/../b") == "/a/../b")
    #expect(try Files.absolutePath("a/b") == FileManager.default.currentDirectoryPath + "/a/b")
  }
}

@Suite("Clocks and randomness")
struct SystemTests {
  @Test("the wall clock is Foundation's to the second, the monotonic one never goes back")
  func clocks() {
    let difference = Double(SystemClock.wallMilliseconds()) / 1000 - Date().timeIntervalSince1970
    #expect(abs(difference) < 5)
    let readings = (0..<1000).map { _ in SystemClock.monotonicNanoseconds() }
    #expect(readings == readings.sorted())
  }

  @Test("a deadline lies in the future and is limited", arguments: [Int64.min, -1, 0])
  func deadline(milliseconds: Int64) {
    let before = SystemClock.monotonicNanoseconds()
    let deadline = SystemClock.deadline(inMilliseconds: milliseconds)
    #expect(deadline >= before && deadline <= SystemClock.monotonicNanoseconds())
    #expect(SystemClock.deadline(inMilliseconds: .max) > deadline)
  }

  @Test("random bytes have the length asked for and differ")
  func random() {
    #expect(SystemRandom.bytes(0).isEmpty)
    #expect(SystemRandom.bytes(16).count == 16)
    #expect(Set((0..<100).map { _ in SystemRandom.bytes(16) }).count == 100)
  }
}
