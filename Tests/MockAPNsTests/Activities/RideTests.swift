import MockAPNsCore
import Testing

@Suite("Whole rides, from the push that starts them until they are gone")
struct RideTests {
  @Test(
    "started, allowed, updated, stale, updated with an alert, ended with a date, dismissed", .timeLimit(.minutes(10)))
  func whole() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.start()])
    #expect(try stage.token == nil)
    try stage.run([Ride.allow, .at("12:01"), Ride.update("driverEnRoute"), .at("12:10")])
    #expect(try stage.shown["state"] == "stale")
    try stage.run([Ride.arrival])
    #expect(try stage.detail.contains("Ride Update: Your driver has arrived!"))
    try stage.run([.at("12:11"), Ride.update("inProgress", stale: "@+1800"), .at("12:30"), Ride.end()])
    #expect(try stage.presentedAs == "lockScreen")
    try stage.run([.at("24:00")])
    #expect(
      try stage.states == "active 12:00, stale 12:03, active 12:10, ended 12:30, dismissed 13:30")
    #expect(try stage.outcomes == "started, updated, updated, updated, ended")
    let statuses = try #require(try stage.shown["contents"]?.array).map { $0["contentState"]?["status"]?.string }
    #expect(statuses == ["driverAssigned", "driverEnRoute", "driverArrived", "inProgress", "completed"])
    #expect(try stage.gateway.deliveries("finding!=consent-undecided-no-token").allSatisfy { $0["findings"] == [] })
  }

  @Test("the same for a server in real time, while the phone's clock is turned", .timeLimit(.minutes(10)))
  func realTime() throws {
    let stage = try ActivityStage(world: Ride.world(isWall: true), app: Ride.app)
    let later = { (time: String) in ActivityStep.api("POST", "/clock/advance", #"{"by":"\#(time)"}"#) }
    try stage.run([Ride.start(), Ride.allow, later("20m"), Ride.arrival, later("3h"), Ride.update("inProgress")])
    try stage.run([later("1m"), Ride.end(), later("59m")])
    #expect(try stage.shown["state"] == "ended")
    try stage.run([later("1m")])
    let states = try stage.shown["changes"]?.array?.compactMap { $0["state"]?.string }
    #expect(states == ["active", "stale", "active", "stale", "active", "ended", "dismissed"])
    #expect(try stage.outcomes == "started, updated, updated, ended")
  }

  @Test("nobody ends it: twelve hours later it is gone", .timeLimit(.minutes(10)))
  func forgotten() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.start(), Ride.allow, .at("12:01"), Ride.update("driverEnRoute"), .at("24:00"), Ride.end()])
    #expect(try stage.states == "active 12:00, stale 12:03, ended 20:00, dismissed 24:00")
    #expect(try stage.outcomes == "started, updated, 410 ExpiredToken")
  }

  @Test(
    "an older build of the app decodes nothing of it, and an update of the app mends that", .timeLimit(.minutes(10)))
  func oldBuild() throws {
    let stage = try ActivityStage(world: Ride.world(isOldBuild: true), app: Ride.app)
    try stage.run([Ride.start()])
    #expect(try stage.outcomes == "decode-failed")
    #expect(try stage.detail.contains("aps.content-state.eta"))
    let old = Ride.state("inProgress").replacing(
      #""etaStartSeconds":1700000000,"etaEndSeconds":1700000600"#, with: #""eta":[1700000000,1700000600]"#)
    try stage.run([
      .start([
        "attributes-type": #""RideAttributes""#, "content-state": old, "stale-date": "@+120",
        "attributes": #"{"riderName":"Jordan","pickupLocation":"123 Main St","dropoffLocation":"456 Oak Ave"}"#,
      ])
    ])
    #expect(try stage.findings.contains("date-epoch-suspect"))
    try stage.run([Ride.allow, .at("12:01"), Ride.update("driverEnRoute"), .at("12:02")])
    #expect(try stage.outcomes == "decode-failed, started, decode-failed")
    #expect(try stage.states == "active 12:00, stale 12:02")
    try stage.run([.app(#"{"update":true}"#), Ride.update("driverEnRoute"), Ride.start(), Ride.update("driverEnRoute")])
    #expect(try stage.outcomes == "decode-failed, started, decode-failed, activity-gone, started, updated")
  }

  @Test(
    "an offline phone gets the last of what was sent, and an update that cannot wait is lost", .timeLimit(.minutes(10)))
  func offline() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.start(), Ride.allow, .phone(#"{"online":false}"#), .at("12:01"), Ride.update("driverEnRoute")])
    try stage.run([.at("12:05"), Ride.arrival.with("apns-expiration", "0"), Ride.update("inProgress"), .at("12:06")])
    #expect(try stage.states == "active 12:00, stale 12:02")
    try stage.run([.phone(#"{"online":true}"#), .at("12:06:30"), Ride.end()])
    #expect(try stage.outcomes == "started, stored then replaced, lost, stored then updated, ended")
    #expect(try stage.gateway.deliveries("activity=\(stage.activity)&outcome=replaced").count == 1)
    #expect(try stage.gateway.deliveries("activity=\(stage.activity)&outcome=lost").count == 1)
    #expect(try stage.gateway.deliveries("activity=\(stage.activity)").count == 5)
    #expect(try stage.states == "active 12:00, stale 12:02, active 12:06, ended 12:06:30")
  }

  @Test("an end that waits for an offline phone comes too late when the system was first", .timeLimit(.minutes(10)))
  func lateEnd() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.start(), Ride.allow, .phone(#"{"online":false}"#), .at("19:00"), Ride.end(), .at("21:00")])
    try stage.run([.phone(#"{"online":true}"#)])
    #expect(try stage.outcomes == "started, stored then activity-ended")
    #expect(try stage.states == "active 12:00, stale 12:02, ended 20:00")
  }

  @Test("a rotated token loses updates until the server reads the new one", .timeLimit(.minutes(10)))
  func rotated() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([
      Ride.start(), Ride.allow, .at("12:01"), .activity("rotate"), Ride.arrival.to(.firstToken), Ride.arrival,
    ])
    try stage.run([.at("13:01"), Ride.end().to(.firstToken), Ride.end()])
    #expect(try stage.outcomes == "started, token-superseded, updated, 410 Unregistered, ended")
  }

  @Test("a refused consent ends it, and nothing starts again until it is given", .timeLimit(.minutes(10)))
  func refused() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.start(), .at("12:01"), .app(#"{"consent":"denied"}"#), Ride.start()])
    #expect(try stage.outcomes == "started, live-activities-off")
    #expect(try stage.states == "active 12:00, dismissed 12:01")
    #expect(try stage.token == nil)
    try stage.run([Ride.allow, Ride.start(), Ride.arrival])
    #expect(try stage.outcomes == "started, live-activities-off, started, updated")
  }

  @Test(
    "without a budget left only priority 5 and the end come through, until an hour brings more",
    .timeLimit(.minutes(10)))
  func budget() throws {
    let stage = try ActivityStage("updateBudgetPerHour: 2", world: Ride.world(), app: Ride.app)
    let update = Ride.update("driverEnRoute")
    try stage.run([Ride.start(), Ride.allow, update, update, update, update.with("apns-priority", "5")])
    try stage.run([.at("12:30"), update, update, Ride.end()])
    #expect(try stage.outcomes == "started, updated, updated, update-budget, updated, updated, update-budget, ended")
  }

  @Test("too many rides use up the starts of a phone, and the app's own count apart", .timeLimit(.minutes(10)))
  func starts() throws {
    let stage = try ActivityStage(world: Ride.world(), app: Ride.app)
    try stage.run([Ride.allow])
    for _ in 0..<10 { try stage.run([Ride.start(), Ride.end(dismissal: "@now")]) }
    try stage.run([Ride.start()])
    let outcomes = try stage.outcomes
    #expect(outcomes == String(repeating: "started, ended, ", count: 10) + "push-to-start-budget")
    try stage.run([.at("14:00"), Ride.start()])
    #expect(try stage.outcomes == outcomes + ", started")
  }
}
