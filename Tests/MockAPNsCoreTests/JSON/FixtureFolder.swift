import Foundation
import Testing

/// A folder of files that tests walk; a new file in it is tested by existing.
enum FixtureFolder {
  /// The files of a folder below the root of the repository whose names begin so.
  static func files(in folder: String, beginning prefix: String) -> [FixtureFile] {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map {
      FixtureFile(name: $0, url: root.appending(path: folder).appending(path: $0))
    }
  }
}

struct FixtureFile: Sendable, CustomTestStringConvertible {
  let name: String
  let url: URL

  /// Not by `Data(contentsOf:)`, which leaks its buffer when the file is empty, and the address sanitizer sees it.
  func bytes() throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    return Array(try handle.readToEnd() ?? Data())
  }

  var testDescription: String {
    name
  }
}
