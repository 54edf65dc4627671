import MockAPNsCore
import MockAPNsIO

/// The inspection side: finds the route of a request, after Host, Origin and token were checked.
struct Inspection: Sendable {
  let gateway: Gateway
  let guardian: InspectionGuard
  let connect: ConnectFacts
  let loading: WorldLoading

  /// Answers one request; on a thread of its own, so it may block.
  func answer(_ request: HTTP1Request) -> HTTP1Response {
    do throws(Problem) {
      try guardian.checkHost(of: request)
      return try route(request)
    } catch {
      return error.response
    }
  }

  private func route(_ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    let method = request.method == "HEAD" ? "GET" : request.method
    let segments = request.path.split(separator: "/")
    let fitting = Route.table.compactMap { route in route.match(segments).map { (route: route, values: $0) } }
    guard !fitting.isEmpty else {
      throw .notFound("there is nothing at \(request.path); the record is at /api/v1/deliveries")
    }
    guard let found = fitting.first(where: { $0.route.method == method }) else {
      let allowed = fitting.map(\.route.method).joined(separator: ", ")
      throw Problem(
        status: 405, kind: "method-not-allowed", detail: "\(request.path) takes \(allowed), not \(request.method)")
    }
    if !found.route.isOpen { try guardian.checkToken(of: request) }
    return try found.route.answer(self, request, found.values)
  }
}

extension HTTP1Request {
  /// The body as a JSON object; an empty one when there is none and that will do.
  func object(orEmpty: Bool = false) throws(Problem) -> JSON {
    guard let body = try json() else {
      if orEmpty { return .object(JSONObject()) }
      throw .badRequest("body-missing", "the body must be a JSON object; there is none")
    }
    guard body.object != nil else {
      throw .badRequest("bad-value", "the body must be a JSON object, not of type \(body.typeName)")
    }
    return body
  }

  /// The last value of a query parameter.
  func parameter(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// The body as JSON; nil when there is none.
  func json(_ dialect: JSONReader.Dialect = .strict) throws(Problem) -> JSON? {
    guard !body.isEmpty else { return nil }
    do throws(JSONError) {
      return try JSONReader.read(body, dialect: dialect, limits: .world).value
    } catch {
      throw .badRequest("body-not-json", "the body is not JSON: \(error)")
    }
  }
}
