import MockAPNsCore
import MockAPNsIO

/// The signing keys that providers may use.
enum KeyRoutes {
  static let table = [
    Route(
      method: "GET", path: "/api/v1/keys", operationID: "listKeys", summary: "All signing keys, by id."
    ) { inspection, _, _ throws(Problem) in
      let keys = inspection.gateway.read { world in
        world.keys.keys.sorted().map { shown($0, world.entity(.key, $0)) }
      }
      return .json(["items": .array(keys)])
    },
    Route(
      method: "POST", path: "/api/v1/keys", operationID: "addKey",
      summary: "Registers a key; without publicKey one is made and its p8 is in the answer."
    ) { inspection, request, _ throws(Problem) in try add(inspection, request) },
    Route(
      method: "PATCH", path: "/api/v1/keys/{kid}", operationID: "changeKey",
      summary: "Changes revoked, topics, environments or relatedKey of a key."
    ) { inspection, request, values throws(Problem) in
      let id = values["kid"] ?? ""
      let old = try known(id, inspection)
      guard let changes = try request.json()?.object else {
        throw .badRequest("bad-value", "the body must be an object")
      }
      var whole = old.json
      for member in changes.members { whole.set(member.name, member.value) }
      return try put(id, old.team, whole, inspection)
    },
    Route(
      method: "DELETE", path: "/api/v1/keys/{kid}", operationID: "removeKey", summary: "Forgets a key."
    ) { inspection, _, values throws(Problem) in
      let id = values["kid"] ?? ""
      _ = try known(id, inspection)
      try Problem.ofWorld { () throws(WorldFault) in try inspection.gateway.command(.removeKey(id)) }
      return .json(["removed": .string(id)])
    },
  ]

  /// The team of a key, and the rest as a world file has it.
  private static func known(_ id: String, _ inspection: Inspection) throws(Problem) -> (team: String, json: JSONObject)
  {
    let entity = inspection.gateway.read { $0.entity(.key, id) }
    guard var object = entity?.object else { throw .notFound("there is no key \(id)") }
    let team = object["team"]?.string ?? ""
    object.remove("team")
    return (team, object)
  }

  private static func add(_ inspection: Inspection, _ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    guard var object = try request.json()?.object, let id = object["id"]?.string, let team = object["team"]?.string
    else {
      throw .badRequest("bad-value", "the body must be an object with the texts id and team")
    }
    if inspection.gateway.read({ $0.keys[id] != nil }) {
      throw Problem(status: 409, kind: "key-exists", detail: "there is a key \(id) already; change it with PATCH")
    }
    object.remove("id")
    object.remove("team")
    return try put(id, team, object, inspection, status: 201)
  }

  private static func put(
    _ id: String, _ team: String, _ object: JSONObject, _ inspection: Inspection, status: Int = 200
  ) throws(Problem) -> HTTP1Response {
    try Problem.ofWorld { () throws(WorldFault) in
      try inspection.gateway.command(.putKey(inspection.loading.key(id, of: team, .object(object))))
    }
    var answer = shown(id, inspection.gateway.read { $0.entity(.key, id) }).object ?? JSONObject()
    let isMade = object["publicKey"] == nil && status == 201
    if isMade, let made = try? inspection.loading.folder.key(id).key { answer.set("p8", .string(made.privateKeyPEM)) }
    return .json(.object(answer), status: status)
  }

  private static func shown(_ id: String, _ entity: JSON?) -> JSON {
    var object = JSONObject([.init(name: "id", value: .string(id))])
    for member in entity?.object?.members ?? [] { object.append(member.name, member.value) }
    return .object(object)
  }
}
