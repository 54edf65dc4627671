import MockAPNsIO

/// Files that commands read; `-` is standard input.
package enum PushFile {
  private static let largestFile = 1 << 20

  /// The bytes of a file.
  package static func bytes(of path: String) throws(GatewayError) -> [UInt8] {
    if path == "-" {
      guard let bytes = StandardStream.readInput(limitBytes: largestFile) else {
        throw GatewayError("standard input has more than \(largestFile) bytes")
      }
      return bytes
    }
    do throws(FileError) {
      return try Files.read(path, limitBytes: largestFile)
    } catch {
      throw GatewayError("\(error)")
    }
  }

  package static func text(of path: String) throws(GatewayError) -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }
}
