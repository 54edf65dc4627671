import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("Devices through the inspection API")
struct DeviceRouteTests {
  private func stage() throws -> DeviceStage {
    let stage = try DeviceStage()
    try stage.call("POST", "/devices", #"{"id":"phone","apps":[{"bundleId":"com.example.ferry"}]}"#)
    return stage
  }

  @Test("one is added as a world file has it, with what is not said made up", .timeLimit(.minutes(10)))
  func adding() throws {
    let stage = try stage()
    let least = try stage.call("POST", "/devices", "{}")
    #expect(least["id"] == "device-2" && least["name"] == "device-2" && least["platform"] == "iOS")
    #expect(least["environment"] == "sandbox" && least["apps"] == [] && least["activities"] == [])
    let token = String(repeating: "ab", count: 32)
    let whole = #"""
      {"id":"tablet","name":"Tablet","platform":"iPadOS","osVersion":"17.2","environment":"production",
      "online":false,"lowPower":true,"locked":true,"surfaces":["mac"],
      "apps":[{"bundleId":"com.example.ferry","foreground":true,"notifications":"denied",
      "tokens":{"voip":"\#(token)"}}]}
      """#
    let tablet = try stage.call("POST", "/devices", whole)
    for name in ["id", "name", "platform", "osVersion", "environment", "online", "lowPower", "locked", "surfaces"] {
      #expect(tablet[name] == (try JSONReader.read(Array(whole.utf8)).value[name]), "\(name)")
    }
    #expect(tablet["apps"]?.array?[0]["tokens"]?["voip"] == .string(token))
    #expect(try stage.call("GET", "/devices/tablet") == tablet)
    #expect(try stage.gateway.push(Push(token: token, topic: "com.example.ferry.voip", fields: [])).status == 400)
  }

  @Test("each change shows at once, and what was not named stays", .timeLimit(.minutes(10)))
  func changing() throws {
    let stage = try stage()
    let changed = try stage.call("PATCH", "/devices/phone", #"{"online":false,"surfaces":["dynamicIsland"]}"#)
    #expect(changed["online"] == false && changed["surfaces"] == ["dynamicIsland"] && changed["name"] == "phone")
    #expect(try stage.call("PATCH", "/devices/phone", "{}") == changed)
    let back = try stage.call("PATCH", "/devices/phone", #"{"online":true,"osVersion":"26.0","consent":"undecided"}"#)
    #expect(back["online"] == true && back["osVersion"] == "26.0")
    #expect(back["apps"]?.array?[0]["consent"] == "undecided")
    let app = try stage.call(
      "PATCH", "/devices/phone/apps/com.example.ferry", #"{"foreground":true,"locationPermission":"whenInUse"}"#)
    #expect(app["foreground"] == true && app["locationPermission"] == "whenInUse" && app["consent"] == "undecided")
    let quit = try stage.call("PATCH", "/devices/phone/apps/com.example.ferry", #"{"forceQuit":true}"#)
    #expect(quit["forceQuit"] == true && quit["foreground"] == false)
    let opened = try stage.call("PATCH", "/devices/phone/apps/com.example.ferry", #"{"foreground":true}"#)
    #expect(opened["forceQuit"] == false && opened["foreground"] == true)
  }

  @Test("an app goes and comes back with nothing of what it had", .timeLimit(.minutes(10)))
  func installing() throws {
    let stage = try stage()
    let path = "/devices/phone/apps/com.example.ferry"
    let before = try stage.deviceToken("phone")
    try stage.call("PATCH", path, #"{"notifications":"denied","forceQuit":true}"#)
    let gone = try stage.call("DELETE", path)
    #expect(gone["installed"] == false && gone["uninstalledAt"] != nil && gone["tokens"]?["device"] != nil)
    let again = try stage.gateway.api("DELETE", path)
    #expect(again.status == 400 && again.detail.contains("not installed"))
    let body = #"{"bundleId":"com.example.ferry","foreground":true}"#
    let back = try stage.call("POST", "/devices/phone/apps", body)
    #expect(back["installed"] != false && back["notifications"] == "allowed" && back["forceQuit"] == false)
    #expect(back["foreground"] == true && back["tokens"]?["device"] != .string(before))
    let twice = try stage.gateway.api("POST", "/devices/phone/apps", body)
    #expect(twice.status == 400 && twice.detail.contains("bundleId is com.example.ferry, which is installed already"))
    try stage.call("POST", "/devices/phone/apps", #"{"bundleId":"pass.com.example.ferry"}"#)
    #expect(try stage.call("GET", "/devices/phone")["apps"]?.array?.count == 2)
  }

  @Test("one that is removed takes its tokens along", .timeLimit(.minutes(10)))
  func removing() throws {
    let stage = try stage()
    let first = try stage.deviceToken("phone")
    try stage.call("POST", "/devices/phone/apps/com.example.ferry/rotate", #"{"kind":"device"}"#)
    let second = try stage.deviceToken("phone")
    #expect(try stage.call("DELETE", "/devices/phone") == ["removed": "phone"])
    for token in [first, second] {
      #expect(try stage.gateway.api("GET", "/tokens/\(token)").status == 404)
      #expect(try stage.gateway.push(Push(token: token, topic: SceneWorld.ferry)).reason == "BadDeviceToken")
    }
    #expect(try stage.gateway.api("DELETE", "/devices/phone").status == 404)
    #expect(try stage.call("GET", "/snapshot")["retiredTokens"] == [])
  }

  @Test("one that holds a push and is removed loses it, and the record says so", .timeLimit(.minutes(10)))
  func removingWaiting() throws {
    let stage = try stage()
    try stage.call("PATCH", "/devices/phone", #"{"online":false}"#)
    #expect(try stage.gateway.push(Push(token: stage.deviceToken("phone"), topic: SceneWorld.ferry)).status == 200)
    try stage.call("DELETE", "/devices/phone")
    #expect(try stage.outcomes(of: 1).map(DeviceStage.word) == ["stored offline", "lost offline"])
  }

  static let refusals: [(String, String, String, String)] = [
    ("POST", "/devices", #"{"id":"phone"}"#, "id is given twice"),
    ("POST", "/devices", #"{"platform":"android"}"#, "platform is \"android\""),
    ("POST", "/devices", #"{"osVersion":"new"}"#, "osVersion is \"new\""),
    ("POST", "/devices", #"{"osVersion":18}"#, "osVersion must be a text"),
    ("POST", "/devices", #"{"environment":"test"}"#, "environment is \"test\""),
    ("POST", "/devices", #"{"onlin":true}"#, "did you mean \"online\"?"),
    ("POST", "/devices", #"{"apps":[{"bundleId":"com.example.fery"}]}"#, "did you mean \"com.example.ferry\"?"),
    ("POST", "/devices", #"{"apps":[{}]}"#, "apps[0] has no bundleId"),
    ("POST", "/devices", #"{"apps":[{"bundleId":"com.example.ferry","tokens":{"device":"12"}}]}"#, "hexadecimal"),
    ("POST", "/devices", "[]", "object"), ("POST", "/devices", "", "body"),
    ("PATCH", "/devices/phone", #"{"online":"yes"}"#, "online must be true or false"),
    ("PATCH", "/devices/phone", #"{"lowPower":0}"#, "lowPower must be true or false"),
    ("PATCH", "/devices/phone", #"{"osVersion":"18.x"}"#, "osVersion is \"18.x\""),
    ("PATCH", "/devices/phone", #"{"surfaces":["wall"]}"#, "surfaces[0] is \"wall\""),
    ("PATCH", "/devices/phone", #"{"consent":"maybe"}"#, "consent is \"maybe\""),
    ("PATCH", "/devices/phone", #"{"environment":"production"}"#, "environment is no known key"),
    ("PATCH", "/devices/phone", #"{"online":true,"online":false}"#, "online is given twice"),
    ("POST", "/devices/phone/apps", "{}", "bundleId"),
    ("POST", "/devices/phone/apps", #"{"bundleId":"com.example.fery"}"#, "did you mean \"com.example.ferry\"?"),
    ("POST", "/devices/phone/apps", #"{"bundleId":"pass.com.example.ferry","forground":true}"#, "foreground"),
    ("POST", "/devices/phone/apps", #"{"bundleId":1}"#, "bundleId"),
    ("PATCH", "/devices/phone/apps/com.example.ferry", #"{"notifications":true}"#, "notifications"),
    ("PATCH", "/devices/phone/apps/com.example.ferry", #"{"locationPermission":"sometimes"}"#, "never, whenInUse"),
    ("PATCH", "/devices/phone/apps/com.example.ferry", #"{"installed":false}"#, "installed is no known key"),
    ("PATCH", "/devices/phone/apps/com.example.ferry", #"{"foreground":true,"forceQuit":true}"#, "forceQuit"),
    ("PATCH", "/devices/phone/apps/com.example.ferry", #"{"badge":1}"#, "badge is no known key"),
    ("GET", "/devices?onlin=true", "", "there is no filter onlin"), ("GET", "/devices?limit=0", "", "limit is 0"),
    ("GET", "/devices?online=yes", "", "online is \"yes\""),
    ("GET", "/devices?platform=ios", "", "platform is \"ios\""),
    ("GET", "/devices?environment=test", "", "environment is \"test\""),
  ]

  @Test("what cannot be is refused by its key and changes nothing", .timeLimit(.minutes(10)))
  func refused() throws {
    let stage = try stage()
    let before = try stage.gateway.api("GET", "/snapshot").text
    for (method, path, body, words) in Self.refusals {
      let answer = try stage.gateway.api(method, path, body)
      #expect(answer.status == 400 && answer.detail.contains(words), "\(method) \(path) \(body): \(answer.text)")
      #expect(answer.type == "application/problem+json")
    }
    #expect(try stage.gateway.api("GET", "/snapshot").text == before)
  }

  @Test(
    "what is not there is a 404 with the near miss", .timeLimit(.minutes(10)),
    arguments: [
      ("GET", "/devices/phon", "", "phone"), ("PATCH", "/devices/phon", #"{"online":false}"#, "phone"),
      ("DELETE", "/devices/phon", "", "phone"), ("POST", "/devices/phon/apps", #"{"bundleId":"x"}"#, "phone"),
      ("PATCH", "/devices/phon/apps/com.example.ferry", "{}", "phone"),
      ("DELETE", "/devices/phone/apps/com.example.fery", "", "com.example.ferry"),
      ("PATCH", "/devices/phone/apps/com.example.fery", "{}", "com.example.ferry"),
      ("POST", "/devices/phone/apps/com.example.fery/rotate", #"{"kind":"device"}"#, "com.example.ferry"),
    ])
  func missing(_ method: String, _ path: String, _ body: String, _ meant: String) throws {
    let answer = try stage().gateway.api(method, path, body)
    #expect(answer.status == 404 && answer.json["type"] == "/problems/not-found")
    #expect(answer.detail.contains("did you mean \"\(meant)\"?"), "\(answer.text)")
  }

  @Test("a removed app is not changed and gets no token until it is back", .timeLimit(.minutes(10)))
  func removedApp() throws {
    let stage = try stage()
    let path = "/devices/phone/apps/com.example.ferry"
    try stage.call("DELETE", path)
    for (method, path, body) in [
      ("PATCH", path, #"{"foreground":true}"#), ("POST", "\(path)/rotate", #"{"kind":"voip"}"#),
    ] {
      let answer = try stage.gateway.api(method, path, body)
      #expect(answer.status == 400 && answer.detail.contains("not installed"), "\(answer.text)")
    }
  }

  @Test("they are listed page by page, by what they are", .timeLimit(.minutes(10)))
  func listing() throws {
    let stage = try DeviceStage()
    for id in ["b", "a", "d"] { try stage.call("POST", "/devices", "{\"id\":\"\(id)\"}") }
    let c = #"""
      {"id":"c","platform":"watchOS","environment":"production","online":false,
      "apps":[{"bundleId":"com.example.ferry"}]}
      """#
    try stage.call("POST", "/devices", c)
    func list(_ query: String) throws -> String {
      let page = try stage.call("GET", "/devices?\(query)")
      let ids = try #require(page["items"]?.array).compactMap { $0["id"]?.string }
      return ids.joined() + "|" + (page["last"]?.string ?? "")
    }
    #expect(try list("") == "abcd|d" && list("limit=2") == "ab|b" && list("limit=2&after=b") == "cd|d")
    #expect(try list("after=d") == "|d" && list("online=false") == "c|c" && list("online=true&limit=2") == "ab|b")
    #expect(try list("platform=watchOS&platform=iOS") == "abcd|d" && list("platform=watchOS&online=true") == "|")
    #expect(try list("environment=production") == "c|c" && list("bundleId=com.example.ferry") == "c|c")
    #expect(try list("bundleId=com.example.other") == "|")
  }
}

@Suite("The clock through the inspection API")
struct ClockRouteTests {
  @Test("tells what it shows; turning it answers the same", .timeLimit(.minutes(10)))
  func turning() throws {
    let stage = try DeviceStage()
    let clock = try stage.call("GET", "/clock")
    #expect(clock["mode"] == "real" && clock["offsetSeconds"]?.double == 0)
    let frozen = try stage.call("PUT", "/clock", #"{"mode":"frozen","now":"2126-03-01T10:00:00Z"}"#)
    #expect(frozen["mode"] == "frozen" && frozen["now"] == "2126-03-01T10:00:00.000Z")
    #expect(try stage.call("GET", "/clock")["now"] == frozen["now"])
    #expect(try stage.call("POST", "/clock/advance", #"{"by":"8h"}"#)["now"] == "2126-03-01T18:00:00.000Z")
    let to = #"{"to":"2126-03-02T00:00:00Z"}"#
    #expect(try stage.call("POST", "/clock/advance", to)["now"] == "2126-03-02T00:00:00.000Z")
    #expect(try stage.call("PUT", "/clock", #"{"mode":"real"}"#)["mode"] == "real")
    #expect(try stage.call("GET", "/clock")["now"]?.string?.hasPrefix("2126-03-02T00:") == true)
  }

  @Test("refuses what cannot be by name, and stays", .timeLimit(.minutes(10)))
  func refused() throws {
    let stage = try DeviceStage()
    try stage.call("PUT", "/clock", #"{"mode":"frozen","now":"2126-03-01T10:00:00Z"}"#)
    let refusals: [(String, String, String, String)] = [
      ("PUT", "/clock", #"{"mode":"frozen","now":"2126-03-01T09:59:59Z"}"#, "only moves forwards"),
      ("PUT", "/clock", #"{"mode":"slow"}"#, "mode is \"slow\""), ("PUT", "/clock", #"{"now":"+1h"}"#, "has no mode"),
      ("PUT", "/clock", #"{"mode":"real","now":"9000-06-01T00:00:00Z"}"#, "9000-01-01"), ("PUT", "/clock", "", "body"),
      ("POST", "/clock/advance", #"{"by":"-1h"}"#, "by is \"-1h\""), ("POST", "/clock/advance", "{}", "either by"),
      ("POST", "/clock/advance", #"{"to":"2126-01-01T00:00:00Z"}"#, "only moves forwards"),
      ("POST", "/clock/advance", #"{"by":"9000000d"}"#, "9000-01-01"), ("POST", "/clock/advance", "[]", "object"),
    ]
    for (method, path, body, words) in refusals {
      let answer = try stage.gateway.api(method, path, body)
      #expect(answer.status == 400 && answer.detail.contains(words), "\(body): \(answer.text)")
    }
    #expect(try stage.call("GET", "/clock")["now"] == "2126-03-01T10:00:00.000Z")
  }

  @Test("goes back to where it was loaded by a reset, also backwards", .timeLimit(.minutes(10)))
  func reset() throws {
    let stage = try DeviceStage()
    try stage.call("PUT", "/clock", #"{"mode":"frozen","now":"+8h"}"#)
    try stage.call("POST", "/reset", #"{"what":["clock"]}"#)
    let clock = try stage.call("GET", "/clock")
    #expect(clock["mode"] == "real" && clock["offsetSeconds"]?.double == 0)
  }
}
