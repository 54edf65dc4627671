import MockAPNsCore
import MockAPNsIO

/// The record: reading, waiting for and deleting deliveries.
enum DeliveryRoutes {
  /// The longest wait of one request.
  static let longestWaitMilliseconds: Int64 = 600_000
  static let largestPage = 1000

  static let table = [
    Route(
      method: "GET", path: "/api/v1/deliveries", operationID: "listDeliveries",
      summary: "Lists deliveries by filters; with waitSeconds it waits until there is one."
    ) { inspection, request, _ throws(Problem) in try list(inspection, request) },
    Route(
      method: "DELETE", path: "/api/v1/deliveries", operationID: "deleteDeliveries",
      summary: "Forgets the deliveries that match the filters, or all."
    ) { inspection, request, _ throws(Problem) in
      let paging = request.query.first { DeliveryQuery.pagingNames.contains($0.name) }
      if let paging {
        throw .badRequest("bad-filter", "\(paging.name) does not choose what is deleted; only filters do")
      }
      let query = try DeliveryQuery(request.query)
      return .json(["deleted": .integer(try delete(query.filter, inspection))])
    },
    Route(
      method: "GET", path: "/api/v1/deliveries/{seq}", operationID: "getDelivery", summary: "Shows one delivery whole."
    ) { inspection, _, values throws(Problem) in
      let seq = try number(values["seq"], "seq")
      guard let delivery = try answered({ () throws(LedgerError) in try inspection.gateway.ledger.delivery(seq) })
      else {
        throw .notFound("there is no delivery \(seq); it may have been deleted")
      }
      return .json(delivery)
    },
    Route(
      method: "GET", path: "/api/v1/deliveries/{seq}/outcomes", operationID: "listOutcomes",
      summary: "Lists the outcomes of one delivery, page by page."
    ) { inspection, request, values throws(Problem) in try outcomes(inspection, request, values) },
  ]

  private static func list(_ inspection: Inspection, _ request: HTTP1Request) throws(Problem) -> HTTP1Response {
    let query = try DeliveryQuery(request.query)
    let wait = try duration(request.query.last { $0.name == "waitSeconds" }?.value)
    let ledger = inspection.gateway.ledger
    let deadline = SystemClock.deadline(inMilliseconds: wait)
    while true {
      let seen = ledger.committed
      let page = try answered { () throws(LedgerError) in try ledger.page(query) }
      guard page.items.isEmpty, SystemClock.monotonicNanoseconds() < deadline else { return .json(json(page)) }
      guard ledger.waitForNews(after: seen, deadline: deadline) > seen else { return .json(json(page)) }
    }
  }

  private static func json(_ page: DeliveryPage) -> [UInt8] {
    var writer = JSONWriter(reserving: page.items.reduce(100) { $0 + $1.count + 1 })
    writer.openObject()
    writer.name("items")
    writer.openArray()
    for item in page.items { writer.verbatim(item) }
    writer.closeArray()
    writer.member("lastSeq", Int64(clamping: page.lastSeq))
    writer.member("kept", page.kept)
    writer.member("total", page.total)
    writer.closeObject()
    return writer.bytes
  }

  private static func outcomes(
    _ inspection: Inspection, _ request: HTTP1Request, _ values: [String: String]
  ) throws(Problem) -> HTTP1Response {
    let seq = try number(values["seq"], "seq")
    let after = request.query.last { $0.name == "after" }?.value
    let position = try after.map { text throws(Problem) in try Int(clamping: number(text, "after")) } ?? -1
    let ledger = inspection.gateway.ledger
    let items = try answered { () throws(LedgerError) in try ledger.outcomes(of: seq, after: position, limit: 100) }
    var writer = JSONWriter()
    writer.openObject()
    writer.name("items")
    writer.openArray()
    for item in items { writer.verbatim(item) }
    writer.closeArray()
    writer.member("last", Int64(position + items.count))
    writer.closeObject()
    return .json(writer.bytes)
  }

  /// Forgets deliveries and tells how many there were.
  static func delete(_ filter: DeliveryFilter, _ inspection: Inspection) throws(Problem) -> Int {
    let deleted = Monitor<Int?>(nil)
    let ledger = inspection.gateway.ledger
    let ticket = ledger.write(.delete(filter) { count in deleted.withLock { $0 = count } })
    while ledger.committed < ticket, ledger.failure == nil {
      _ = ledger.waitForNews(after: ticket - 1, deadline: SystemClock.deadline(inMilliseconds: 100))
    }
    guard let count = deleted.withLock({ $0 }) else {
      throw Problem(status: 500, kind: "record-failed", detail: ledger.failure ?? "the record is closed")
    }
    return count
  }

  static func number(_ text: String?, _ name: String) throws(Problem) -> UInt64 {
    guard let text, let number = UInt64(text) else {
      throw .badRequest("bad-value", "\(name) is \"\(text ?? "")\"; it must be a whole number from 0 on")
    }
    return number
  }

  /// How long a reader waits, in milliseconds.
  static func duration(_ text: String?) throws(Problem) -> Int64 {
    guard let text else { return 0 }
    guard let milliseconds = DurationText.parse(text) else {
      throw .badRequest("bad-value", "waitSeconds is \"\(text)\"; it must be seconds, or like \"250ms\" or \"5s\"")
    }
    return min(milliseconds, longestWaitMilliseconds)
  }

  private static func answered<Result>(
    _ body: () throws(LedgerError) -> Result
  ) throws(Problem) -> Result {
    do throws(LedgerError) {
      return try body()
    } catch {
      throw Problem(status: 500, kind: "record-failed", detail: "the record cannot be read: \(error)")
    }
  }
}

extension DeliveryQuery {
  /// The parameters that are no filters.
  static let pagingNames = ["after", "limit", "order", "waitSeconds"]

  /// Reads filters and paging from query parameters; a repeated name means or, `name!` excludes.
  init(_ parameters: [(name: String, value: String)]) throws(Problem) {
    self.init()
    var filters: [(name: String, values: [String])] = []
    for (name, value) in parameters {
      switch name {
      case "after": after = try DeliveryRoutes.number(value, "after")
      case "limit":
        let number = try DeliveryRoutes.number(value, "limit")
        guard number >= 1, number <= DeliveryRoutes.largestPage else {
          throw .badRequest("bad-value", "limit is \(number); it must be from 1 to \(DeliveryRoutes.largestPage)")
        }
        limit = Int(number)
      case "order":
        guard value == "asc" || value == "desc" else {
          throw .badRequest("bad-value", "order is \"\(value)\"; it must be asc or desc")
        }
        isDescending = value == "desc"
      case "waitSeconds": break
      default:
        if let index = filters.firstIndex(where: { $0.name == name }) {
          filters[index].values.append(value)
        } else {
          filters.append((name, [value]))
        }
      }
    }
    filter = try DeliveryFilter(filters)
  }
}

extension DeliveryFilter {
  init(_ filters: [(name: String, values: [String])]) throws(Problem) {
    self.init()
    for (name, values) in filters {
      let isExcluding = name.hasSuffix("!")
      do throws(FilterFault) {
        try add(isExcluding ? String(name.dropLast()) : name, values, excluding: isExcluding)
      } catch {
        throw .badRequest("bad-filter", error.message)
      }
    }
  }

  /// Reads filters from the object of `where`: a text, a number or a flag, or a list of them.
  init(where object: JSONObject) throws(Problem) {
    var filters: [(name: String, values: [String])] = []
    for member in object.members {
      let values = (member.value.array ?? [member.value]).map { $0.string ?? $0.text() }
      filters.append((member.name, values))
    }
    try self.init(filters)
  }
}
