import MockAPNsCore

/// An outcome as a list keeps it; see `StoredDeliveryWriter`.
struct StoredOutcome {
  let device: ArraySlice<UInt8>
  let activity: ArraySlice<UInt8>?
  let at: Int64
  let kind: ArraySlice<UInt8>
  let isDelivered: Bool
  let reason: ArraySlice<UInt8>?
  let contract: ArraySlice<UInt8>
  let detail: ArraySlice<UInt8>?

  /// The one that the list comes to next.
  init(_ list: inout StoredList) {
    device = list.text() ?? []
    activity = list.text()
    at = list.number()
    kind = list.text() ?? []
    isDelivered = list.number() == 1
    reason = list.text()
    contract = list.text() ?? []
    detail = list.text()
  }

  /// All of a list, in order.
  static func all(_ list: StoredList) -> [StoredOutcome] {
    var list = list
    return (0..<list.count).map { _ in StoredOutcome(&list) }
  }

  /// The JSON that a record shows.
  var json: [UInt8] {
    func text(_ bytes: ArraySlice<UInt8>?) -> JSON {
      bytes.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
    }
    let outcome: JSON = [
      "device": text(device), "activity": text(activity), "at": .string(ISO8601.format(at)), "outcome": text(kind),
      "delivered": .bool(isDelivered), "reason": text(reason), "contract": text(contract), "detail": text(detail),
    ]
    return outcome.bytes()
  }
}
