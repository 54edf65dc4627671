import MockAPNsIO

/// One row of the table of routes: what the inspection API answers to.
struct Route: Sendable {
  var method: String
  /// Segments; one in braces takes any text.
  var path: String
  /// The name of the operation in generated clients.
  var operationID: String
  /// What it does, in one sentence.
  var summary: String
  /// Whether it needs no token: what containers and fresh clients ask before they can have one.
  var isOpen = false
  let answer: @Sendable (Inspection, HTTP1Request, [String: String]) throws(Problem) -> HTTP1Response

  /// The table.
  static let table: [Route] =
    DeliveryRoutes.table + DeviceRoutes.table + AppRoutes.table + ActivityRoutes.table + ClockRoutes.table
    + WorldRoutes.table + KeyRoutes.table + SettingRoutes.table + ConnectRoutes.table

  /// The values of the segments in braces when the path fits; nil when it does not.
  func match(_ segments: [Substring]) -> [String: String]? {
    let own = path.split(separator: "/")
    guard own.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (pattern, segment) in zip(own, segments) {
      if pattern.hasPrefix("{") {
        values[String(pattern.dropFirst().dropLast())] = HTTP1Request.decoded(segment)
      } else if pattern != segment {
        return nil
      }
    }
    return values
  }
}
