import MockAPNsCore
import MockAPNsIO

/// An error of the inspection API, as RFC 9457 shapes it.
struct Problem: Error {
  var status: Int
  /// The last part of the `type`, which stays the same.
  var kind: String
  /// What is wrong and what would be right, in one sentence.
  var detail: String
  /// Further members.
  var extra = JSONObject()

  init(status: Int, kind: String, detail: String) {
    (self.status, self.kind, self.detail) = (status, kind, detail)
  }

  static func badRequest(_ kind: String, _ detail: String) -> Problem {
    Problem(status: 400, kind: kind, detail: detail)
  }

  static func notFound(_ detail: String) -> Problem {
    Problem(status: 404, kind: "not-found", detail: detail)
  }

  /// Runs something that the world may refuse; its fault becomes a problem that names the key.
  @discardableResult
  static func ofWorld<Result>(_ body: () throws(WorldFault) -> Result) throws(Problem) -> Result {
    do throws(WorldFault) {
      return try body()
    } catch {
      throw Problem(error)
    }
  }

  /// What the world refuses: 404 for what does not exist, 409 for a start that ActivityKit would not allow, else 400.
  init(_ fault: WorldFault) {
    let path = fault.path.elements.isEmpty ? "" : "\(fault.path) "
    self.init(
      status: fault.isMissing ? 404 : 400, kind: fault.isMissing ? "not-found" : "bad-value",
      detail: path + fault.message)
    guard let error = fault.authorizationError else { return }
    (status, kind) = (409, "activity-not-authorized")
    extra.append("error", .string(error.rawValue))
  }

  var response: HTTP1Response {
    var object = JSONObject()
    object.append("type", .string("/problems/\(kind)"))
    object.append("title", .string(kind.split(separator: "-").joined(separator: " ")))
    object.append("status", .integer(status))
    object.append("detail", .string(detail))
    for member in extra.members { object.append(member.name, member.value) }
    return HTTP1Response(
      status: status, fields: [HTTP1Field("content-type", "application/problem+json")],
      body: .bytes(JSON.object(object).bytes()))
  }
}

extension HTTP1Response {
  /// A JSON answer.
  static func json(_ value: JSON, status: Int = 200) -> HTTP1Response {
    .json(value.bytes(), status: status)
  }

  static func json(_ bytes: [UInt8], status: Int = 200) -> HTTP1Response {
    HTTP1Response(status: status, fields: [HTTP1Field("content-type", "application/json")], body: .bytes(bytes))
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> HTTP1Response {
    HTTP1Response(status: status, fields: [HTTP1Field("content-type", type)], body: .bytes(Array(text.utf8)))
  }
}
