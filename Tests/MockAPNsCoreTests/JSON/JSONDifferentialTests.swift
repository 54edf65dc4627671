import Foundation
import Testing

@testable import MockAPNsCore

@Suite("JSON beside Foundation's")
struct JSONDifferentialTests {
  @Test("made-up values read the same, however they are written", arguments: UInt64(0)..<300)
  func readsTheSame(seed: UInt64) throws {
    var generator = JSONGenerator(seed: seed)
    let value = generator.value()
    let text = generator.write(value)
    let bytes = Array(text.utf8)
    #expect(try JSONReader.read(bytes).value == value, "\(text)")
    if !value.repeatsAName { #expect(try JSONReader.read(bytes, dialect: .json5).value == value, "\(text)") }
    #expect(try FoundationTree.read(bytes).means(value), "\(text)")
  }

  @Test("what is written, Foundation reads", arguments: UInt64(300)..<500)
  func isReadByFoundation(seed: UInt64) throws {
    var generator = JSONGenerator(seed: seed)
    let value = generator.value()
    #expect(try FoundationTree.read(value.bytes()).means(value))
    #expect(try FoundationTree.read(value.bytes(.pretty)).means(value))
  }

  @Test("a text with damaged bytes is read by both or by neither", arguments: UInt64(500)..<900)
  func damageIsJudgedTheSame(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var generator = JSONGenerator(seed: seed)
    var bytes = Array(generator.write(.array([generator.value(), generator.value()])).utf8)
    for _ in 0...Int.random(in: 0..<3, using: &random) { Self.damage(&bytes, &random) }
    let ours = Result { () throws(JSONError) in try JSONReader.read(bytes) }
    let theirs = Result { try JSONSerialization.jsonObject(with: Data(bytes)) }
    let text = String(decoding: bytes, as: UTF8.self).debugDescription
    switch (ours, theirs) {
    case (.failure(let error), .success): #expect(Self.foundationLets(error, pass: bytes), "\(error) in \(text)")
    case (.success(let document), .failure(let error)): #expect(document.hasMoreThanFoundation, "\(error) in \(text)")
    default: break
    }
  }

  /// Foundation takes a comma before the end of an array or object.
  private static func foundationLets(_ error: JSONError, pass bytes: [UInt8]) -> Bool {
    let blank: Set<UInt8> = [0x20, 0x0A, 0x0D, 0x09]
    let before = bytes[..<error.offset].last { !blank.contains($0) }
    return before == UInt8(ascii: ",") && [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[error.offset])
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let signs = Array("{}[]:,\"\\0-+.eEtfn /u\n\u{80}\u{ff}é".utf8)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes[place] = random.pick(signs)
    case 1: bytes.insert(random.pick(signs), at: place)
    default: if bytes.count > 1 { bytes.remove(at: place) }
    }
  }
}

extension JSONDocument {
  /// Foundation refuses half a surrogate pair and a number too large for a double.
  fileprivate var hasMoreThanFoundation: Bool {
    notes.contains { $0.kind == .loneSurrogate } || value.hasHugeNumber
  }
}

extension JSON {
  fileprivate var hasHugeNumber: Bool {
    switch self {
    case .number(let number): number.double == nil
    case .array(let elements): elements.contains { $0.hasHugeNumber }
    case .object(let object): object.members.contains { $0.value.hasHugeNumber }
    default: false
    }
  }

  fileprivate var repeatsAName: Bool {
    switch self {
    case .array(let elements): elements.contains { $0.repeatsAName }
    case .object(let object):
      Set(object.members.map { Array($0.name.utf8) }).count < object.members.count
        || object.members.contains { $0.value.repeatsAName }
    default: false
    }
  }
}
