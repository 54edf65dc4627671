import Foundation
import MockAPNsCore
import Testing

/// A taxi ride as a server tells of it, to an app that declares `RideAttributes` of `Fixtures/contracts`.
enum Ride {
  static let app = "com.example.ride"

  /// A world in which the build on the phone is the newest one, or an older one that counts its arrival in dates.
  static func world(isOldBuild: Bool = false, isWall: Bool = false) throws -> String {
    let url = URL(filePath: #filePath).appending(path: "../../../../Fixtures/contracts/ride.json5").standardizedFileURL
    let contracts = try JSONReader.read(Array(Data(contentsOf: url)), dialect: .json5).value["contracts"]
    let new = try #require(contracts?["RideAttributes"]?.text())
    let old = try #require(contracts?["RideAttributesOfRanges"]?.text())
    return """
      {
        \(isWall ? "" : #"clock: { mode: "frozen", now: "2026-03-01T12:00:00Z" },"#)
        settings: { \(isWall ? "" : #"senderClock: "world","#) },
        teams: { TEAMRIDE01: {} },
        apps: { "\(app)": { team: "TEAMRIDE01", attributesTypes: { RideAttributes: \(new) } } },
        devices: [{ id: "phone", osVersion: "18.4", surfaces: ["dynamicIsland"], apps: [{
          bundleId: "\(app)", consent: "undecided", \(isOldBuild ? "attributesTypes: { RideAttributes: \(old) }," : "")
          tokens: { pushToStart: { RideAttributes: "\(ActivityStage.startToken)" } },
        }] }],
      }
      """
  }

  /// The car of a ride in this status.
  static func state(_ status: String, miles: String = "3.2") -> String {
    #"{"driverName":"Maria","driverPhoto":"car.fill","vehicleDescription":"White Toyota Camry","#
      + #""etaStartSeconds":1700000000,"etaEndSeconds":1700000600,"status":"\#(status)","distanceRemaining":\#(miles)}"#
  }

  static func start(stale: String = "@+120") -> ActivityStep {
    .start([
      "attributes-type": #""RideAttributes""#, "content-state": state("driverAssigned"), "stale-date": stale,
      "attributes": #"{"riderName":"Jordan","pickupLocation":"123 Main St","dropoffLocation":"456 Oak Ave"}"#,
      "alert": #"{"title":"Ride Matched","body":"Maria is on the way in a White Toyota Camry."}"#,
    ])
  }

  static func update(_ status: String, miles: String = "1.5", stale: String = "@+120") -> ActivityStep {
    .update(["content-state": state(status, miles: miles), "stale-date": stale, "relevance-score": "80"])
  }

  static let arrival = ActivityStep.update([
    "content-state": state("driverArrived", miles: "0.0"), "stale-date": "@+300", "relevance-score": "100",
    "alert": #"{"title":"Ride Update","body":"Your driver has arrived!","sound":"default"}"#,
  ])

  static func end(dismissal: String = "@+3600") -> ActivityStep {
    .end(["content-state": state("completed", miles: "0"), "dismissal-date": dismissal])
  }

  /// The user taps Allow on the Lock Screen.
  static let allow = ActivityStep.app(#"{"consent":"allowed"}"#)
}
