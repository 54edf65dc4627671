import Testing

@testable import MockAPNsIO

@Suite("The queue of outgoing frames")
struct FrameQueueTests {
  @Test("gives the bytes out in order, however they are taken", arguments: [1, 100, 5000, 1_000_000])
  func order(size: Int) {
    var queue = FrameQueue()
    var expected: [UInt8] = []
    var taken: [UInt8] = []
    for value in 0..<200 {
      let frame = [UInt8](repeating: UInt8(value), count: 701)
      expected += frame
      frame.withUnsafeBytes { queue.append($0) }
      queue.withOldest(size) { taken += $0 }
      queue.removeOldest(min(size, queue.count))
    }
    while !queue.isEmpty {
      let count = queue.withOldest(65_536) { bytes in
        taken += bytes
        return bytes.count
      }
      queue.removeOldest(count)
    }
    #expect(taken == expected)
  }

  @Test("writes frames of its own as the wire has them")
  func raw() {
    var queue = FrameQueue()
    queue.appendGoAway(code: 1, lastStream: 5, debugData: Array("text".utf8))
    var bytes = queue.withOldest(1000) { Array($0) }
    let frame = Frame.take(from: &bytes)
    #expect(frame?.lastStream == 5 && frame?.errorCode == 1 && frame?.debugText == "text")
    #expect(bytes.isEmpty)
  }
}
