import MockAPNsCore
import MockAPNsIO

/// The choices where Apple is silent.
enum SettingRoutes {
  static let table = [
    Route(
      method: "GET", path: "/api/v1/settings", operationID: "getSettings", summary: "All settings with their values."
    ) { inspection, _, _ throws(Problem) in .json(json(inspection)) },
    Route(
      method: "PATCH", path: "/api/v1/settings", operationID: "changeSettings",
      summary: "Changes the settings that the body names; they act from the next push."
    ) { inspection, request, _ throws(Problem) in
      guard let values = try request.json()?.object else {
        throw .badRequest("bad-value", "the body must be an object of settings and values")
      }
      try Problem.ofWorld { () throws(WorldFault) in try inspection.gateway.command(.set(values)) }
      return .json(json(inspection))
    },
  ]

  private static func json(_ inspection: Inspection) -> JSON {
    let settings = inspection.gateway.read { $0.settings }
    return .object(JSONObject(Settings.rows.map { .init(name: $0.name, value: $0.read(settings)) }))
  }
}
