/// Commands as the inspection API takes them.
extension ClockCommand {
  /// `mode`, with `now` or without.
  package init(setting value: JSON, at now: Instant) throws(WorldFault) {
    var fields = try Fields(value, at: JSONPath())
    let time = try fields.time("now", now: now)
    let mode: ClockMode? = try fields.optionalChoice("mode")
    try fields.finish()
    guard let mode else { throw WorldFault(JSONPath(), "has no mode, which is real or frozen") }
    self = .set(mode, to: time)
  }

  /// `by` a duration, or `to` a time.
  package init(advancing value: JSON, at now: Instant) throws(WorldFault) {
    var fields = try Fields(value, at: JSONPath())
    let duration = fields.value("by")
    let time = try fields.time("to", now: now)
    try fields.finish()
    switch (duration, time) {
    case (let duration?, nil):
      guard let milliseconds = DurationText.parse(duration) else {
        throw WorldFault(
          JSONPath().appending("by"), "is \(duration.text()); it must be seconds, or like \"250ms\", \"5s\" or \"8h\"")
      }
      self = .advanceBy(milliseconds: milliseconds)
    case (nil, let time?): self = .advanceTo(time)
    default: throw WorldFault(JSONPath(), "must have either by, a duration, or to, a time")
    }
  }
}

extension TokenKind {
  /// The kind of token that is to be rotated; there must be one.
  package init(rotating value: JSON) throws(WorldFault) {
    var fields = try Fields(value, at: JSONPath())
    guard fields.object["kind"] != nil else { throw WorldFault(JSONPath(), "has no kind, such as device") }
    self = try TokenKind(&fields)
    try fields.finish()
    let type = fields.object["attributesType"]
    if case .pushToStart(let name) = self {
      guard !name.isEmpty else {
        throw WorldFault(JSONPath(), "has no attributesType, which a push-to-start token has")
      }
    } else if type != nil {
      throw WorldFault(JSONPath().appending("attributesType"), "goes with the kind pushToStart only")
    }
  }
}

extension World {
  /// The token that an app has of a kind.
  package func token(_ kind: TokenKind, of place: AppPlace) -> DeviceToken? {
    devices[place.device]?.app(place.bundleID)?.tokens[kind]
  }
}
