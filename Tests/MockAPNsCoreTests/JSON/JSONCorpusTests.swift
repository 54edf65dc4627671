import Foundation
import Testing

@testable import MockAPNsCore

@Suite("JSON by RFC 8259")
struct JSONCorpusTests {
  private static let accepted = FixtureFolder.files(in: "Fixtures/json", beginning: "accept-")
  private static let refused = FixtureFolder.files(in: "Fixtures/json", beginning: "refuse-")

  /// Foundation refuses a surrogate escape without its other half; a push that has one is worth more than a refusal.
  private static func isLoneSurrogate(_ file: FixtureFile) -> Bool {
    file.name.contains("surrogate") && !file.name.contains("surrogate-pair") && !file.name.contains("utf8")
  }

  @Test("the corpus is there")
  func corpusIsThere() {
    #expect(Self.accepted.count > 50)
    #expect(Self.refused.count > 100)
  }

  @Test("what the grammar has is read", arguments: accepted)
  func acceptedIsRead(_ file: FixtureFile) throws {
    let document = try JSONReader.read(file.bytes())
    #expect(document.notes.contains { $0.kind == .loneSurrogate } == Self.isLoneSurrogate(file))
  }

  @Test("what the grammar does not have is refused inside the text", arguments: refused)
  func refusedIsRefused(_ file: FixtureFile) throws {
    let bytes = try file.bytes()
    let error = try #require(throws: JSONError.self) { try JSONReader.read(bytes) }
    #expect((0...bytes.count).contains(error.offset))
    #expect(error.position == TextPosition(of: error.offset, in: bytes))
    #expect(error.kind == (file.name.contains("utf8") ? .encoding : error.kind))
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
  }

  @Test("Foundation reads the same", arguments: accepted.filter { !isLoneSurrogate($0) })
  func foundationReadsTheSame(_ file: FixtureFile) throws {
    let bytes = try file.bytes()
    let json = try JSONReader.read(bytes).value
    #expect(try FoundationTree.read(bytes).means(json))
  }

  @Test("what is read is written so that it reads the same", arguments: accepted)
  func writtenReadsTheSame(_ file: FixtureFile) throws {
    let json = try JSONReader.read(file.bytes()).value
    #expect(try JSONReader.read(json.bytes()).value == json)
    #expect(try JSONReader.read(json.bytes(.pretty)).value == json)
    #expect(try JSONReader.read(json.bytes(), dialect: .strict).notes.allSatisfy { $0.kind == .duplicateKey })
  }
}
