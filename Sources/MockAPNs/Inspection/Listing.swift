import MockAPNsCore
import MockAPNsIO

/// One page of a list of named things, in the order of their names.
struct Listing {
  private let limit: Int
  private let after: String?
  private let filters: [(name: String, value: String)]

  /// Reads `limit`, `after` and the filters, of which those in the table are known.
  ///
  /// - Parameter words: what the values of a filter may be, where they are few.
  init(_ request: HTTP1Request, filters known: [String], words: [String: [String]] = [:]) throws(Problem) {
    var filters: [(name: String, value: String)] = []
    for parameter in request.query where parameter.name != "limit" && parameter.name != "after" {
      guard known.contains(parameter.name) else {
        throw .badRequest(
          "bad-filter",
          "there is no filter \(parameter.name); known are \((known + ["after", "limit"]).joined(separator: ", "))")
      }
      if let allowed = words[parameter.name], !allowed.contains(parameter.value) {
        throw .badRequest(
          "bad-filter",
          "\(parameter.name) is \"\(parameter.value)\", which is none of \(allowed.joined(separator: ", "))"
            + NearMiss.hint(parameter.value, among: allowed))
      }
      filters.append(parameter)
    }
    self.filters = filters
    after = request.parameter("after")
    let number = try request.parameter("limit").map { text throws(Problem) in try DeliveryRoutes.number(text, "limit") }
    let limit = number ?? 100
    guard limit >= 1, limit <= DeliveryRoutes.largestPage else {
      throw .badRequest("bad-value", "limit is \(limit); it must be from 1 to \(DeliveryRoutes.largestPage)")
    }
    self.limit = Int(limit)
  }

  /// Whether every filter has a value that fits; a repeated one means or.
  func admits(_ value: (String) -> [String]) -> Bool {
    Dictionary(grouping: filters, by: \.name).allSatisfy { name, wanted in
      let found = value(name)
      return wanted.contains { found.contains($0.value) }
    }
  }

  /// The things of the page, and the name to go on after.
  func page(_ names: some Sequence<String>, _ isMeant: (String) -> Bool, _ shown: (String) -> JSON?) -> JSON {
    let sorted = names.filter { after == nil || $0 > after ?? "" }.sorted()
    let items = sorted.lazy.filter(isMeant).prefix(limit)
    let shownNames = Array(items)
    return [
      "items": .array(shownNames.compactMap(shown)),
      "last": (shownNames.last ?? after).map(JSON.string) ?? .null,
    ]
  }
}
