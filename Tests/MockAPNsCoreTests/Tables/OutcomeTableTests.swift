import Testing

@testable import MockAPNsCore

@Suite("The tables of what devices do")
struct OutcomeTableTests {
  @Test("say of each kind, reason and rule in a sentence of its own what it means")
  func sentences() {
    let texts =
      OutcomeKind.allCases.map(\.meaning) + OutcomeReason.allCases.map(\.row.meaning) + DeviceRule.table.map(\.rule)
    #expect(texts.allSatisfy { $0.hasSuffix(".") })
    let twice = Dictionary(grouping: texts, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  @Test("say of each reason and rule how it is known", arguments: OutcomeReason.allCases)
  func bases(_ reason: OutcomeReason) {
    #expect(!reason.row.basis.source.isEmpty)
    #expect(DeviceRule.table.allSatisfy { !$0.basis.source.isEmpty })
  }

  @Test("name each rule once")
  func names() {
    let names = DeviceRule.table.map(\.id)
    #expect(Set(names).count == names.count && !names.isEmpty)
  }
}
