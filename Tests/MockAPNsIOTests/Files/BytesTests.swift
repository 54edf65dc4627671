import Testing

@testable import MockAPNsIO

@Suite("Comparing bytes")
struct BytesTests {
  @Test(
    "finds a slice equal to the same bytes elsewhere, and unequal when one byte or the length differs",
    arguments: [
      ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false), ([1, 2, 3], [1, 2], false), ([], [], true),
      ([], [0], false),
    ] as [([UInt8], [UInt8], Bool)])
  func compare(_ left: [UInt8], _ right: [UInt8], _ areEqual: Bool) {
    #expect(Bytes.areEqual(([9] + left + [9]).dropFirst().dropLast(), right) == areEqual)
  }
}
