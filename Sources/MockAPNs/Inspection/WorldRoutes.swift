import MockAPNsCore
import MockAPNsIO

/// Putting the world back, and taking it away as a file.
enum WorldRoutes {
  static let table = [
    Route(
      method: "POST", path: "/api/v1/reset", operationID: "reset",
      summary: "Puts the world back as it was loaded: everything but connections, or what the body names."
    ) { inspection, request, _ throws(Problem) in try reset(inspection, request) },
    Route(
      method: "GET", path: "/api/v1/snapshot", operationID: "getSnapshot",
      summary: "The world in the form of a world file, with absolute times and public keys."
    ) { inspection, _, _ throws(Problem) in
      let entities = inspection.gateway.readSettled { $0.entities }
      return .json(World.document(from: entities))
    },
    Route(
      method: "POST", path: "/api/v1/snapshot", operationID: "restoreSnapshot",
      summary: "Puts the world of a snapshot in place of this one; connections stay."
    ) { inspection, request, _ throws(Problem) in
      guard let document = try request.json() else {
        throw .badRequest("body-missing", "the body must be a snapshot, as GET /api/v1/snapshot gives it")
      }
      do throws(WorldFault) {
        try inspection.gateway.replace(with: try inspection.loading.load(document))
      } catch {
        throw .badRequest("bad-world", "\(error.path) \(error.message)")
      }
      return .json(["restored": true])
    },
  ]

  /// The parts that `what` may name.
  private static let parts = ["deliveries"] + WorldPart.allCases.map(\.rawValue)

  private static func reset(_ inspection: Inspection, _ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    let body = try request.json() ?? .object(JSONObject())
    var fields: (what: JSON?, filter: JSON?) = (nil, nil)
    guard let object = body.object else { throw .badRequest("bad-value", "the body must be an object") }
    for member in object.members {
      switch member.name {
      case "what": fields.what = member.value
      case "where": fields.filter = member.value
      default: throw .badRequest("bad-value", "\(member.name) is no key of reset; known are what, where")
      }
    }
    let what = try parts(fields.what)
    let filter = try filter(fields.filter, for: what)
    var deleted: Int?
    if what.contains("deliveries") { deleted = try DeliveryRoutes.delete(filter, inspection) }
    if fields.filter == nil {
      let parts = Set(what.compactMap(WorldPart.init(rawValue:)))
      try Problem.ofWorld { () throws(WorldFault) in try inspection.gateway.reset(parts) }
    }
    return .json(["reset": .array(what.map(JSON.string)), "deleted": deleted.map { .integer($0) } ?? .null])
  }

  private static func parts(_ value: JSON?) throws(Problem) -> [String] {
    guard let value else { return parts.filter { $0 != WorldPart.connections.rawValue } }
    guard let list = value.array else { throw .badRequest("bad-value", "what must be a list") }
    var named: [String] = []
    for entry in list {
      guard let name = entry.string, parts.contains(name) else {
        throw .badRequest(
          "bad-value", "what names \(entry.text()); known are \(parts.joined(separator: ", "))")
      }
      named.append(name)
    }
    return named
  }

  /// The filter of `where`, which can narrow deliveries only.
  private static func filter(_ value: JSON?, for what: [String]) throws(Problem) -> DeliveryFilter {
    guard let value else { return DeliveryFilter() }
    guard let object = value.object else { throw .badRequest("bad-value", "where must be an object") }
    if let other = what.first(where: { $0 != "deliveries" }) {
      throw .badRequest("bad-value", "where narrows deliveries only, not \(other); name [\"deliveries\"] under what")
    }
    return try DeliveryFilter(where: object)
  }
}
