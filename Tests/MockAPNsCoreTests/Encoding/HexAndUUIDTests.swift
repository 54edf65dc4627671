import Foundation
import Testing

@testable import MockAPNsCore

@Suite("Hexadecimal digits")
struct HexTests {
  @Test("bytes become digits and come back")
  func everyByte() {
    let bytes = (0...255).map(UInt8.init)
    let text = Hex.encode(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
    #expect(Hex.decode(text) == bytes)
    #expect(Hex.decode(text.uppercased()) == bytes)
    #expect(Hex.decode("") == [])
  }

  @Test("anything else is refused", arguments: ["0", "0g", "g0", "0 ", "+1", "0x", "é", "00\n", "١١"])
  func refused(_ text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test(
    "the case of the letters shows",
    arguments: [
      ("", .lower), ("0123", .lower), ("09af", .lower), ("09AF", .upper), ("aF", .mixed), ("ag", nil), ("a-", nil),
      ("A`", nil), ("A@", nil),
    ] as [(String, LetterCase?)])
  func letterCase(text: String, expected: LetterCase?) {
    #expect(Hex.letterCase(of: Array(text.utf8)) == expected)
  }
}

@Suite("UUIDs as text")
struct UUIDTextTests {
  @Test(
    "the canonical form is told from its neighbours",
    arguments: [
      ("123e4567-e89b-12d3-a456-426614174000", .lower), ("123E4567-E89B-12D3-A456-426614174000", .upper),
      ("123e4567-E89B-12d3-a456-426614174000", .mixed), ("12345678-1234-1234-1234-123456789012", .lower),
      ("00000000-0000-0000-0000-000000000000", .lower), ("", nil), ("123e4567e89b12d3a456426614174000", nil),
      ("{123e4567-e89b-12d3-a456-426614174000}", nil), ("123e4567-e89b-12d3-a456-42661417400", nil),
      ("123e4567-e89b-12d3-a456-4266141740000", nil), ("123e4567-e89b-12d3-a456-42661417400g", nil),
      ("123e4567-e89b-12d3-a456_426614174000", nil), ("123e456-7e89b-12d3-a456-426614174000", nil),
      (" 23e4567-e89b-12d3-a456-426614174000", nil), ("123e4567-e89b-12d3-a456-4266141740é", nil),
    ] as [(String, LetterCase?)])
  func canonical(text: String, expected: LetterCase?) {
    #expect(UUIDText.letterCase(of: text) == expected)
    #expect(UUIDText.isCanonical(Array("x\(text)".utf8).dropFirst()) == (expected != nil))
  }

  @Test("128 bits are formatted as Foundation does", arguments: UInt64(0)..<20)
  func foundation(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (high, low) = (random.next(), random.next())
    let upper = UUIDText.format(high, low, upperCase: true)
    #expect(UUID(uuidString: upper)?.uuidString == upper)
    #expect(UUIDText.format(high, low) == upper.lowercased())
    let bytes: [UInt8] = [high, low].flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
    #expect(Hex.decode(upper.replacing("-", with: "")) == bytes)
  }

  @Test("a version 4 UUID says so", arguments: [0, 1, .max] as [UInt64])
  func version4(bits: UInt64) {
    let text = Array(UUIDText.version4(bits, bits).utf8)
    #expect(text[14] == UInt8(ascii: "4"))
    #expect("89ab".utf8.contains(text[19]))
    #expect(UUIDText.letterCase(of: UUIDText.version4(bits, bits, upperCase: true)) == (bits == .max ? .upper : .lower))
  }
}
