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

  /// The value of `content-encoding`; nil when it is absent.
  var contentEncoding: ArraySlice<UInt8>? {
    places.contentEncoding.map { fields[$0].value }
  }
}

/// Where each header that APNs reads stands in the fields of one request.
struct PushHeaderPlaces: Equatable {
  private var places = SIMD8<Int32>(repeating: -1)
  /// The first header that stands twice.
  private(set) var duplicate: PushHeader?

  /// `content-encoding`, which APNs does not read.
  private(set) var contentEncoding: Int?

  init(_ fields: HeaderFields) {
    fields.each { place, nameCount, bytes in
      guard let header = PushHeader(at: place, count: nameCount, in: bytes) else {
        if contentEncoding == nil, bytes.hasName("content-encoding", at: place, count: nameCount) {
          contentEncoding = place
        }
        return
      }
      if places[header.place] >= 0 {
        duplicate = duplicate ?? header
      } else {
        places[header.place] = Int32(clamping: place)
      }
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

  /// The header whose name stands in the field at that place; nil for names that APNs does not read.
  ///
  /// Their lengths tell all but two apart, so that a name is compared once.
  fileprivate init?(at place: Int, count: Int, in bytes: ByteView) {
    let (header, name): (PushHeader, StaticString)
    switch count {
    case 7: (header, name) = (.apnsID, "apns-id")
    case 10: (header, name) = (.apnsTopic, "apns-topic")
    case 13 where bytes[place + 9] == UInt8(ascii: "u"): (header, name) = (.authorization, "authorization")
    case 13: (header, name) = (.apnsPriority, "apns-priority")
    case 14: (header, name) = (.apnsPushType, "apns-push-type")
    case 15: (header, name) = (.apnsExpiration, "apns-expiration")
    case 16: (header, name) = (.apnsCollapseID, "apns-collapse-id")
    default: return nil
    }
    guard bytes.hasName(name, at: place, count: count) else { return nil }
    self = header
  }
}
