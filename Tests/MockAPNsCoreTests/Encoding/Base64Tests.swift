import Foundation
import Testing

@testable import MockAPNsCore

@Suite("Base64")
struct Base64Tests {
  @Test(
    "strict base64url decodes",
    arguments: [
      ("", []), ("Zg", [0x66]), ("Zm8", [0x66, 0x6F]), ("Zm9v", [0x66, 0x6F, 0x6F]), ("-_-_", [0xFB, 0xFF, 0xBF]),
      ("AA", [0]),
      ("__8", [0xFF, 0xFF]),
    ] as [(String, [UInt8])])
  func strict(text: String, bytes: [UInt8]) throws {
    #expect(try Base64.decodeURL(Array(text.utf8)[...]).get() == bytes)
    #expect(Base64.encodeURL(bytes) == text)
  }

  @Test(
    "what strict base64url does not have is refused with its offset",
    arguments: [
      ("Zg==", 2, "padding is not allowed here"), ("+/+/", 0, "'+' does not belong to the alphabet"),
      ("Zm9v\n", 4, "the byte 0x0a does not belong to the alphabet"),
      ("Zm\n9", 2, "the byte 0x0a does not belong to the alphabet"),
      ("Z", 1, "the text is cut off: one letter alone makes no byte"),
      ("Zh", 1, "the last letter has bits beyond the last byte"),
      ("Zm9", 2, "the last letter has bits beyond the last byte"),
      ("Zm 8", 2, "the byte 0x20 does not belong to the alphabet"),
      ("Zé", 1, "the byte 0xc3 does not belong to the alphabet"), ("Zm.8", 2, "'.' does not belong to the alphabet"),
      ("====", 0, "padding is not allowed here"), ("Zg=", 2, "padding is not allowed here"),
    ])
  func strictRefuses(text: String, offset: Int, message: String) throws {
    let error = try #require(throws: Base64Error.self) { try Base64.decodeURL(Array(text.utf8)[...]).get() }
    #expect(error.message == message)
    #expect(error.offset == offset)
  }

  @Test(
    "loose decoding tells what is loose",
    arguments: [
      ("Zg", nil), ("-_-_", nil), ("Zg==", "padding"), ("Zm8=", "padding"),
      ("+/+/", "letters of the standard alphabet"),
      ("+_+_", "letters of both alphabets"), ("-w==", "padding"),
      ("+w==", "letters of the standard alphabet and padding"),
      ("Zh", "bits beyond the last byte"), ("Zh==", "padding and bits beyond the last byte"),
    ] as [(String, String?)])
  func loose(text: String, looseness: String?) throws {
    let decoded = try Base64.decodeLoosely(Array(text.utf8)[...]).get()
    #expect(decoded.looseness == looseness)
    #expect(decoded.form.isMixed == (text == "+_+_"))
  }

  @Test(
    "loose decoding still refuses what is no base64",
    arguments: [
      ("Zm9v\n", 4), ("Zm\n9", 2), ("Zm9v\r\nZm9v", 4), ("Z", 1), ("Zg=", 2), ("Zg===", 2), ("====", 0), ("Z===", 1),
      ("Zm9v=", 4), ("Z g=", 1), ("Zg==Zg==", 2),
    ])
  func looseRefuses(text: String, offset: Int) throws {
    let error = try #require(throws: Base64Error.self) { try Base64.decodeLoosely(Array(text.utf8)[...]).get() }
    #expect(error.offset == offset, "\(error)")
  }

  @Test("offsets count from the start of a slice")
  func slice() throws {
    let text = Array("header.Zg 8".utf8)
    let error = try #require(throws: Base64Error.self) { try Base64.decodeURL(text[7...]).get() }
    #expect(error.offset == 2)
    #expect(try Base64.decodeURL(text[7..<9]).get() == [0x66])
  }

  @Test("Foundation encodes and decodes the same", arguments: 0..<80)
  func foundation(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = Data(bytes).base64EncodedString()
    #expect(Base64.encodeStandard(bytes) == text)
    #expect(try Base64.decodeStandard(Array(text.utf8)[...]).get() == bytes)
    #expect(try Base64.decodeURL(Array(Base64.encodeURL(bytes).utf8)[...]).get() == bytes)
  }

  @Test("Foundation judges short texts the same", arguments: UInt64(0)..<400)
  func foundationJudgement(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let text = (0..<Int.random(in: 0..<10, using: &random)).map { _ in random.pick(Array("AZagz09+/-_==.\n".utf8)) }
    let ours = try? Base64.decodeStandard(text[...]).get()
    let theirs = Data(base64Encoded: Data(text)).map(Array.init)
    // Foundation lets a superfluous or an inner '=' pass.
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let isMisplaced =
      text.contains(UInt8(ascii: "=")) && (text.count % 4 != 0 || text.dropLast(padding).contains(UInt8(ascii: "=")))
    if ours == nil, isMisplaced { return }
    #expect(ours == theirs, "\(String(decoding: text, as: UTF8.self).debugDescription)")
  }
}
