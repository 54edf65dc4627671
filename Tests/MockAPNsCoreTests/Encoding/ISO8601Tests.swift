import Foundation
import Testing

@testable import MockAPNsCore

@Suite("Times as text")
struct ISO8601Tests {
  @Test(
    "milliseconds are formatted in UTC and read back",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (1_772_359_200_123, "2026-03-01T10:00:00.123Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
      (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"), (-2_203_977_600_000, "1900-02-28T00:00:00.000Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func format(milliseconds: Int64, text: String) {
    #expect(ISO8601.format(milliseconds) == text)
    #expect(ISO8601.parse(text) == milliseconds)
  }

  @Test("years of more than four digits are formatted, not read")
  func farYears() {
    #expect(ISO8601.format(253_402_300_800_000) == "+010000-01-01T00:00:00.000Z")
    #expect(ISO8601.format(-62_167_219_200_001) == "-000001-12-31T23:59:59.999Z")
    #expect(ISO8601.format(.max) == "+292278994-08-17T07:12:55.807Z")
    #expect(ISO8601.format(.min) == "-292275055-05-16T16:47:04.192Z")
    #expect(ISO8601.parse("+010000-01-01T00:00:00.000Z") == nil)
  }

  @Test(
    "every form of RFC 3339 is read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01 00:00:00Z", 0),
      ("1970-01-01T01:00:00+01:00", 0),
      ("1969-12-31T16:30:00-07:30", 0), ("1970-01-01T00:00:00-00:00", 0), ("1970-01-01T00:00:00.5Z", 500),
      ("1970-01-01T00:00:00.123456789Z", 123), ("1970-01-01T00:00:00.9999Z", 999), ("1969-12-31T23:59:59.9999Z", -1),
      ("1990-12-31T23:59:60Z", 662_688_000_000), ("1990-12-31T15:59:60.5-08:00", 662_688_000_000),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000),
    ] as [(String, Int64)])
  func parse(text: String, milliseconds: Int64) {
    #expect(ISO8601.parse(text) == milliseconds)
  }

  @Test(
    "what is no RFC 3339 time is refused",
    arguments: [
      "", "2026-03-01", "2026-03-01T10:00:00", "2026-03-01T10:00Z", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00,5Z",
      "2026-3-1T10:00:00Z",
      "2026-03-01T10:00:00+0100", "2026-03-01T10:00:00+01", "2026-03-01T10:00:00 Z", "2026-03-01T10:00:00ZZ",
      " 2026-03-01T10:00:00Z", "2026-03-01T24:00:00Z",
      "2026-03-01T10:60:00Z", "2026-03-01T10:00:61Z", "2026-03-01T10:00:60Z", "2026-02-29T10:00:00Z",
      "1900-02-29T00:00:00Z", "2026-04-31T10:00:00Z",
      "2026-00-01T10:00:00Z", "2026-13-01T10:00:00Z", "2026-01-00T10:00:00Z", "2026-01-32T10:00:00Z",
      "2026-03-01_10:00:00Z", "20260301T100000Z",
      "2026-03-01T10:00:00+24:00", "2026-03-01T10:00:00+01:60", "٢٠٢٦-03-01T10:00:00Z", "1772359200",
    ])
  func refused(_ text: String) {
    #expect(ISO8601.parse(text) == nil)
  }

  @Test("Foundation agrees on a thousand days between 1600 and 9999", arguments: UInt64(0)..<10)
  func foundation(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<100 {
      let seconds = Int64.random(in: -11_676_096_000..<253_402_300_800, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(ISO8601.format(seconds * 1000) == date.formatted(style))
      #expect(ISO8601.parse(date.formatted(style)) == seconds * 1000)
    }
  }
}
