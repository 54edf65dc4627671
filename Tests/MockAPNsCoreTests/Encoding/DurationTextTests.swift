import Testing

@testable import MockAPNsCore

@Suite("Durations as text")
struct DurationTextTests {
  @Test(
    "a number with or without a unit is read",
    arguments: [
      ("250ms", 250), ("5s", 5000), ("30m", 1_800_000), ("12h", 43_200_000), ("1d", 86_400_000), ("0", 0), ("7", 7000),
      ("0.25", 250),
      ("1.5h", 5_400_000), ("0.5ms", nil), ("2.0ms", 2), ("007s", 7000), ("0.001s", 1), ("0.0001s", nil),
      ("0.1d", 8_640_000),
      ("9223372036854775807ms", .max), ("9223372036854775808ms", nil), ("9223372036854775807s", nil),
      ("106751991167d", 9_223_372_036_828_800_000),
      ("106751991168d", nil),
    ] as [(String, Int64?)])
  func parse(text: String, milliseconds: Int64?) {
    #expect(DurationText.parse(text) == milliseconds)
    #expect(DurationText.parse(JSON.string(text)) == milliseconds)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "s", "ms", ".", ".5s", "5.s", "5 s", " 5s", "5s ", "5S", "5sec", "5min", "1h30m", "1e3", "0x10", "1,5s",
      "1.2.3s", "+5s", "-5s", "٥s", "5s\n", "∞",
    ])
  func refused(_ text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "a signed one needs its sign",
    arguments: [
      ("+1h", 3_600_000), ("-10m", -600_000), ("-0", 0), ("+2", 2000), ("-1.5s", -1500), ("1h", nil), ("", nil),
      ("-", nil), ("+-1h", nil), ("--1h", nil), ("- 1h", nil),
      ("−1h", nil),
    ] as [(String, Int64?)])
  func signed(text: String, milliseconds: Int64?) {
    #expect(DurationText.parseSigned(text) == milliseconds)
  }

  @Test(
    "a JSON number is seconds",
    arguments: [
      ("5", 5000), ("0.25", 250), ("1e1", 10_000), ("0", 0), ("-0", 0), ("1.0005", nil), ("-1", nil), ("1e300", nil),
      ("true", nil), ("null", nil), ("[5]", nil), ("\"5\"", 5000),
      ("\"-5\"", nil),
    ] as [(String, Int64?)])
  func json(text: String, milliseconds: Int64?) throws {
    #expect(DurationText.parse(try JSONReader.read(Array(text.utf8)).value) == milliseconds)
  }

  @Test(
    "the largest unit that fits is written, and read back",
    arguments: [
      (0, "0s"), (1, "1ms"), (250, "250ms"), (1000, "1s"), (90_000, "90s"), (5_400_000, "90m"), (43_200_000, "12h"),
      (86_400_000, "1d"), (-1500, "-1500ms"), (-600_000, "-10m"),
      (.max, "9223372036854775807ms"), (.min, "-9223372036854775808ms"),
    ] as [(Int64, String)])
  func format(milliseconds: Int64, text: String) {
    #expect(DurationText.format(milliseconds) == text)
    if milliseconds >= 0 { #expect(DurationText.parse(text) == milliseconds) }
  }
}
