import MockAPNsCore
import MockAPNsIO

/// Joins the transport to the gateway: requests in, effects out; lives on the loop thread.
final class PushFront: HTTP2Handler {
  private let transport: Transport
  private let gateway: Gateway
  private let evidence: EvidenceCache
  private let listeners: [ListenerRole]
  private let log: Log
  /// With `--durable`: answers whose records are not committed yet, in order.
  private var held: [Gateway.Outgoing] = []
  private let isDurable: Bool
  private var isPaused = false
  /// When the loop will call.
  private var scheduled: Instant?

  init(_ transport: Transport, _ gateway: Gateway, listeners: [ListenerRole], isDurable: Bool, log: Log) {
    self.transport = transport
    self.gateway = gateway
    self.listeners = listeners
    self.isDurable = isDurable
    self.log = log
    evidence = EvidenceCache(gateway)
  }

  func connectionOpened(_ details: ConnectionDetails) -> UInt32 {
    let role = listeners[details.listener]
    let certificate = details.clientCertificateDER.flatMap {
      CertificateCredential.read(der: $0, isTrusted: details.clientCertificateTrusted)
    }
    let facts = ConnectionFacts(
      id: details.id, service: role.service,
      namedEnvironment: role.isFixed
        ? role.environment : details.serverName.flatMap { Environment(appleHost: $0.utf8) },
      listenerEnvironment: role.environment, certificate: certificate, offeredALPN: details.alpn != nil)
    var limit = 0
    gateway.decide { world in
      let effects = world.open(facts, at: Gateway.now)
      limit = world.streamLimit(of: details.id)
      return effects
    }
    return UInt32(clamping: limit)
  }

  func requestReceived(_ request: consuming HTTPRequest, on stream: StreamReference) {
    let push = PushRequest(request)
    let evidence = push.value(.authorization).flatMap(evidence.evidence)
    let source = StreamID(connection: stream.connection, stream: stream.stream)
    let now = Gateway.now
    gateway.decide { $0.receive(push, on: source, evidence: evidence, at: now) }
  }

  func connectionEvent(_ event: ConnectionEvent, on connection: UInt64) {
    switch event {
    case .pingReceived:
      gateway.decide { world in
        world.heard(from: connection, at: Gateway.now)
        return []
      }
    case .handshakeFailed(_, let peer, let error): log("a TLS handshake with \(peer) failed: \(error)")
    case .limitReached(let limit): log("connection \(connection) reached the limit \(limit.rawValue)")
    case .goAwaySent(let code, _, let text) where code != 0 || !text.isEmpty:
      // It may quote the client's own bytes, which must not reach a terminal as they are.
      let readable = text.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
      log("connection \(connection) was sent GOAWAY, error code \(code): \(String(decoding: readable, as: UTF8.self))")
    default: break
    }
  }

  func connectionClosed(_ connection: UInt64, cause: String) {
    gateway.decide { world in
      world.close(connection)
      return []
    }
  }

  func turnEnded() { handOut() }

  func woken() { handOut() }

  func deadlineReached() {
    scheduled = nil
    gateway.decide { $0.advance(to: Gateway.now) }
    handOut()
  }

  /// Carries out what waits, as far as its records are kept; pauses reading while the record lags behind.
  private func handOut() {
    var (due, nextDeadline) = gateway.takeOutbox()
    schedule(nextDeadline)
    if let failure = gateway.ledger.failure {
      due = recordFailed(failure, due)
    } else if isDurable {
      held += due
      let committed = gateway.ledger.committed
      let count = held.firstIndex { $0.ticket > committed } ?? held.count
      due = Array(held[..<count])
      held.removeFirst(count)
    }
    for outgoing in due { carryOut(outgoing.effect) }
    let isFull = gateway.ledger.isFull
    guard isFull != isPaused else { return }
    isPaused = isFull
    if isFull { transport.pauseReading() } else { transport.resumeReading() }
  }

  /// From now on pushes are answered 503; answers to earlier ones whose record is lost never leave.
  private func recordFailed(_ failure: String, _ due: [Gateway.Outgoing]) -> [Gateway.Outgoing] {
    guard gateway.suspend("the record takes nothing more: \(failure)") else { return due }
    log("pushes are answered 503, because the record takes nothing more: \(failure)")
    let committed = gateway.ledger.committed
    let all = held + due
    held = []
    for case .reply(let source, _) in all.filter({ $0.ticket > committed }).map(\.effect) {
      _ = transport.close(source.connection)
    }
    return all.filter { $0.ticket <= committed }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .reply(let source, let reply):
      let stream = StreamReference(connection: source.connection, stream: source.stream)
      _ = transport.reply(HTTPReply(reply), to: stream)
    case .limitStreams(let connection, let limit):
      _ = transport.limitStreams(connection, to: UInt32(clamping: limit))
    case .goAway(let connection, let goAway):
      _ = transport.goAway(connection, GoAwayNotice(goAway))
    case .close(let connection):
      _ = transport.close(connection)
    case .record, .outcomes, .changed:
      break
    }
  }

  /// Has the loop call when something is due, unless it will already.
  private func schedule(_ deadline: Instant?) {
    guard deadline != scheduled else { return }
    scheduled = deadline
    transport.setDeadline(inMilliseconds: deadline.map { UInt64(max(0, $0.milliseconds - Gateway.now.milliseconds)) })
  }
}

/// What a listener serves.
struct ListenerRole: Sendable {
  var service: ConnectionFacts.Service
  var environment: Environment
  /// Whether the port decides the environment by itself, as channel ports do.
  var isFixed: Bool
}

extension PushRequest {
  /// The request of the transport in the core's terms; the field buffer has the same form in both.
  init(_ request: consuming HTTPRequest) {
    self.init(
      method: request.method, path: request.path, authority: request.authority,
      fields: HeaderFields(trusting: request.fields.records), fieldListBytes: request.fieldListSize, body: request.body,
      isBodyComplete: request.isBodyComplete)
  }
}

extension HTTPReply {
  /// `apns-id` always, `apns-unique-id` where there is one, and nothing else, as in traces of 2021 and 2022.
  init(_ reply: Reply) {
    self.init(status: reply.status, body: reply.body)
    fields.append(name: "apns-id", value: reply.apnsID)
    if let uniqueID = reply.apnsUniqueID { fields.append(name: "apns-unique-id", value: uniqueID) }
  }
}

extension GoAwayNotice {
  init(_ goAway: GoAway) {
    self.init(code: goAway.code)
    lastStream = goAway.lastStream
    debugData = goAway.debugData
    twice = goAway.isRepeated
    thenClose = true
    letsClientClose = true
  }
}
