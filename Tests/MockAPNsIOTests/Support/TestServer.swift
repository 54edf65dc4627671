@testable import MockAPNsIO

/// A server whose handler writes down everything and answers as the test says.
struct TestServer {
  let server: Server
  let log: ServerLog

  /// Called for the latest request when the server is woken.
  typealias LaterAnswer = @Sendable (Transport, StreamReference) -> Void
  typealias Answer = @Sendable (Transport, HTTPRequest, StreamReference) -> Void

  /// Answers 200 without a body.
  static let ok: Answer = { transport, _, stream in
    transport.reply(HTTPReply(status: 200), to: stream)
  }

  init(
    streamLimit: UInt32 = 100, answer: @escaping Answer = TestServer.ok,
    answerLater: @escaping LaterAnswer = { _, _ in },
    configure: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = try TestIdentity.configuration()
    configure(&configuration)
    let log = ServerLog()
    self.log = log
    server = try Server.start(configuration) { transport in
      LoggingHandler(transport, log, streamLimit: streamLimit, answer: answer, answerLater: answerLater)
    }
  }

  var port: UInt16 { server.addresses[0].port }
}

/// Loop thread only.
private final class LoggingHandler: HTTP2Handler {
  private let transport: Transport
  private let log: ServerLog
  private let streamLimit: UInt32
  private let answer: TestServer.Answer
  private let answerLater: TestServer.LaterAnswer
  private var latest: StreamReference?

  init(
    _ transport: Transport, _ log: ServerLog, streamLimit: UInt32, answer: @escaping TestServer.Answer,
    answerLater: @escaping TestServer.LaterAnswer
  ) {
    (self.transport, self.log, self.streamLimit) = (transport, log, streamLimit)
    (self.answer, self.answerLater) = (answer, answerLater)
  }

  func connectionOpened(_ details: ConnectionDetails) -> UInt32 {
    log.add(.opened(details))
    return streamLimit
  }

  func requestReceived(_ request: HTTPRequest, on stream: StreamReference) {
    latest = stream
    log.add(.request(request, stream))
    answer(transport, request, stream)
  }

  func connectionEvent(_ event: ConnectionEvent, on connection: UInt64) { log.add(.event(event, connection)) }
  func connectionClosed(_ connection: UInt64, cause: String) { log.add(.closed(connection, cause: cause)) }
  func turnEnded() {}

  func woken() {
    log.add(.woken)
    if let latest { answerLater(transport, latest) }
  }

  func deadlineReached() { log.add(.deadline) }
}
