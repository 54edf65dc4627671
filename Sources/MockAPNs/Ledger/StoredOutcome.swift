import MockAPNsCore

/// An outcome as a list keeps it; see `StoredDeliveryWriter`.
struct StoredOutcome {
  let device: ArraySlice<UInt8>
  let activity: ArraySlice<UInt8>?
  let at: Int64
  let kind: ArraySlice<UInt8>
  private let marks: Int64
  let reason: ArraySlice<UInt8>?
  let contract: ArraySlice<UInt8>
  private let detail: ArraySlice<UInt8>?

  var isDelivered: Bool { marks & Self.delivered != 0 }

  private static let delivered: Int64 = 1
  /// The detail is in the payload, and whether the app was in front.
  private static let alert: Int64 = 2
  private static let inFront: Int64 = 4
  private static let badge: Int64 = 8
  /// What the detail says comes after what the alert in the payload says.
  private static let change: Int64 = 16

  /// What is kept of an outcome in one number.
  static func marks(_ outcome: Outcome) -> Int64 {
    let marks = outcome.kind.isDelivered ? delivered : 0
    return switch outcome.detail {
    case .alert(let isInFront): marks | alert | (isInFront ? inFront : 0)
    case .badge: marks | badge
    case .change: marks | change
    case .text, nil: marks
    }
  }

  /// The one that the list comes to next.
  init(_ list: inout StoredList) {
    device = list.text() ?? []
    activity = list.text()
    at = list.number()
    kind = list.text() ?? []
    marks = list.number()
    reason = list.text()
    contract = list.text() ?? []
    detail = list.text()
  }

  /// All of a list, in order.
  static func all(_ list: StoredList) -> [StoredOutcome] {
    var list = list
    return (0..<list.count).map { _ in StoredOutcome(&list) }
  }

  /// The JSON that a record shows; the payload is that of the push.
  func json(payload: ArraySlice<UInt8>?) -> [UInt8] {
    let words = Outcome.words(for: whole, payload: Array(payload ?? []))
    func text(_ bytes: ArraySlice<UInt8>?) -> JSON {
      bytes.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
    }
    let outcome: JSON = [
      "device": text(device), "activity": text(activity), "at": .string(ISO8601.format(at)), "outcome": text(kind),
      "delivered": .bool(isDelivered), "reason": text(reason), "contract": text(contract),
      "detail": words.map(JSON.string) ?? .null,
    ]
    return outcome.bytes()
  }

  private var whole: Outcome.Detail? {
    if marks & Self.badge != 0 { return .badge }
    if marks & Self.alert != 0 { return .alert(isInFront: marks & Self.inFront != 0) }
    let text = detail.map { String(decoding: $0, as: UTF8.self) }
    return marks & Self.change != 0 ? .change(text ?? "") : text.map(Outcome.Detail.text)
  }
}
