import MockAPNsCore

/// Which deliveries are meant: all clauses must hold.
package struct DeliveryFilter: Sendable, Equatable {
  /// Conditions of one name, of which one must hold, or none.
  package struct Clause: Sendable, Equatable {
    var alternatives: [FilterCondition]
    var isExcluding: Bool
  }

  package private(set) var clauses: [Clause] = []

  package init() {}

  /// Adds a filter; several values mean or. The fault names the filter or the value.
  package mutating func add(
    _ name: String, _ values: [String], excluding: Bool = false
  ) throws(FilterFault) {
    guard let row = FilterRow.table.first(where: { $0.name == name }) else {
      let names = FilterRow.table.map(\.name)
      let hint = NearMiss.hint(name, among: names)
      throw FilterFault(
        "there is no filter \(name)\(hint.isEmpty ? "; known are \(names.joined(separator: ", "))" : hint)")
    }
    var alternatives: [FilterCondition] = []
    for value in values { alternatives.append(try row.condition(value)) }
    clauses.append(Clause(alternatives: alternatives, isExcluding: excluding))
  }

  /// Whether a delivery is meant.
  func matches(_ row: DeliveryRow) throws -> Bool {
    for clause in clauses {
      let holds = try clause.alternatives.contains { try $0.holds(for: row) }
      if holds == clause.isExcluding { return false }
    }
    return true
  }
}

/// Why a filter cannot be used, in one sentence.
package struct FilterFault: Error, Sendable, Equatable {
  package var message: String

  init(_ message: String) {
    self.message = message
  }
}
