/// What each device token is good for, as devices, activities and retired tokens tell.
extension World {
  /// The entries of all tokens, from what they belong to.
  var derivedTokens: [DeviceToken: TokenEntry] {
    var entries: [DeviceToken: TokenEntry] = [:]
    for device in devices.values {
      for app in device.apps {
        for (kind, token) in app.tokens { entries[token] = Self.entry(kind, of: app, on: device) }
      }
    }
    for activity in activities.values {
      if let token = activity.updateToken { entries[token] = entry(activity) }
      for retired in activity.retiredTokens { entries[retired.token] = entry(retired) }
    }
    for retired in retiredTokens { entries[retired.token] = entry(retired) }
    return entries
  }

  /// A token of an app; one of an app that was uninstalled is on its way out.
  static func entry(_ kind: TokenKind, of app: InstalledApp, on device: Device) -> TokenEntry {
    var entry = TokenEntry(device: device.id, bundleID: app.bundleID, kind: kind, environment: device.environment)
    if !app.isInstalled, let since = app.uninstalledAt {
      entry.retirement = TokenEntry.Retirement(state: .uninstalled, since: since)
    }
    return entry
  }

  /// The update token of an activity, which ends with it.
  func entry(_ activity: Activity) -> TokenEntry {
    TokenEntry(
      device: activity.device, bundleID: activity.bundleID, kind: .update(activity: activity.id),
      environment: environment(ofDevice: activity.device), retirement: activity.tokenRetirement)
  }

  /// A token that was good once.
  func entry(_ retired: RetiredToken) -> TokenEntry {
    TokenEntry(
      device: retired.device, bundleID: retired.bundleID, kind: retired.kind,
      environment: environment(ofDevice: retired.device), retirement: retired.retirement)
  }

  private func environment(ofDevice id: String) -> Environment {
    devices[id]?.environment ?? defaultEnvironment
  }
}
