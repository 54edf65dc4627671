/// Handing out, replacing and retiring device tokens.
extension World {
  /// Gives an app a token of a kind.
  mutating func give(_ kind: TokenKind, _ token: DeviceToken, to place: AppPlace) {
    guard let device = devices[place.device] else { return }
    let entry = withApp(place) { app in
      app.tokens[kind] = token
      return Self.entry(kind, of: app, on: device)
    }
    if let entry { tokens[token] = entry }
  }

  mutating func rotate(
    _ kind: TokenKind, _ place: AppPlace, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    let app = try app(place)
    guard app.isInstalled else {
      throw WorldFault(JSONPath(), "\(place.bundleID) is not installed on \(place.device), so it gets no token")
    }
    if case .update = kind {
      throw WorldFault(JSONPath().appending("kind"), "is update; rotate the activity instead")
    }
    try checkPlace(for: kind, in: app)
    renew(kind, place, at: now, &effects)
    announce(.device, place.device, &effects)
  }

  /// Whether an app can have a token of a kind: it declares the type that it is for, and has room for one more.
  private func checkPlace(for kind: TokenKind, in app: InstalledApp) throws(WorldFault) {
    if case .pushToStart(let type) = kind, let types = types(of: app), types.json[type] == nil {
      throw WorldFault(
        JSONPath().appending("attributesType"),
        "names no attributes type of \(app.bundleID): \(type)"
          + NearMiss.hint(type, among: types.json.members.map(\.name)))
    }
    guard app.tokens.count < Self.tokensPerAppLimit || app.tokens[kind] != nil else {
      throw WorldFault(JSONPath(), "an app has \(Self.tokensPerAppLimit) tokens at most")
    }
  }

  /// Kinds of token that one app on one device may have, push-to-start of each attributes type counted.
  package static let tokensPerAppLimit = 100

  /// Puts a new token in place of the one of that kind.
  mutating func renew(_ kind: TokenKind, _ place: AppPlace, at now: Instant, _ effects: inout [Effect]) {
    guard let app = devices[place.device]?.app(place.bundleID) else { return }
    if let old = app.tokens[kind] {
      let retirement = TokenEntry.Retirement(state: .superseded, since: now)
      retire(old, kind, place, retirement, &effects)
    }
    give(kind, newToken("\(place.device)/\(place.bundleID)/\(kind.name)/\(revision)", kind), to: place)
  }

  /// The tokens of an app that is installed anew are no longer its own.
  mutating func retireTokens(
    of app: InstalledApp, _ place: AppPlace, at since: Instant, _ effects: inout [Effect]
  ) {
    for (kind, token) in app.tokens.sorted(by: { $0.value.text < $1.value.text }) {
      let retirement = TokenEntry.Retirement(state: .uninstalled, since: since)
      retire(token, kind, place, retirement, &effects)
    }
  }

  private mutating func retire(
    _ token: DeviceToken, _ kind: TokenKind, _ place: AppPlace, _ retirement: TokenEntry.Retirement,
    _ effects: inout [Effect]
  ) {
    retire(
      RetiredToken(
        token: token, device: place.device, bundleID: place.bundleID, kind: kind, retirement: retirement))
    announce(.retiredToken, token.text, &effects)
    guard retiredTokens.count > Self.retiredTokenLimit else { return }
    let oldest = retiredTokens.prefix(Self.retiredTokenLimit / 10)
    for forgotten in oldest {
      tokens[forgotten.token] = nil
      effects.append(.changed(EntityChange(kind: .retiredToken, id: forgotten.token.text, value: nil)))
    }
    retiredTokens.removeFirst(oldest.count)
  }

  mutating func retire(_ retired: RetiredToken) {
    retiredTokens.append(retired)
    tokens[retired.token] = entry(retired)
  }

  /// Changes the state of a token: `state`, `since`, `graceSeconds`; `active` makes it good again.
  mutating func change(
    _ token: DeviceToken, _ value: JSON, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    guard let entry = tokens[token] else {
      throw WorldFault(JSONPath(), "no device has the token \(token.text)", isMissing: true)
    }
    var fields = try Fields(value, at: JSONPath())
    guard let state = try fields.text("state") ?? entry.retirement?.state.rawValue else {
      throw WorldFault(JSONPath(), "has no state, which must be one of \(Self.tokenStates)")
    }
    let (since, grace) = (try fields.time("since", now: now), try fields.count("graceSeconds"))
    try fields.finish()
    if case .update = entry.kind {
      throw WorldFault(JSONPath(), "the token is of a Live Activity; rotate or end the activity instead")
    }
    let place = AppPlace(device: entry.device, bundleID: entry.bundleID)
    if state == "active" {
      if let name = since != nil ? "since" : grace != nil ? "graceSeconds" : nil {
        throw WorldFault(JSONPath().appending(name), "goes with a token that is no longer good")
      }
      try revive(token, entry.kind, place, at: now, &effects)
    } else {
      guard let state = TokenEntry.Retirement.State(rawValue: state) else {
        throw WorldFault(JSONPath().appending("state"), "is \"\(state)\"; it must be one of \(Self.tokenStates)")
      }
      if let since, since > now { throw WorldFault(JSONPath().appending("since"), "lies ahead") }
      retiredTokens.removeAll { $0.token == token }
      _ = withApp(place) { app in app.tokens = app.tokens.filter { $0.value != token } }
      let retirement = TokenEntry.Retirement(
        state: state, since: since ?? entry.retirement?.since ?? now, graceSeconds: grace)
      retire(token, entry.kind, place, retirement, &effects)
    }
    announce(.device, place.device, &effects)
  }

  /// Makes a token good again, in place of the one that its app has of the kind.
  private mutating func revive(
    _ token: DeviceToken, _ kind: TokenKind, _ place: AppPlace, at now: Instant, _ effects: inout [Effect]
  ) throws(WorldFault) {
    let app = try app(place)
    guard app.isInstalled else {
      throw WorldFault(JSONPath(), "\(place.bundleID) is not installed on \(place.device), so its tokens are dead")
    }
    try checkPlace(for: kind, in: app)
    if let current = app.tokens[kind], current != token {
      retire(current, kind, place, TokenEntry.Retirement(state: .superseded, since: now), &effects)
    }
    retiredTokens.removeAll { $0.token == token }
    give(kind, token, to: place)
    effects.append(.changed(EntityChange(kind: .retiredToken, id: token.text, value: nil)))
  }

  private static let tokenStates =
    (["active"] + TokenEntry.Retirement.State.allCases.map(\.rawValue)).joined(separator: ", ")

  /// Ends the tokens that start activities of types that a new build does not have.
  mutating func retireUndeclaredTypes(_ place: AppPlace, at now: Instant, _ effects: inout [Effect]) {
    guard let device = devices[place.device], !device.isEnrolled, let app = device.app(place.bundleID),
      let types = types(of: app)
    else { return }
    for (kind, token) in app.tokens {
      guard case .pushToStart(let type) = kind, types.json[type] == nil else { continue }
      _ = withApp(place) { $0.tokens[kind] = nil }
      retire(token, kind, place, TokenEntry.Retirement(state: .superseded, since: now), &effects)
    }
  }
}
