/// Alerts and background pushes.
extension Reaction {
  mutating func notify(_ payload: JSONObject, _ app: inout InstalledApp) -> [Outcome] {
    if push.type == nil, platform == .watchOS { return [dropped(.pushTypeMissing)] }
    guard let value = payload["aps"] else { return [dropped(.apsMissing)] }
    guard let aps = value.object else { return [dropped(.apsMissing, "aps is of type \(value.typeName)")] }
    if let place = Self.nullPlace(in: aps) { return [dropped(.nullInPayload, "\(place) is null")] }
    if push.type == .background { return [background(aps, app)] }
    return alert(Presentation(aps), aps, &app)
  }

  /// A key of `aps` or of its alert whose value is null.
  private static func nullPlace(in aps: JSONObject) -> String? {
    if let member = aps.members.first(where: { $0.value.isNull }) { return "aps.\(member.name)" }
    return aps["alert"]?.object?.members.first { $0.value.isNull }.map { "aps.alert.\($0.name)" }
  }

  private func background(_ aps: JSONObject, _ app: InstalledApp) -> Outcome {
    guard Presentation.isOne(aps["content-available"]) else {
      let found = aps["content-available"].map { "it is \($0.text())" } ?? "it is absent"
      return dropped(.contentAvailableOff, found)
    }
    return wake(app)
  }

  private func wake(_ app: InstalledApp) -> Outcome {
    app.isForceQuit
      ? dropped(.forceQuit) : outcome(.woken, nil, app.isForeground ? "the app is in front" : nil)
  }

  private mutating func alert(
    _ shown: Presentation, _ aps: JSONObject, _ app: inout InstalledApp
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    let hasSomething = shown.hasTexts || shown.sound != nil || shown.badge != nil
    if hasSomething, app.notifications == .denied {
      outcomes.append(dropped(.notificationsOff))
    } else if hasSomething {
      outcomes = present(shown, &app)
    }
    if shown.wakesApp, hasSomething || push.type == nil { outcomes.append(wake(app)) }
    if !outcomes.isEmpty { return outcomes }
    if shown.wakesApp {
      return [dropped(.pushTypeMismatch, "content-available alone needs apns-push-type background")]
    }
    return [dropped(.nothingToShow, Self.emptiness(of: aps))]
  }

  /// What there is and cannot be shown.
  private static func emptiness(of aps: JSONObject) -> String? {
    if aps.isEmpty { return "aps is empty" }
    let odd = ["alert", "sound", "badge"].compactMap { name in
      aps[name].map { "aps.\(name) is \($0.object == nil && $0.array == nil ? $0.text() : "an empty \($0.typeName)")" }
    }
    return odd.isEmpty ? "there is no alert, sound or badge" : odd.joined(separator: "; ")
  }

  private mutating func present(_ shown: Presentation, _ app: inout InstalledApp) -> [Outcome] {
    var outcomes: [Outcome] = []
    if shown.hasTexts {
      var seen = outcome(shown.isPassive || push.priority == 1 ? .listed : .presented)
      seen.detail = .alert(isInFront: app.isForeground)
      outcomes.append(seen)
      if let id = push.collapseID {
        replaced = app.show(id, push.seq)
        changesApp = true
      }
    } else if let sound = shown.sound {
      outcomes.append(outcome(.sounded, nil, "sound \(sound)"))
    }
    if let badge = shown.badge {
      changesApp = changesApp || app.badge != badge
      app.badge = badge
      var set = outcome(.badged)
      set.detail = .badge
      outcomes.append(set)
    }
    return outcomes
  }
}
