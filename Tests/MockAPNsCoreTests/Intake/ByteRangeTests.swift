import Testing

@testable import MockAPNsCore

@Suite("Bytes that must all be of one kind")
struct ByteRangeTests {
  @Test("are found wanting for every other byte at every place", arguments: [1, 7, 8, 9, 16, 23, 64])
  func everyByte(count: Int) {
    for byte in UInt8.min...UInt8.max {
      let isDigit = Hex.value(of: byte) != nil && !(0x41...0x46).contains(byte)
      for place in 0..<count {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count + 2)
        bytes[0] = 0
        bytes[place + 1] = byte
        // A slice that begins and ends within its array.
        let found = bytes[1...count].areAll(
          in: UInt8(ascii: "0")...UInt8(ascii: "9"), or: UInt8(ascii: "a")...UInt8(ascii: "f"))
        #expect(found == isDigit, "\(byte) at \(place) of \(count)")
      }
    }
    #expect([UInt8]()[...].areAll(in: 1...2, or: 3...4))
  }

  @Test("are the digits of a token, in either case", arguments: [64, 66, 160, 200])
  func tokens(count: Int) throws {
    for byte in UInt8.min...UInt8.max {
      for place in [0, 7, 8, count - 9, count - 1] {
        var digits = [UInt8](repeating: UInt8(ascii: "0"), count: count)
        digits[place] = byte
        let token = try? DeviceToken.read(digits[...])
        #expect((token != nil) == (Hex.value(of: byte) != nil))
        #expect(token?.isLower != (0x41...0x46).contains(byte))
        #expect(token?.token.text == token.map { _ in String(decoding: digits, as: UTF8.self).lowercased() })
      }
    }
  }

  @Test("split a topic at a suffix that stands at its very end", arguments: PushType.topicSuffixes)
  func suffixes(suffix: String) {
    #expect(PushType.suffix(of: "com.example" + suffix) == suffix)
    #expect(PushType.suffix(of: suffix) == suffix)
    #expect(PushType.suffix(of: "com.example" + suffix + "s") == nil)
    #expect(PushType.suffix(of: "com.example" + suffix.dropFirst()) == nil)
  }
}
