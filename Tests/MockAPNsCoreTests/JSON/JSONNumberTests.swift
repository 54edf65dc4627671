import Testing

@testable import MockAPNsCore

@Suite("JSON numbers")
struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(try JSONReader.read(Array(text.utf8)).value.number)
  }

  @Test(
    "a number keeps its text",
    arguments: [
      "0", "-0", "1", "-1", "1.0", "1.50", "1e2", "1E+02", "0.0", "-0.0e-0", "9223372036854775807",
      "9223372036854775808",
      "-9223372036854775808", "999999999999999999", "1000000000000000000", "123456789012345678901234567890", "1e400",
    ])
  func text(_ text: String) throws {
    #expect(try number(text).text == text)
  }

  @Test(
    "whole numbers are whole however they are written",
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("0e999999999999999999999", 0), ("1", 1), ("-1", -1), ("1.0", 1), ("1e2", 100),
      ("1.5e1", 15), ("100e-2", 1), ("-1200e-2", -12), ("0.001e3", 1), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775807.0", .max), ("922337203685477580.7e1", .max),
      ("1000000000000000000000e-3", 1_000_000_000_000_000_000), ("1E0", 1), ("12e+3", 12000),
    ] as [(String, Int64)])
  func integers(text: String, expected: Int64) throws {
    #expect(try number(text).integer == expected)
  }

  @Test(
    "fractions and what 64 bits cannot hold are no whole numbers",
    arguments: [
      "1.5", "0.1", "1e-1", "15e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400",
      "1e99999999999999999999999", "1e-99999999999999999999999", "123456789012345678901234567890", "-0.5",
      "12e9223372036854775807", "0.1e-9223372036854775808", "-1.5E+9223372036854775807",
    ])
  func notIntegers(_ text: String) throws {
    #expect(try number(text).integer == nil)
  }

  @Test("doubles are the nearest ones, and none when too large")
  func doubles() throws {
    #expect(try number("0.1").double == 0.1)
    #expect(try number("-0").double?.sign == .minus)
    #expect(try number("1767225600.125").double == 1_767_225_600.125)
    #expect(try number("9007199254740993").double == 9_007_199_254_740_992)
    #expect(try number("1e-400").double == 0)
    #expect(try number("1e400").double == nil)
    #expect(try number("-1e400").double == nil)
  }

  @Test(
    "a fraction or an exponent shows",
    arguments: [
      ("1", true), ("-0", true), ("123456789012345678901", true), ("1.0", false), ("1e2", false), ("1E2", false),
    ]
  )
  func writing(text: String, isInteger: Bool) throws {
    #expect(try number(text).isWrittenAsInteger == isInteger)
  }

  @Test("equal means written alike")
  func equality() throws {
    #expect(try number("1") == JSONNumber(1))
    #expect(try number("1.0") != JSONNumber(1))
    #expect(try number("-0") != JSONNumber(0))
    #expect(try number("18446744073709551615") == JSONNumber(UInt64.max))
  }

  @Test("a double becomes its shortest text")
  func fromDouble() throws {
    for value in [0.1, 1.0, -2.5, 1e21, .leastNonzeroMagnitude, 1.7976931348623157e308] {
      let text = try #require(JSONNumber(value)).text
      #expect(try number(text).double == value)
    }
    #expect(JSONNumber(.infinity) == nil)
    #expect(JSONNumber(.nan) == nil)
  }
}
