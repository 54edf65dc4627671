/// Pushes to calls, complications, file providers, location, Push to Talk, widgets and controls.
extension Reaction {
  func special(_ payload: JSONObject, _ app: inout InstalledApp) -> Outcome {
    switch push.kind {
    case .voip:
      app.reportsCalls
        ? outcome(.rang) : dropped(.noCallReported, "the app is ended and not launched for calls any more")
    case .complication: app.complicationShown ? outcome(.complicationRefreshed) : dropped(.complicationNotShown)
    case .fileprovider: signal(payload)
    case .location:
      app.locationPermission == .always
        ? outcome(.located)
        : dropped(.noLocationPermission, "the permission is \(app.locationPermission.rawValue)")
    case .pushtotalk: app.pushToTalkJoined ? outcome(.talked) : dropped(.channelNotJoined)
    case .widgets, .controls: reload(payload)
    case .device, .pushToStart, .update: outcome(.woken)
    }
  }

  private func signal(_ payload: JSONObject) -> Outcome {
    let container = payload["container-identifier"]?.string
    return outcome(.signalled, nil, container.map { "container \($0)" } ?? "the payload names no container-identifier")
  }

  private func reload(_ payload: JSONObject) -> Outcome {
    guard let aps = payload["aps"]?.object else { return dropped(.apsMissing) }
    guard aps["content-changed"]?.bool == true else {
      return dropped(.nothingToShow, "content-changed is \(aps["content-changed"]?.text() ?? "absent"), not true")
    }
    return outcome(.reloaded, nil, push.kind == .widgets ? "all time lines" : "the control of this token")
  }
}
