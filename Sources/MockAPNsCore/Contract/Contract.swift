/// What an app declares of one ActivityAttributes type, and whether a payload decodes into it as on a device.
///
/// The description is read once into tables; a check allocates nothing as long as the value decodes. The rules are
/// those of a plain `JSONDecoder()`, since the system decodes with the defaults.
/// Documented: developer.apple.com, "Starting and updating Live Activities with ActivityKit push notifications".
/// Observed: every rule was run with Swift 6.3.1 on Linux.
package final class Contract: Sendable, Equatable {
  let types: ContractTypes
  private let attributes: ContractTypes.Index
  private let contentState: ContractTypes.Index
  /// False when the entry leaves `attributes` out, so that any value passes without having been checked.
  package let hasAttributes: Bool
  /// The same for `contentState`.
  package let hasContentState: Bool

  /// Reads one entry of `attributesTypes`; the fault names the key.
  ///
  /// The entry has `attributes`, `contentState` and `types`; what is left out is not checked. A struct is written as
  /// its stored properties, `{ gate: "String", eta: "Date?" }`, or, where keys differ from names, as
  /// `{ properties: {…}, codingKeys: { gate: "gate_id" } }`.
  /// Each entry of `types` is one of
  /// - a struct, in either form;
  /// - an enum with raw values: `{ rawValue: "String", cases: ["idle"] }`, or `cases: { idle: "IDLE" }` where they
  ///   are not the names; with `codingKeyRepresentable: true` it is a key in objects;
  /// - an enum without raw values: `{ cases: ["idle"] }`, or with what the cases carry:
  ///   `cases: { eta: { minutes: "Int" }, late: ["Int", "String"], idle: {} }`; `codingKeys` renames cases.
  package init(name: String, _ value: JSON, at path: JSONPath) throws(WorldFault) {
    var fields = try Fields(value, at: path)
    var compiler = ContractCompiler()
    let (state, root) = (fields.value("contentState"), fields.value("attributes"))
    let declared = try fields.members("types")
    try fields.finish()
    let roots = [
      ContractCompiler.Declaration(name: "ContentState", value: state, path: path.appending("contentState")),
      ContractCompiler.Declaration(name: name, value: root, path: path.appending("attributes")),
    ]
    types = try compiler.compile(
      roots + declared.map { ContractCompiler.Declaration(name: $0.name, value: $0.value, path: $0.path) })
    (contentState, attributes) = (0, 1)
    (hasContentState, hasAttributes) = (state != nil, root != nil)
  }

  package static func == (left: Contract, right: Contract) -> Bool {
    left.types == right.types && left.attributes == right.attributes && left.contentState == right.contentState
      && left.hasAttributes == right.hasAttributes && left.hasContentState == right.hasContentState
  }

  /// Why the `attributes` of a start do not decode; nil when they do.
  package func checkAttributes(_ value: JSON) -> ContractFault? {
    check(value, as: attributes)
  }

  /// Why a `content-state` does not decode; nil when it does.
  package func checkContentState(_ value: JSON) -> ContractFault? {
    check(value, as: contentState)
  }

  private func check(_ value: JSON, as type: ContractTypes.Index) -> ContractFault? {
    do throws(ContractFault) {
      try types.check(value, as: type)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a `content-state` may hold dates.
  var hasDates: Bool { types.holdsDate[contentState] }

  /// The dates of a `content-state` that decode, but into a year that nobody can have meant.
  package func suspectDates(inContentState value: JSON) -> [SuspectDate] {
    types.suspectDates(in: value, as: contentState)
  }
}
