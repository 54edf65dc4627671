/// A Live Activity as a world file and a snapshot have it.
extension Activity {
  /// All that is needed to go on with it, for the store; its past contents are left out.
  var json: JSON { .object(object) }

  /// The same with its past contents, for snapshots and the inspection API.
  var wholeJSON: JSON {
    var object = object
    object.append("contents", !shown.isEmpty, .array(shown.map(\.json)))
    return .object(object)
  }

  private var object: JSONObject {
    var object = JSONObject()
    object.append("id", .string(id))
    object.append("device", .string(device))
    object.append("bundleId", .string(bundleID))
    object.append("attributesType", .string(attributesType))
    object.append("attributes", attributes)
    content.append(to: &object)
    object.append("state", .string(state.rawValue))
    object.append("style", style != .standard, .string(style.rawValue))
    object.append("origin", origin != .app, .string(origin.rawValue))
    appendLife(to: &object)
    object.append("channel", channel)
    let token = updateToken.map { JSONObject.Member(name: "update", value: .string($0.text)) }
    object.append("tokens", .object(JSONObject(token.map { [$0] } ?? [])))
    appendTraces(to: &object)
    return object
  }

  private func appendLife(to object: inout JSONObject) {
    object.append("startedAt", startedAt)
    object.append("endedAt", endedAt)
    object.append("dismissedAt", dismissedAt)
    object.append("dismissesAt", dismissesAt)
    object.append("lastTimestamp", lastTimestamp)
    object.append("presented", !wasPresented, .bool(false))
    object.append("systemEnded", isSystemEnded, .bool(true))
    object.append("gone", isGone, .bool(true))
  }

  private func appendTraces(to object: inout JSONObject) {
    object.append("awaitsConsent", awaitsConsent, .bool(true))
    object.append("retiredTokens", !retiredTokens.isEmpty, .array(retiredTokens.map(\.entry)))
    if let updateBudget { object.append("updateBudget", updateBudget.json) }
    object.append(
      "recentUpdates", !recentUpdates.isEmpty, .texts(recentUpdates.map { ISO8601.format($0.milliseconds) }))
    object.append("tokenCount", tokenCount > 0, .integer(tokenCount))
    object.append("changes", !changes.isEmpty, .array(changes.map(\.json)))
  }
}

extension Activity.Content {
  func append(to object: inout JSONObject) {
    object.append("contentState", state)
    object.append("staleDate", staleDate)
    object.append("relevanceScore", relevanceScore != 0, JSONNumber(relevanceScore).map(JSON.number) ?? 0)
  }
}

extension Activity.Change {
  var json: JSON {
    ["at": .string(ISO8601.format(at.milliseconds)), "state": .string(state.rawValue), "cause": .string(cause)]
  }
}

extension Activity.Shown {
  var json: JSON {
    var object = JSONObject()
    object.append("at", at)
    content.append(to: &object)
    if let seq { object.append("seq", .integer(seq)) }
    object.append("alert", alert.map(ActivityPush.words))
    return .object(object)
  }
}
