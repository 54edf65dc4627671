/// A request as it arrived on a push listener: bytes, nothing understood yet.
package struct PushRequest: Sendable, Equatable {
  package var method: [UInt8]
  package var path: [UInt8]
  /// `:authority`; empty when the client sent none, as some do who send `host` instead.
  package var authority: [UInt8]
  package let fields: HeaderFields
  /// Where the fields that matter stand.
  let places: PushHeaderPlaces
  /// Names and values of all fields and 32 for each, as HTTP/2 counts a header list (RFC 9113, 6.5.2).
  package var fieldListBytes: Int
  package var body: [UInt8]
  /// False when the body was cut because it was larger than any push may be.
  package var isBodyComplete: Bool

  package init(
    method: [UInt8], path: [UInt8], authority: [UInt8] = [], fields: HeaderFields, fieldListBytes: Int = 0,
    body: [UInt8], isBodyComplete: Bool = true
  ) {
    self.method = method
    self.path = path
    self.authority = authority
    self.fields = fields
    places = PushHeaderPlaces(fields)
    self.fieldListBytes = fieldListBytes
    self.body = body
    self.isBodyComplete = isBodyComplete
  }
}

extension PushRequest {
  /// The value of a header; nil when it is absent.
  package func value(_ header: PushHeader) -> ArraySlice<UInt8>? {
    places[header].map { fields[$0].value }
  }
}

/// Where each header that APNs reads stands in the fields of one request.
struct PushHeaderPlaces: Equatable {
  private var places = SIMD8<Int32>(repeating: -1)
  /// The first header that stands twice.
  private(set) var duplicate: PushHeader?

  init(_ fields: HeaderFields) {
    var index = fields.startIndex
    while index < fields.endIndex {
      if let header = PushHeader(name: fields[index].name) { place(header, at: index) }
      index = fields.index(after: index)
    }
  }

  private mutating func place(_ header: PushHeader, at index: Int) {
    if places[header.place] >= 0 {
      duplicate = duplicate ?? header
    } else {
      places[header.place] = Int32(clamping: index)
    }
  }

  /// The index of a header among the fields; nil when it is absent.
  subscript(header: PushHeader) -> Int? {
    let place = Int(places[header.place])
    return place < 0 ? nil : place
  }
}

extension PushHeader {
  fileprivate var place: Int {
    switch self {
    case .authorization: 0
    case .apnsID: 1
    case .apnsExpiration: 2
    case .apnsPriority: 3
    case .apnsTopic: 4
    case .apnsCollapseID: 5
    case .apnsPushType: 6
    }
  }
}
