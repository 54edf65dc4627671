import MockAPNsCore
import MockAPNsIO

/// Apps on devices: what their users and the system do with them.
enum AppRoutes {
  static let table = [
    Route(
      method: "POST", path: "/api/v1/devices/{id}/apps", operationID: "installApp",
      summary: "Installs an app, also one that was removed; it gets new tokens."
    ) { inspection, request, values throws(Problem) in
      let body = try request.object()
      try DeviceRoutes.command(.install(device: values["id"] ?? "", body), inspection)
      return .json(try shown(place(values, body["bundleId"]?.string), inspection), status: 201)
    },
    Route(
      method: "PATCH", path: "/api/v1/devices/{id}/apps/{bundleId}", operationID: "changeApp",
      summary:
        "Changes foreground, forceQuit, notifications, consent, switches and permissions; update: true is a new build."
    ) { inspection, request, values throws(Problem) in
      try DeviceRoutes.command(.changeApp(place(values), try request.object()), inspection)
      return .json(try shown(place(values), inspection))
    },
    Route(
      method: "DELETE", path: "/api/v1/devices/{id}/apps/{bundleId}", operationID: "uninstallApp",
      summary: "Removes an app; its tokens are dead after the grace of the setting uninstallGraceSeconds."
    ) { inspection, _, values throws(Problem) in
      try DeviceRoutes.command(.uninstall(place(values)), inspection)
      return .json(try shown(place(values), inspection))
    },
    Route(
      method: "POST", path: "/api/v1/devices/{id}/apps/{bundleId}/rotate", operationID: "rotateToken",
      summary: "Gives an app another token of a kind; the old one is superseded."
    ) { inspection, request, values throws(Problem) in try rotate(inspection, request, place(values)) },
    Route(
      method: "POST", path: "/api/v1/devices/{id}/apps/{bundleId}/end-activities", operationID: "endActivities",
      summary: "The app ends all its Live Activities, as on signing out; dismissal is immediate, default or a time."
    ) { inspection, request, values throws(Problem) in
      let body = try request.object(orEmpty: true)
      let effects = try Problem.ofWorld { () throws(WorldFault) in
        try inspection.gateway.command(.activity(.endAll(place(values), body)))
      }
      let ended = effects.compactMap { effect in
        if case .changed(let change) = effect, change.kind == .activity { JSON.string(change.id) } else { nil }
      }
      return .json(["ended": .array(ended)])
    },
  ]

  private static func place(_ values: [String: String], _ bundleID: String? = nil) -> AppPlace {
    AppPlace(device: values["id"] ?? "", bundleID: bundleID ?? values["bundleId"] ?? "")
  }

  private static func rotate(
    _ inspection: Inspection, _ request: HTTP1Request, _ place: AppPlace
  ) throws(Problem) -> HTTP1Response {
    let kind = try Problem.ofWorld { () throws(WorldFault) in try TokenKind(rotating: request.objectOrFault()) }
    let old = inspection.gateway.read { $0.token(kind, of: place) }
    try DeviceRoutes.command(.rotate(place, kind), inspection)
    let new = inspection.gateway.read { $0.token(kind, of: place) }
    return .json(["token": new.map { .string($0.text) } ?? .null, "superseded": old.map { .string($0.text) } ?? .null])
  }

  private static func shown(_ place: AppPlace, _ inspection: Inspection) throws(Problem) -> JSON {
    let device = inspection.gateway.readSettled { $0.shownDevice(place.device) }
    guard let app = device?["apps"]?.array?.first(where: { $0["bundleId"]?.string == place.bundleID }) else {
      throw .notFound("device \(place.device) has no app \(place.bundleID)")
    }
    return app
  }
}

extension HTTP1Request {
  /// The body for a reader that names keys itself.
  fileprivate func objectOrFault() throws(WorldFault) -> JSON {
    do throws(Problem) {
      return try object()
    } catch {
      throw WorldFault(JSONPath(), error.detail)
    }
  }
}
