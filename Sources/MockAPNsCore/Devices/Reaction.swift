/// What a push does to an app on a device that is online, Live Activities left aside.
///
/// The app is changed where the push changes it; the outcomes say what was shown and done, or why nothing was.
struct Reaction {
  let push: DevicePush
  let device: String
  let platform: Platform
  let kind: App.Kind
  let now: Instant
  /// An older delivery that this one took the place of on the display.
  var replaced: UInt64?
  /// Whether the app is another than before.
  var changesApp = false

  init(_ push: DevicePush, on device: String, _ platform: Platform, of kind: App.Kind, at now: Instant) {
    self.push = push
    self.device = device
    self.platform = platform
    self.kind = kind
    self.now = now
  }

  mutating func outcomes(_ app: inout InstalledApp) -> [Outcome] {
    guard app.isInstalled else { return [dropped(.appNotInstalled)] }
    let payload: JSONObject
    switch push.payload {
    case .object(let object): payload = object
    case .notObject(let type): return [dropped(.payloadNotObject, "it is a JSON \(type)")]
    case .notJSON: return [dropped(.payloadNotJSON)]
    }
    switch kind {
    case .wallet: return [outcome(.passRefreshed)]
    case .mdm: return [managed(payload)]
    case .safari: return safari(payload)
    case .app: return push.kind == .device ? notify(payload, &app) : [special(payload, &app)]
    }
  }

  func outcome(_ kind: OutcomeKind, _ reason: OutcomeReason? = nil, _ detail: String? = nil) -> Outcome {
    Outcome(device: device, at: now, kind, reason, detail)
  }

  func dropped(_ reason: OutcomeReason, _ detail: String? = nil) -> Outcome {
    outcome(.dropped, reason, detail)
  }

  /// The payload of a management push is its magic and nothing else.
  private func managed(_ payload: JSONObject) -> Outcome {
    guard payload["mdm"]?.string != nil else { return dropped(.mdmPayloadNotBare, "there is no text mdm") }
    guard payload.members.count == 1 else {
      let other = payload.members.first { $0.name != "mdm" }?.name ?? "mdm"
      return dropped(.mdmPayloadNotBare, "beside mdm there is \(other)")
    }
    return outcome(.checkedIn)
  }

  private func safari(_ payload: JSONObject) -> [Outcome] {
    guard let aps = payload["aps"]?.object else { return [dropped(.apsMissing)] }
    guard aps["url-args"]?.array != nil else { return [dropped(.urlArgsMissing)] }
    guard let alert = aps["alert"]?.object, let title = alert["title"]?.string, let body = alert["body"]?.string,
      !title.isEmpty, !body.isEmpty
    else { return [dropped(.nothingToShow, "a website's alert needs title and body")] }
    return [outcome(.presented, nil, "\"\(title)\" \"\(body)\"")]
  }
}
