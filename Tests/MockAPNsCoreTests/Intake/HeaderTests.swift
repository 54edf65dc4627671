import Testing

@testable import MockAPNsCore

/// What one header may be: absent with what follows, and values that are accepted.
struct HeaderRow: Sendable, CustomTestStringConvertible {
  let header: PushHeader
  /// The status or reason without it.
  let absent: String
  let accepted: [String]

  init(_ header: PushHeader, absent: String, accepted: [String]) {
    self.header = header
    self.absent = absent
    self.accepted = accepted
  }

  var testDescription: String { header.rawValue }

  static let all: [HeaderRow] = [
    HeaderRow(.authorization, absent: "MissingProviderToken", accepted: ["bearer " + TokenText().text]),
    HeaderRow(
      .apnsID, absent: "200",
      accepted: [
        "0b5e6a8c-3a0f-4f0e-9d3b-2c1a7e5f4d3c", "00000000-0000-0000-0000-000000000000",
        "F4121B12-E0BF-3266-F079-D9253E98BF49",
      ]),
    HeaderRow(
      .apnsExpiration, absent: "200",
      accepted: ["0", "00", "1", "1772359320", "1772359320513", "999999999999999999"]),
    HeaderRow(.apnsPriority, absent: "200", accepted: ["10", "5", "1"]),
    HeaderRow(.apnsTopic, absent: "MissingTopic", accepted: [Town.app]),
    HeaderRow(
      .apnsCollapseID, absent: "200",
      accepted: ["", "c", String(repeating: "c", count: 64), String(repeating: "é", count: 32), " a b "]),
    HeaderRow(.apnsPushType, absent: "200", accepted: ["alert", "background"]),
  ]
}

@Suite("A header")
struct HeaderTests {
  @Test("that is absent means what its row says", arguments: HeaderRow.all)
  func absent(_ row: HeaderRow) throws {
    var provider = try Provider()
    #expect(try provider.send(Push().without(row.header.rawValue)).summary == row.absent)
  }

  @Test("of a good value is accepted, of a bad one refused with the reason of its row", arguments: HeaderRow.all)
  func accepted(_ row: HeaderRow) throws {
    for value in row.accepted {
      var provider = try Provider()
      #expect(try provider.send(Push().header(row.header.rawValue, value)).summary == "200", "\(value)")
    }
    let refused = RefusedPush.all.filter { $0.reason == row.header.row.reason && $0.settings.isEmpty }
    #expect(!refused.isEmpty)
  }

  @Test("has a row for each that APNs reads")
  func rows() {
    #expect(HeaderRow.all.map(\.header) == PushHeader.allCases)
    for header in PushHeader.allCases {
      let names = [header.rawValue, header.rawValue.dropLast() + "x"]
      let fields = HeaderFields(names.reversed().map { ($0, $0) })
      let push = PushRequest(method: [], path: [], fields: fields, body: [])
      #expect(push.value(header).map { String(decoding: $0, as: UTF8.self) } == header.rawValue)
      #expect(PushHeader.allCases.count { push.value($0) != nil } == 1)
      #expect(!header.row.syntax.isEmpty && !header.row.whenAbsent.isEmpty && !header.row.basis.source.isEmpty)
    }
  }

  @Test("is kept as understood, presence included")
  func facts() throws {
    var provider = try Provider()
    let push = Push().header("apns-expiration", "0").header("apns-priority", "1").header("apns-collapse-id", "")
    let facts = try provider.send(push).facts
    #expect(facts.expirationSeconds == 0 && facts.priority == 1 && facts.collapseID == "")
    let bare = try provider.send(Push().without("apns-priority")).facts
    #expect(bare.expirationSeconds == nil && bare.priority == nil && bare.collapseID == nil)
  }

  @Test("that stands twice is refused, also with the same value", arguments: PushHeader.allCases)
  func duplicates(_ header: PushHeader) throws {
    var provider = try Provider()
    let value = HeaderRow.all.first { $0.header == header }?.accepted.first ?? ""
    let push = Push().header(header.rawValue, value)
    #expect(try provider.send(push.adding(header.rawValue, value)).summary == "DuplicateHeaders")
  }

  @Test("that APNs does not read may stand twice, and be anything")
  func strangers() throws {
    var provider = try Provider()
    let push = Push().adding("content-type", "a").adding("content-type", "b").adding("apns-channel-id", "%%%")
    #expect(try provider.send(push).summary == "200")
  }

  @Test("list may have 8000 bytes")
  func listLimit() throws {
    var provider = try Provider()
    #expect(try provider.send(Push().fieldListBytes(8000)).summary == "200")
    let answer = try provider.send(Push().fieldListBytes(8001))
    #expect(answer.reply.status == 431 && answer.reply.body.isEmpty && answer.verdict.reason == nil)
  }

  @Test("buffer keeps order and duplicates, marks what HTTP forbids, and takes over only whole records")
  func fields() {
    var fields = HeaderFields([("a", "1"), ("authorization", "bearer eyJhbGciOiJ"), ("a", "")])
    fields.append(name: "b".utf8, value: "\n".utf8, isValid: false)
    #expect(fields.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "authorization", "a", "b"])
    #expect(fields.map(\.isValid) == [true, true, true, false])
    #expect(fields.first(named: "a").map { String(decoding: $0, as: UTF8.self) } == "1")
    #expect(fields.first(named: "c") == nil)
    #expect(
      fields.redacted.map { String(decoding: $0.value, as: UTF8.self) } == ["1", "bearer eyJ…(redacted)", "", "\n"])
    #expect(HeaderFields(records: fields.records) == fields)
    for cut in 1..<fields.records.count {
      let whole = HeaderFields(records: Array(fields.records.prefix(cut)))
      #expect(whole == nil || whole?.records.count == cut)
    }
    #expect(HeaderFields(records: [255, 255, 255, 255, 255, 255, 255, 255]) == nil)
  }
}
