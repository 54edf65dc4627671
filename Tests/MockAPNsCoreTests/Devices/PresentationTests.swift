import Testing

@testable import MockAPNsCore

@Suite("What an aps presents")
struct PresentationTests {
  private func presentation(_ aps: String) throws -> Presentation {
    Presentation(try #require(try JSONReader.read(Array("{\(aps)}".utf8)).value.object))
  }

  @Test(
    "is said in one line",
    arguments: [
      (#""alert":"Hi""#, #""Hi""#),
      (#""alert":{"title":"T","subtitle":"S","body":"B"}"#, #""T" "S" "B""#),
      (#""alert":{"body":"B","title":"T"}"#, #""T" "B""#),
      (#""alert":{"title-loc-key":"T","title-loc-args":["a","b"]}"#, #""T(a, b)""#),
      (#""alert":{"subtitle-loc-key":"S","subtitle-loc-args":["a"],"loc-key":"B"}"#, #""S(a)" "B()""#),
      (#""alert":{"loc-key":"B","loc-args":["a",1]}"#, #""B(a, 1)""#),
      (#""alert":{"body":"plain","loc-key":"B"}"#, #""plain""#),
      (#""alert":"","sound":"default""#, "sound default"),
      (#""alert":"Hi","sound":"horn.caf""#, #""Hi"; sound horn.caf"#),
      (#""alert":"Hi","sound":{"name":"horn.caf","volume":0.5}"#, #""Hi"; sound horn.caf"#),
      (
        #""alert":"Hi","sound":{"critical":1,"name":"horn.caf","volume":0.5}"#,
        #""Hi"; sound horn.caf, critical at volume 0.5"#
      ),
      (#""alert":"Hi","interruption-level":"critical""#, #""Hi"; interruption level critical"#),
      (#""alert":"Hi","interruption-level":"active""#, #""Hi""#),
      (
        #""alert":"Hi","category":"RIDE","mutable-content":1"#, #""Hi"; category RIDE; the service extension ran first"#
      ),
      (#""sound":"x","mutable-content":1"#, "sound x"),
      (#""alert":1,"sound":1,"category":1"#, ""), ("", ""),
    ])
  func detail(_ aps: String, _ detail: String) throws {
    #expect(try presentation(aps).detail == detail)
  }

  @Test(
    "takes the number 1 for yes, however it is spelled, and nothing else",
    arguments: [
      ("1", true), ("1.0", true), ("1e0", true), ("0", false), ("2", false), ("true", false), (#""1""#, false),
    ])
  func flags(_ value: String, _ isSet: Bool) throws {
    let shown = try presentation(#""alert":"Hi","content-available":\#(value),"mutable-content":\#(value)"#)
    #expect(shown.wakesApp == isSet && shown.runsExtension == isSet)
  }

  @Test(
    "takes whole numbers for a badge, and nothing else",
    arguments: [("0", 0), ("7", 7), ("7.0", 7), ("-1", -1), ("7.5", nil), (#""7""#, nil), ("true", nil)])
  func badge(_ value: String, _ badge: Int64?) throws {
    #expect(try presentation("\"badge\":\(value)").badge == badge)
  }
}

@Suite("Notifications that can be replaced")
struct ShownNotificationTests {
  @Test("are found by their collapse id, once each")
  func replacing() {
    var app = InstalledApp(bundleID: "a")
    #expect(app.show("x", 1) == nil && app.show("y", 2) == nil)
    #expect(app.show("x", 3) == 1 && app.show("x", 4) == 3)
    #expect(app.shown.map(\.seq) == [2, 4])
  }

  @Test("are remembered up to a limit; the oldest is forgotten first")
  func limit() {
    var app = InstalledApp(bundleID: "a")
    for number in 0..<InstalledApp.shownLimit { #expect(app.show("\(number)", UInt64(number)) == nil) }
    #expect(app.show("1", 500) == 1 && app.shown.count == InstalledApp.shownLimit)
    #expect(app.show("one more", 501) == nil && app.shown.count == InstalledApp.shownLimit)
    #expect(app.show("0", 502) == nil && app.show("99", 503) == 99)
  }
}
