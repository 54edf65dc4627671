import MockAPNsCore
import MockAPNsIO

/// Virtual Live Activities, as their apps and users handle them.
enum ActivityRoutes {
  static let table = [
    Route(
      method: "GET", path: "/api/v1/activities", operationID: "listActivities",
      summary: "Lists Live Activities by device, bundleId, attributesType and state, page by page."
    ) { inspection, request, _ throws(Problem) in try list(inspection, request) },
    Route(
      method: "POST", path: "/api/v1/activities", operationID: "startActivity",
      summary: "Starts a Live Activity as the app would, now or at a time; fail names an ActivityAuthorizationError."
    ) { inspection, request, _ throws(Problem) in
      let effects = try command(.start(try request.object()), inspection)
      return .json(try shown(DeviceRoutes.newest(effects, .activity), inspection), status: 201)
    },
    Route(
      method: "GET", path: "/api/v1/activities/{id}", operationID: "getActivity",
      summary: "Shows one Live Activity: its states, its contents, its tokens and where it is seen."
    ) { inspection, _, values throws(Problem) in .json(try shown(values["id"] ?? "", inspection)) },
    action("update", "updateActivity", "The app replaces its content.") { .update($0, $1) },
    action("end", "endActivity", "The app ends it; dismissal is immediate, default or a time.", needsBody: false) {
      .end($0, $1)
    },
    action("dismiss", "dismissActivity", "The user swipes it away.", needsBody: false) { .dismiss($0, $1) },
    action("rotate", "rotateActivityToken", "It gets another update token.", needsBody: false) { .rotate($0, $1) },
  ]

  private static func action(
    _ name: String, _ operation: String, _ summary: String, needsBody: Bool = true,
    _ command: @escaping @Sendable (String, JSON) -> ActivityCommand
  ) -> Route {
    Route(method: "POST", path: "/api/v1/activities/{id}/\(name)", operationID: operation, summary: summary) {
      inspection, request, values throws(Problem) in
      let id = values["id"] ?? ""
      try self.command(command(id, try request.object(orEmpty: !needsBody)), inspection)
      return .json(try shown(id, inspection))
    }
  }

  private static func list(_ inspection: Inspection, _ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    let listing = try Listing(
      request, filters: ["device", "bundleId", "attributesType", "state"],
      words: ["state": Activity.State.allCases.map(\.rawValue)])
    return .json(
      inspection.gateway.readSettled { world in
        listing.page(
          world.activities.keys,
          { id in
            guard let activity = world.activities[id] else { return false }
            return listing.admits { filter in
              switch filter {
              case "device": [activity.device]
              case "bundleId": [activity.bundleID]
              case "attributesType": [activity.attributesType]
              default: [activity.state.rawValue]
              }
            }
          }, world.shownActivity)
      })
  }

  @discardableResult
  private static func command(_ command: ActivityCommand, _ inspection: Inspection) throws(Problem) -> [Effect] {
    try Problem.ofWorld { () throws(WorldFault) in try inspection.gateway.command(.activity(command)) }
  }

  private static func shown(_ id: String, _ inspection: Inspection) throws(Problem) -> JSON {
    guard let activity = inspection.gateway.readSettled({ $0.shownActivity(id) }) else {
      let known = inspection.gateway.read { Array($0.activities.keys.prefix(1000)) }
      throw .notFound("there is no activity \(id)" + NearMiss.hint(id, among: known))
    }
    return activity
  }
}
