import Foundation
import MockAPNsIO
import Testing

@Suite("A file lock")
struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("one owner has it at a time; the file goes with the last")
  func oneOwner() throws {
    let path = folder.path("held.lock")
    let first = try #require(try FileLock.take(path))
    #expect(try FileLock.take(path) == nil)
    first.release()
    first.release()
    #expect(!FileManager.default.fileExists(atPath: path))
    do {
      let second = try FileLock.take(path)
      #expect(second != nil)
      #expect(try FileLock.take(path) == nil)
    }
    #expect(try FileLock.take(path) != nil)
  }

  @Test("a file that was left behind is taken")
  func leftBehind() throws {
    let path = try folder.write("held.lock", [])
    #expect(try FileLock.take(path) != nil)
  }

  @Test("where no file can be made the error names it")
  func impossible() throws {
    let path = folder.path("missing/held.lock")
    let error = #expect(throws: FileError.self) { try FileLock.take(path) }
    #expect(error?.subject == path && error?.isMissing == true)
  }

  @Test("of many that try at once one gets it, again and again", .timeLimit(.minutes(10)))
  func contended() async throws {
    let path = folder.path("held.lock")
    let wins = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).count { _ in
            guard let lock = try? FileLock.take(path) else { return false }
            defer { lock.release() }
            return (try? FileLock.take(path)) == nil
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wins > 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
