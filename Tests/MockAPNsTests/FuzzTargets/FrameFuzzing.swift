@testable import MockAPNsIO

/// Any bytes after the preface: they must give the same events however the network cuts them.
///
/// The first byte is the seed of the cuts.
enum FrameFuzzing {
  static func take(_ bytes: [UInt8]) throws {
    let seed = bytes.first ?? 0
    let frames = Array(bytes.dropFirst())
    let whole = try conversation(frames, cuts: nil, answers: false)
    let cut = try conversation(frames, cuts: seed, answers: false)
    if whole != cut {
      throw BrokenRule(description: "events do not depend on where bytes are cut; whole \(whole), cut \(cut)")
    }
    _ = try conversation(frames, cuts: seed, answers: true)
  }

  /// What a session tells, in order.
  private enum Event: Hashable {
    case request(HTTPRequest, Int32)
    case event(ConnectionEvent)
    case failure(UInt32, String)

    var isGoAway: Bool {
      if case .event(.goAwayReceived) = self { true } else { false }
    }
  }

  private static func conversation(_ bytes: [UInt8], cuts: UInt8?, answers: Bool) throws -> [Event] {
    var limits = TransportLimits()
    limits.bodyBytes = 600
    limits.headerListBytes = 600
    limits.cheapFrames = 20
    let session = try HTTP2Session(
      SessionCallbacks(), limits: limits, settings: InitialSettings(), streamLimit: 3, now: 0)
    feed(PrefaceReader.expected[...], to: session)
    var rest = bytes[...]
    var step = Int(cuts ?? 0) % 23 + 1
    var events: [Event] = []
    while !rest.isEmpty {
      let count = cuts == nil ? rest.count : step
      feed(rest.prefix(count), to: session)
      rest = rest.dropFirst(count)
      step = step * 7 % 31 + 1
      let collected = session.inbox
      session.inbox = []
      events += collected.map(event)
      if answers { answer(collected, session) }
    }
    // Without open streams nghttp2 reads nothing more after a GOAWAY, save what came in one piece with it.
    if let end = events.firstIndex(where: \.isGoAway) { return Array(events[...end]) }
    if let failure = session.failure { events.append(.failure(failure.code, failure.text)) }
    return events
  }

  private static func feed(_ bytes: ArraySlice<UInt8>, to session: HTTP2Session) {
    bytes.withUnsafeBytes { session.receive($0, now: 0) }
  }

  private static func event(_ collected: SessionEvent) -> Event {
    switch collected {
    case .request(let request, let stream): .request(request.request, stream)
    case .event(let event): .event(event)
    }
  }

  private static func answer(_ collected: [SessionEvent], _ session: HTTP2Session) {
    for case .request(let request, let stream) in collected {
      let body: [UInt8] = request.request.body.count.isMultiple(of: 2) ? [] : [1]
      _ = session.reply(HTTPReply(status: 200, body: body), to: stream)
    }
    if collected.count > 3 { session.limitStreams(to: UInt32(collected.count)) }
    var queue = FrameQueue()
    session.takeFrames(into: &queue, limit: 100_000)
  }
}
