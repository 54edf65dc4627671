/// The Live Activities that a build of an app declares, by the name of their attributes type.
package struct ActivityTypes: Sendable, Equatable {
  /// As a world file has them.
  package let json: JSONObject
  package let contracts: [String: Contract]
  /// Whether any of them has a date in its content.
  let haveDates: Bool

  /// Reads `attributesTypes`; the fault names the key.
  package init(_ json: JSONObject, at path: JSONPath) throws(WorldFault) {
    var contracts: [String: Contract] = [:]
    for member in json.members {
      contracts[member.name] = try Contract(name: member.name, member.value, at: path.appending(member.name))
    }
    self.json = json
    self.contracts = contracts
    haveDates = contracts.values.contains(where: \.hasDates)
  }

  package static func == (left: ActivityTypes, right: ActivityTypes) -> Bool { left.json == right.json }
}
