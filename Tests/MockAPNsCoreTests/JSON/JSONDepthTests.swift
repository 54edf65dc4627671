import Foundation
import Testing

@testable import MockAPNsCore

@Suite("Deep JSON")
struct JSONDepthTests {
  private static func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)).utf8)
  }

  @Test("512 containers inside one another fit the stack of a small thread", .timeLimit(.minutes(10)))
  func smallStack() async {
    let isRight = await Self.onSmallThread {
      guard let value = try? JSONReader.read(Self.nested(512)).value else { return false }
      let again = try? JSONReader.read(value.bytes(.pretty)).value
      return again == value && value.text() == again?.description && value != .null
    }
    #expect(isRight)
  }

  @Test("one container more is refused where it opens")
  func oneMore() throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.read(Self.nested(514)) }
    #expect(error.kind == .limit)
    #expect(error.offset == 256 * 6)
    #expect(error.message == "nested deeper than 512")
  }

  @Test("a million brackets are refused at once", arguments: ["[", "{\"a\":", "[["])
  func attack(_ opening: String) throws {
    let bytes = Array(String(repeating: opening, count: 1_000_000).utf8)
    let error = try #require(throws: JSONError.self) { try JSONReader.read(bytes) }
    #expect(error.kind == .limit)
  }

  @Test("the limits are the caller's", arguments: [1, 2, 3])
  func ownLimit(depth: Int) throws {
    let fits = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    #expect(throws: Never.self) { try JSONReader.read(fits, limits: JSONLimits(depth: depth)) }
    #expect(throws: JSONError.self) { try JSONReader.read(fits, limits: JSONLimits(depth: depth - 1)) }
    #expect(throws: Never.self) { try JSONReader.read(fits, limits: JSONLimits(bytes: fits.count)) }
    #expect(throws: JSONError.self) { try JSONReader.read(fits, limits: JSONLimits(bytes: fits.count - 1)) }
  }

  @Test("notes stop at their limit")
  func notesLimit() throws {
    let bytes = Array("[\(Array(repeating: "\"\\ud800\"", count: 10).joined(separator: ","))]".utf8)
    #expect(try JSONReader.read(bytes).notes.count == 10)
    #expect(try JSONReader.read(bytes, limits: JSONLimits(notes: 3)).notes.count == 3)
  }

  private static func onSmallThread(_ work: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
