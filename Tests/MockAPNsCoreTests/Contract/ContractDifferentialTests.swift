import Foundation
import Testing

@testable import MockAPNsCore

@Suite("The content-state contract beside JSONDecoder")
struct ContractDifferentialTests {
  @Test("a sample decodes with both", arguments: DifferentialCase.all)
  func samplesDecode(subject: DifferentialCase) throws {
    let contract = try subject.contract()
    for sample in subject.samples {
      let value = try JSONReader.read(Array(sample.utf8)).value
      #expect(subject.judgeByFoundation(value) == nil, "\(sample)")
      #expect(contract.checkContentState(["v": value]) == nil, "\(sample)")
    }
  }

  @Test(
    "what is made up or damaged decodes with both or fails with both, at the same place",
    arguments: DifferentialCase.all)
  func damageIsJudgedTheSame(subject: DifferentialCase) throws {
    let contract = try subject.contract()
    let samples = try subject.samples.map { try JSONReader.read(Array($0.utf8)).value }
    for seed in UInt64(0)..<Self.rounds {
      var generator = DamageGenerator(seed: seed)
      let value = generator.value(like: samples)
      let ours = contract.checkContentState(["v": value])
      let theirs = subject.judgeByFoundation(value)
      #expect(
        Verdict(ours) == Verdict(theirs), "\(value): \(ours?.message ?? "decodes"); \(String(describing: theirs))")
    }
  }

  private static let rounds: UInt64 = 400

  @Test("the known differences are still there", arguments: KnownDifference.all)
  func differencesAreKnown(difference: KnownDifference) throws {
    let value = try JSONReader.read(Array(difference.text.utf8)).value
    let ours = try difference.subject.contract().checkContentState(["v": value])
    let theirs = difference.subject.judgeByFoundation(text: difference.text)
    #expect((ours == nil) == difference.decodesHere)
    #expect((theirs == nil) != difference.decodesHere)
  }
}

/// A value that JSONDecoder judges otherwise, and why the contract does not follow.
struct KnownDifference: Sendable, CustomTestStringConvertible {
  var subject: DifferentialCase
  var text: String
  var decodesHere: Bool
  var because: String

  var testDescription: String { because }

  static let all = [
    KnownDifference(
      subject: DifferentialCase("Double", Double.self), text: "0e5", decodesHere: true,
      because: "Foundation on Linux takes the exponent of a zero of three bytes for a digit"),
    KnownDifference(
      subject: DifferentialCase("String", String.self), text: #""\ud83d""#, decodesHere: true,
      because: "half a surrogate pair reached us as U+FFFD; the gateway's reader has noted it"),
    KnownDifference(
      subject: DifferentialCase("URL", URL.self), text: #""http://\u00ad/""#, decodesHere: true,
      because: "whether a domain name may hold a letter beyond ASCII is in Unicode's tables"),
    KnownDifference(
      subject: DifferentialCase("URL", URL.self), text: #""tel://a b""#, decodesHere: false,
      because: "a few old schemes may have any host"),
    KnownDifference(
      subject: DifferentialCase("Locale", Locale.self), text: #"{"current":1}"#, decodesHere: false,
      because: "no server sends a locale that means the device's own"),
  ]
}

/// What both sides can say of a value.
private struct Verdict: Equatable, CustomStringConvertible {
  var kind: ContractFault.Kind?
  /// Nil where JSONDecoder does not tell.
  var path: String?

  init(_ fault: ContractFault?) {
    kind = fault?.kind
    path = fault.map { $0.path.elements.map(Self.step).joined(separator: "/") }
  }

  init(_ error: DecodingError?) {
    switch error {
    case nil: self.init(nil as ContractFault?)
    case .keyNotFound(let key, let context)?: self.init(.keyNotFound, context.codingPath + [key])
    case .valueNotFound(_, let context)?: self.init(.valueNotFound, context.codingPath)
    case .typeMismatch(_, let context)?: self.init(.typeMismatch, context.codingPath)
    case .dataCorrupted(let context)?: self.init(.dataCorrupted, context.codingPath)
    case .some: self.init(.dataCorrupted, [])
    }
  }

  private init(_ kind: ContractFault.Kind, _ path: [any CodingKey]) {
    self.kind = kind
    // Numbers that do not fit are reported of the whole text.
    self.path = path.isEmpty ? nil : path.map { Self.step($0) }.joined(separator: "/")
  }

  private static func step(_ key: any CodingKey) -> String {
    key.stringValue.hasPrefix("Index ") ? String(key.stringValue.dropFirst(6)) : key.stringValue
  }

  private static func step(_ element: JSONPathElement) -> String {
    switch element {
    case .key(let name): name
    case .index(let index): String(index)
    }
  }

  static func == (left: Verdict, right: Verdict) -> Bool {
    left.kind == right.kind && (left.path == nil || right.path == nil || left.path == right.path)
  }

  var description: String { "\(kind.map(\.rawValue) ?? "decodes") at \(path ?? "?")" }
}
