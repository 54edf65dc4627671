import MockAPNsCore
import MockAPNsIO

/// The world's clock.
enum ClockRoutes {
  static let table = [
    Route(
      method: "GET", path: "/api/v1/clock", operationID: "getClock",
      summary: "What the world's clock shows, and whether it runs."
    ) { inspection, _, _ throws(Problem) in .json(shown(inspection)) },
    Route(
      method: "PUT", path: "/api/v1/clock", operationID: "setClock",
      summary: "Lets the clock run (mode real) or stand still (mode frozen), at once or at the time now; forwards only."
    ) { inspection, request, _ throws(Problem) in
      let body = try request.object()
      try turn(inspection) { now throws(WorldFault) in try ClockCommand(setting: body, at: now) }
      return .json(shown(inspection))
    },
    Route(
      method: "POST", path: "/api/v1/clock/advance", operationID: "advanceClock",
      summary: "Turns the clock forwards by a duration or to a time; all that falls due happens in its order."
    ) { inspection, request, _ throws(Problem) in
      let body = try request.object()
      try turn(inspection) { now throws(WorldFault) in try ClockCommand(advancing: body, at: now) }
      return .json(shown(inspection))
    },
  ]

  private static func turn(
    _ inspection: Inspection, _ command: (Instant) throws(WorldFault) -> ClockCommand
  ) throws(Problem) {
    try Problem.ofWorld { () throws(WorldFault) in
      let now = inspection.gateway.read { $0.clockNow(at: Gateway.now) }
      try inspection.gateway.command(.clock(command(now)))
    }
  }

  private static func shown(_ inspection: Inspection) -> JSON {
    let real = Gateway.now
    return inspection.gateway.readSettled { world in
      let now = world.clockNow(at: real)
      return [
        "mode": .string(world.clock.frozenAt == nil ? ClockMode.real.rawValue : ClockMode.frozen.rawValue),
        "now": .string(ISO8601.format(now.milliseconds)),
        "offsetSeconds": seconds(now.milliseconds - real.milliseconds),
      ]
    }
  }

  /// A whole number where it is one.
  private static func seconds(_ milliseconds: Int64) -> JSON {
    guard !milliseconds.isMultiple(of: 1000) else { return .integer(milliseconds / 1000) }
    return JSONNumber(Double(milliseconds) / 1000).map(JSON.number) ?? 0
  }
}
