/// Checks of what a push carries for an activity: its shape, its size, its nulls, and what the app declares.
extension ActivityPush {
  /// Bytes that state and attributes may have together. Documented: `ApplePage.liveData`; what is counted is chosen.
  static let combinedLimit = 4096

  /// Whether the build of the app that is on the device was asked.
  static func check(_ contract: Contract?) -> Outcome.ContractCheck {
    contract?.hasContentState == true ? .checked : .notDeclared
  }

  /// The state of an update or an end; nil when there is none.
  func state(_ contract: Contract?, attributesSize: Int) throws(ActivityDrop) -> JSON? {
    guard let state = aps["content-state"] else { return nil }
    try checkSize(state, attributesSize)
    try checkNull(state, "content-state")
    try checkShape(state, "content-state", contract)
    if let fault = contract?.checkContentState(state) { throw failed(fault, "content-state") }
    return state
  }

  /// The attributes of a start.
  func attributes(_ contract: Contract?) throws(ActivityDrop) -> JSON {
    guard let attributes = aps["attributes"] else { throw ActivityDrop(.attributesMissing, "attributes is absent") }
    try checkNull(attributes, "attributes")
    try checkShape(attributes, "attributes", contract)
    if let fault = contract?.checkAttributes(attributes) { throw failed(fault, "attributes") }
    return attributes
  }

  private func checkShape(_ value: JSON, _ name: String, _ contract: Contract?) throws(ActivityDrop) {
    guard value.object == nil else { return }
    throw ActivityDrop(
      .decodeFailed, "aps.\(name) must be an object; it is of type \(value.typeName)", contract: Self.check(contract))
  }

  private func checkSize(_ state: JSON, _ attributesSize: Int) throws(ActivityDrop) {
    // The body is larger than the state in it, so most pushes need no closer look.
    guard push.size + attributesSize > Self.combinedLimit else { return }
    let size = state.bytes().count + attributesSize
    guard size > Self.combinedLimit else { return }
    throw ActivityDrop(
      .over4KBCombined, "content-state and attributes have \(size) bytes as JSON; \(Self.combinedLimit) are allowed")
  }

  private func checkNull(_ value: JSON, _ name: String) throws(ActivityDrop) {
    guard settings.nullInState == .drop, let place = value.firstNull.map(JSONPath.init) else { return }
    throw ActivityDrop(.nullInState, "\(Self.place(place, in: name)) is null (setting nullInState)")
  }

  private func failed(_ fault: ContractFault, _ name: String) -> ActivityDrop {
    ActivityDrop(.decodeFailed, "\(Self.place(fault.path, in: name)): \(fault.clause)", contract: .checked)
  }

  /// The path from the top of the payload.
  private static func place(_ path: JSONPath, in name: String) -> String {
    JSONPath([.key("aps"), .key(name)] + path.elements).description
  }
}

extension JSON {
  /// The way to the first null, which is put together on the way back; nil where there is none.
  var firstNull: [JSONPathElement]? { holdsNull ? wayToNull : nil }

  private var holdsNull: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.contains { $0.holdsNull }
    case .object(let object): object.members.contains { $0.value.holdsNull }
    case .bool, .number, .string: false
    }
  }

  private var wayToNull: [JSONPathElement]? {
    switch self {
    case .null: return []
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.wayToNull { return [.index(index)] + found }
      }
    case .object(let object):
      for member in object.members {
        if let found = member.value.wayToNull { return [.key(member.name)] + found }
      }
    case .bool, .number, .string: break
    }
    return nil
  }
}
