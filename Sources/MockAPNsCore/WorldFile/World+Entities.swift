/// The world in pieces, each in the form that it has in a world file: for the store and for snapshots.
extension World {
  /// Every piece, in an order in which a loader can read them.
  package var entities: [EntityChange] {
    var list = Settings.rows.map { EntityChange(kind: .setting, id: $0.name, value: $0.read(settings)) }
    func add(_ kind: EntityChange.Kind, _ ids: some Sequence<String>) {
      list += ids.sorted().map { EntityChange(kind: kind, id: $0, value: entity(kind, $0)) }
    }
    add(.clock, [Self.clockID])
    add(.key, keys.keys)
    add(.app, apps.keys)
    add(.certificate, certificates.keys)
    add(.device, devices.keys)
    add(.channel, channels.keys)
    add(.activity, activities.keys)
    add(.retiredToken, retiredTokens.map(\.token.text))
    return list
  }

  /// One piece as it stands now; nil when there is none.
  package func entity(_ kind: EntityChange.Kind, _ id: String) -> JSON? {
    switch kind {
    case .setting: Settings.row(id)?.read(settings)
    case .clock: clock.json
    case .key: keys[id]?.json
    case .app: apps[id]?.json
    case .certificate: certificates[id]?.json
    case .device: devices[id]?.json
    case .channel: channels[id]?.json
    case .activity: activities[id]?.wholeJSON
    case .retiredToken: retiredTokens.last { $0.token.text == id }?.json
    }
  }

  /// What is different from an earlier state, numbered as changes.
  mutating func changes(since before: World) -> [Effect] {
    let old = Dictionary(uniqueKeysWithValues: before.entities.map { (Piece($0), $0.value) })
    let new = Dictionary(uniqueKeysWithValues: entities.map { (Piece($0), $0.value) })
    var changed = before.entities.filter { new[Piece($0)] == nil }.map {
      EntityChange(kind: $0.kind, id: $0.id, value: nil)
    }
    changed += entities.filter { old[Piece($0)] != $0.value }
    revision += UInt64(changed.count)
    return changed.map { .changed($0) }
  }

  private struct Piece: Hashable {
    var kind: EntityChange.Kind
    var id: String

    init(_ change: EntityChange) {
      kind = change.kind
      id = change.id
    }
  }

  /// A world file from pieces; the order of the pieces does not matter.
  package static func document(from entities: [EntityChange]) -> JSON {
    var lists: [EntityChange.Kind: [JSON]] = [:]
    var named: [EntityChange.Kind: JSONObject] = [:]
    var teams: [String: JSONObject] = [:]
    var clock: JSON?
    for entity in entities {
      guard let value = entity.value else { continue }
      switch entity.kind {
      case .device, .channel, .activity, .retiredToken: lists[entity.kind, default: []].append(value)
      case .clock: clock = value
      case .setting, .certificate: named[entity.kind, default: JSONObject()].append(entity.id, value)
      case .app:
        named[.app, default: JSONObject()].append(entity.id, value)
        if let team = value["team"]?.string { teams[team] = teams[team] ?? JSONObject() }
      case .key:
        var key = value.object ?? JSONObject()
        let team = key["team"]?.string ?? ""
        key.remove("team")
        teams[team, default: JSONObject()].append(entity.id, .object(key))
      }
    }
    var document = JSONObject()
    document.append("settings", .object(named[.setting] ?? JSONObject()))
    if let clock { document.append("clock", clock) }
    let teamMembers = teams.sorted { $0.key < $1.key }.map { team in
      JSONObject.Member(name: team.key, value: .object(JSONObject([.init(name: "keys", value: .object(team.value))])))
    }
    document.append("teams", .object(JSONObject(teamMembers)))
    document.append("apps", .object(named[.app] ?? JSONObject()))
    document.append("certificates", .object(named[.certificate] ?? JSONObject()))
    document.append("devices", .array(lists[.device] ?? []))
    document.append("retiredTokens", .array(lists[.retiredToken] ?? []))
    document.append("activities", .array(lists[.activity] ?? []))
    document.append("channels", .array(lists[.channel] ?? []))
    document.append("faults", .array([]))
    return .object(document)
  }
}
