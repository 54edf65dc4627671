import Testing

@testable import MockAPNsCore

@Suite("Contracts of made-up apps")
struct ContractFixtureTests {
  static let samples: [Result<ContractSample, WorldFault>] =
    FixtureFolder
    .files(in: "Fixtures/contracts", beginning: "").filter { $0.name.hasSuffix(".json5") }
    .flatMap(ContractSample.read)

  @Test("a sample decodes, or fails as it says, and shows its late dates", arguments: samples)
  func sampleIsJudged(sample: Result<ContractSample, WorldFault>) throws {
    let sample = try sample.get()
    let found = sample.fault
    #expect(found?.kind.rawValue == sample.expected?["kind"]?.string)
    #expect(found?.path.description == sample.expected?["path"]?.string)
    if let part = sample.expected?["message"]?.string {
      #expect(found?.message.contains(part) == true, "\(found?.message ?? "decodes")")
    }
    if found == nil { #expect(sample.suspectPaths == sample.expectedSuspects) }
  }

  @Test("the folder has samples of both kinds")
  func samplesAreThere() throws {
    let samples = try Self.samples.map { try $0.get() }
    #expect(samples.contains { $0.expected != nil })
    #expect(samples.contains { $0.expected == nil })
  }
}

/// One payload of a fixture beside the contract that it is for.
struct ContractSample: Sendable, CustomTestStringConvertible {
  let name: String
  let contract: Contract
  let sample: JSON

  var testDescription: String { name }
  var expected: JSON? { sample["fault"] }
  var expectedSuspects: [String] { sample["suspect"]?.array?.compactMap(\.string) ?? [] }

  var fault: ContractFault? {
    if let attributes = sample["attributes"] { return contract.checkAttributes(attributes) }
    return contract.checkContentState(sample["contentState"] ?? .null)
  }

  var suspectPaths: [String] {
    contract.suspectDates(inContentState: sample["contentState"] ?? .null).map(\.path.description)
  }

  /// All samples of one file.
  static func read(_ file: FixtureFile) -> [Result<ContractSample, WorldFault>] {
    guard let document = try? JSONReader.read(file.bytes(), dialect: .json5).value else {
      return [.failure(WorldFault(JSONPath(), "\(file.name) is no JSON5"))]
    }
    return (document["samples"]?.array ?? []).map { sample in
      Result { () throws(WorldFault) in
        let name = sample["contract"]?.string ?? ""
        let path = JSONPath().appending("contracts").appending(name)
        let contract = try Contract(name: name, document["contracts"]?[name] ?? .null, at: path)
        return ContractSample(name: "\(file.name): \(sample["name"]?.string ?? "")", contract: contract, sample: sample)
      }
    }
  }
}
