import MockAPNsCore
import MockAPNsIO

/// Virtual devices and their tokens.
enum DeviceRoutes {
  static let table = [
    Route(
      method: "GET", path: "/api/v1/devices", operationID: "listDevices",
      summary: "Lists devices by environment, platform, bundleId and online, page by page."
    ) { inspection, request, _ throws(Problem) in try list(inspection, request) },
    Route(
      method: "POST", path: "/api/v1/devices", operationID: "addDevice",
      summary: "Adds a device, as a world file has it."
    ) {
      inspection, request, _ throws(Problem) in
      let effects = try command(.add(try request.object()), inspection)
      return .json(try shown(newest(effects, .device), inspection), status: 201)
    },
    Route(method: "GET", path: "/api/v1/devices/{id}", operationID: "getDevice", summary: "Shows one device.") {
      inspection, _, values throws(Problem) in .json(try shown(values["id"] ?? "", inspection))
    },
    Route(
      method: "PATCH", path: "/api/v1/devices/{id}", operationID: "changeDevice",
      summary:
        "Changes online, lowPower, locked, osVersion, surfaces, name, or a switch of Live Activities for all its apps."
    ) { inspection, request, values throws(Problem) in
      let id = values["id"] ?? ""
      try command(.change(id, try request.object()), inspection)
      return .json(try shown(id, inspection))
    },
    Route(
      method: "DELETE", path: "/api/v1/devices/{id}", operationID: "removeDevice",
      summary: "Removes a device with its tokens and Live Activities."
    ) { inspection, _, values throws(Problem) in
      let id = values["id"] ?? ""
      try command(.remove(id), inspection)
      return .json(["removed": .string(id)])
    },
    Route(
      method: "GET", path: "/api/v1/tokens/{token}", operationID: "getToken", summary: "Tells whose a device token is."
    ) { inspection, _, values throws(Problem) in .json(try shown(try token(values), inspection)) },
    Route(
      method: "PATCH", path: "/api/v1/tokens/{token}", operationID: "changeToken",
      summary: "Changes state (active, superseded, unregistered, expired, …), since and graceSeconds of a token."
    ) { inspection, request, values throws(Problem) in
      let token = try token(values)
      try command(.changeToken(token, try request.object()), inspection)
      return .json(try shown(token, inspection))
    },
  ]

  private static func list(_ inspection: Inspection, _ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    let words = [
      "environment": Environment.allCases.map(\.rawValue), "platform": Platform.allCases.map(\.rawValue),
      "online": ["true", "false"],
    ]
    let listing = try Listing(request, filters: ["environment", "platform", "bundleId", "online"], words: words)
    return .json(
      inspection.gateway.readSettled { world in
        listing.page(
          world.devices.keys,
          { id in
            guard let device = world.devices[id] else { return false }
            return listing.admits { filter in
              switch filter {
              case "environment": [device.environment.rawValue]
              case "platform": [device.platform.rawValue]
              case "online": ["\(device.isOnline)"]
              default: device.apps.map(\.bundleID)
              }
            }
          }, world.shownDevice)
      })
  }

  @discardableResult
  static func command(_ command: DeviceCommand, _ inspection: Inspection) throws(Problem) -> [Effect] {
    try Problem.ofWorld { () throws(WorldFault) in try inspection.gateway.command(.device(command)) }
  }

  /// The id of what a command has changed last.
  static func newest(_ effects: [Effect], _ kind: EntityChange.Kind) -> String {
    for case .changed(let change) in effects.reversed() where change.kind == kind { return change.id }
    return ""
  }

  private static func shown(_ id: String, _ inspection: Inspection) throws(Problem) -> JSON {
    guard let device = inspection.gateway.readSettled({ $0.shownDevice(id) }) else {
      let known = inspection.gateway.read { Array($0.devices.keys.prefix(1000)) }
      throw .notFound("there is no device \(id)" + NearMiss.hint(id, among: known))
    }
    return device
  }

  private static func shown(_ token: DeviceToken, _ inspection: Inspection) throws(Problem) -> JSON {
    guard let shown = inspection.gateway.readSettled({ $0.shownToken(token) }) else {
      throw .notFound("no device has the token \(token.text)")
    }
    return shown
  }

  private static func token(_ values: [String: String]) throws(Problem) -> DeviceToken {
    do throws(DeviceToken.Fault) {
      return try DeviceToken(parsing: Array((values["token"] ?? "").utf8)[...])
    } catch {
      throw .badRequest(
        "bad-value",
        "the path names no device token, which has \(DeviceToken.fewestDigits) to \(DeviceToken.mostDigits) "
          + "hexadecimal digits")
    }
  }
}
