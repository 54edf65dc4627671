@testable import MockAPNsIO

/// A server's session that is fed frames and hands out frames; no TLS, no socket, no time.
final class MemorySession {
  let session: HTTP2Session
  private var queue = FrameQueue()
  private var outgoing: [UInt8] = []
  private let decoder = HeaderDecoder()

  init(streamLimit: UInt32 = 100, limits: TransportLimits = TransportLimits()) throws {
    session = try HTTP2Session(
      SessionCallbacks(), limits: limits, settings: InitialSettings(), streamLimit: streamLimit, now: 0)
  }

  /// A session whose client has begun and acknowledged.
  static func opened(streamLimit: UInt32 = 100, limits: TransportLimits = TransportLimits()) throws
    -> MemorySession
  {
    let memory = try MemorySession(streamLimit: streamLimit, limits: limits)
    _ = memory.sent()
    memory.receive(Frame.preface + Frame.settings().bytes + Frame.settingsAcknowledgement.bytes)
    _ = memory.sent()
    _ = memory.takeEvents()
    return memory
  }

  func receive(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { session.receive($0, now: 0) }
  }

  func receive(_ frames: Frame...) {
    receive(frames.flatMap(\.bytes))
  }

  /// All frames that are due.
  func sent() -> [Frame] {
    session.takeFrames(into: &queue, limit: .max)
    queue.withOldest(.max / 2) { outgoing += $0 }
    queue.removeAll()
    var frames: [Frame] = []
    while let frame = Frame.take(from: &outgoing) { frames.append(frame) }
    return frames
  }

  /// What was collected, since the last call.
  func takeEvents() -> [SessionEvent] {
    defer { session.inbox = [] }
    return session.inbox
  }

  func takeRequests() -> [HTTPRequest] {
    takeEvents().compactMap { if case .request(let stream, _) = $0 { stream.request } else { nil } }
  }

  func decode(_ frame: Frame) throws -> [String] {
    try decoder.decode(frame.payload).map { "\($0.name): \($0.value)" }
  }
}

extension SessionEvent {
  var event: ConnectionEvent? { if case .event(let event) = self { event } else { nil } }
}

extension HTTPRequest {
  /// `name: value` of every field.
  var lines: [String] {
    fields.map { String(decoding: $0.name, as: UTF8.self) + ": " + String(decoding: $0.value, as: UTF8.self) }
  }
}
