/// What can be seen in a Live Activity push before a device has it.
extension Judgement {
  /// Bytes of state and attributes from which the limit of 4 KB is near. Chosen: four fifths of it.
  private static let largeStateBytes = 3277
  /// From here on a number of seconds is rather one of milliseconds: the year 5138.
  private static let millisecondsFrom = 1e11
  private static let longestLingerSeconds = 4.0 * 3600

  mutating func reviewLiveActivity(_ aps: JSONObject) {
    let event = aps["event"]?.string
    reviewState(aps)
    reviewDates(aps, event)
    reviewAlert(aps)
    if aps["sound"] != nil { note(.soundOutsideAlert, path: "aps.sound") }
    if aps["input-push-token"] != nil, aps["input-push-channel"] != nil {
      note(.bothInputKeys, path: "aps.input-push-channel")
    }
    if event == "end", aps["content-state"] == nil { note(.endWithoutFinalState, path: "aps.content-state") }
    if event == "start" { reviewAttributes(aps) }
  }

  private mutating func reviewState(_ aps: JSONObject) {
    for name in ["content-state", "attributes"] {
      guard let value = aps[name] else { continue }
      if let text = value.string, (try? JSONReader.read(Array(text.utf8)))?.value.object != nil {
        note(.stateDoubleEncoded, path: "aps.\(name)")
      }
      if let place = value.firstNull {
        note(.nullInState, path: JSONPath([.key("aps"), .key(name)] + place).description)
      }
    }
    // The body is larger than what is in it.
    guard request.body.count >= Self.largeStateBytes else { return }
    let bytes = (aps["content-state"]?.bytes().count ?? 0) + (aps["attributes"]?.bytes().count ?? 0)
    if bytes >= Self.largeStateBytes { note(.stateLarge, path: "aps.content-state", "They have \(bytes) bytes.") }
  }

  /// Dates that decode, but some 31 years too late or worse.
  mutating func reviewDatesInState(_ aps: JSONObject, _ world: World) {
    guard let state = aps["content-state"], let contract = contract(aps, world) else { return }
    for suspect in contract.suspectDates(inContentState: state).prefix(Self.shownSuspects) {
      let place = JSONPath([.key("aps"), .key("content-state")] + suspect.path.elements)
      note(.dateEpochSuspect, path: place.description, Self.told(suspect))
    }
  }

  private static func told(_ suspect: SuspectDate) -> String {
    let unit = suspect.isMilliseconds ? "It looks like milliseconds since 1970" : "It looks like seconds since 1970"
    let seconds = (suspect.value.double ?? 0) + 978_307_200
    let year = Int64(exactly: (seconds * 1000).rounded()).flatMap { seconds < 1e11 ? ISO8601.format($0) : nil }
    return "\(unit), and is read as \(year ?? "a year beyond 5000")."
  }

  /// Suspect dates of one push that are told.
  private static let shownSuspects = 10

  /// What the build of the app on the device declares of the activity that the push is for; nil where no date is in it.
  private func contract(_ aps: JSONObject, _ world: World) -> Contract? {
    guard let bundleID = facts.bundleID else { return nil }
    let own = tokenEntry.flatMap { world.devices.part($0.device, { $0.ownTypes(of: bundleID) }) ?? nil }
    guard let types = own ?? app.flatMap({ world.apps.values[$0].types }), types.haveDates else { return nil }
    switch tokenEntry?.kind {
    case .update(let id):
      return world.activities.part(id) { $0.attributesType }.flatMap { types.contracts[$0] }
    default: return aps["attributes-type"]?.string.flatMap { types.contracts[$0] }
    }
  }

  private mutating func reviewDates(_ aps: JSONObject, _ event: String?) {
    let seconds = Double(now.milliseconds) / 1000
    if let timestamp = aps["timestamp"]?.double, timestamp >= Self.millisecondsFrom {
      note(.timestampMilliseconds, path: "aps.timestamp")
    }
    if let stale = aps["stale-date"]?.double {
      if stale >= Self.millisecondsFrom {
        note(.staleMilliseconds, path: "aps.stale-date")
      } else if stale <= seconds {
        note(.staleInPast, path: "aps.stale-date", "It lies \(Self.whole(seconds - stale)) s back.")
      }
    }
    guard let value = aps["dismissal-date"] else { return }
    if let event, event != "end" { note(.dismissalOnNonEnd, path: "aps.dismissal-date", "The event is \(event).") }
    guard let dismissal = value.double else { return }
    if dismissal >= Self.millisecondsFrom {
      note(.dismissalMilliseconds, path: "aps.dismissal-date")
    } else if event == "end", dismissal > seconds + Self.longestLingerSeconds {
      note(.dismissalOver4Hours, path: "aps.dismissal-date", "It lies \(Self.whole(dismissal - seconds)) s ahead.")
    }
  }

  /// Seconds without their fraction, as text; a number may be too large for an integer.
  private static func whole(_ seconds: Double) -> String {
    Int64(exactly: seconds.rounded(.down)).map { "\($0)" } ?? "\(seconds)"
  }

  private mutating func reviewAlert(_ aps: JSONObject) {
    guard let alert = aps["alert"] else { return }
    let isEmpty =
      switch alert {
      case .string(let text): text.isEmpty
      case .object(let object):
        !["title", "body"].contains { Self.isText(object[$0]) } && [nil, "", .null].contains(object["sound"])
      default: false
      }
    if isEmpty { note(.alertEmpty, path: "aps.alert") }
  }

  /// Whether a title or body gives words: as they are, or as the key of a translation.
  private static func isText(_ value: JSON?) -> Bool {
    (value?.string ?? value?["loc-key"]?.string)?.isEmpty == false
  }

  /// State fields put into the attributes, as Apple's iOS 18 snippets invite to.
  private mutating func reviewAttributes(_ aps: JSONObject) {
    guard let attributes = aps["attributes"]?.object, let state = aps["content-state"]?.object else { return }
    let fields = state.members.filter { !$0.value.isNull }
    if !fields.isEmpty, fields.allSatisfy({ attributes[$0.name] != nil }) {
      note(.attributesLookLikeState, path: "aps.attributes")
    }
  }
}
