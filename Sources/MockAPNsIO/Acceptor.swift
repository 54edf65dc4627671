#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Accepts connections on one listening socket.
final class Acceptor {
  private let socket: ListeningSocket
  private let listener: Int
  private let transport: Transport
  private var watch: DescriptorWatch?
  /// Runs while accepting is suspended for want of descriptors.
  private var pause: LoopTimer?
  private var isSuspended = false
  private var isHeld = false

  init(_ transport: Transport, _ socket: ListeningSocket, listener: Int) throws(IOError) {
    self.transport = transport
    self.socket = socket
    self.listener = listener
    watch = try DescriptorWatch(transport.loop, descriptor: socket.number) { [self] _ in accept() }
    pause = LoopTimer(transport.loop) { [self] in resume() }
  }

  func start() {
    guard !isHeld else { return }
    watch?.want(readable: true, writable: false)
  }

  /// Leaves new connections waiting, or goes on; their first requests would be read with their handshakes.
  func hold(_ isHeld: Bool) {
    self.isHeld = isHeld
    if isHeld {
      watch?.want(readable: false, writable: false)
    } else if !isSuspended {
      start()
    }
  }

  /// Goes on after a suspension: time has passed, or a connection has ended.
  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    start()
  }

  /// Breaks the cycles with its handles.
  func close() {
    watch?.close()
    pause?.close()
    (watch, pause) = (nil, nil)
  }

  private func accept() {
    for _ in 0..<Acceptor.atOnce {
      switch socket.accept() {
      case .none: return transport.endTurn()
      case .connection(let number, let peer): open(Socket(accepted: number), peer: peer)
      case .exhausted:
        suspend()
        return transport.endTurn()
      }
    }
    transport.endTurn()
  }

  private func open(_ socket: consuming Socket, peer: String) {
    let id = transport.newConnectionID()
    if let limit = transport.limitForNewConnection {
      transport.handler?.connectionEvent(.limitReached(limit), on: id)
      return
    }
    do throws(IOError) {
      let connection = try Connection(
        transport, id: id, socket: consume socket, listener: listener, peer: peer)
      transport.add(connection)
    } catch {
      let event = ConnectionEvent.handshakeFailed(listener: listener, peer: peer, error: error)
      transport.handler?.connectionEvent(event, on: id)
    }
  }

  /// The waiting connection would make the socket readable for ever: look away for a while.
  private func suspend() {
    isSuspended = true
    watch?.want(readable: false, writable: false)
    pause?.start(inMilliseconds: Acceptor.pauseMilliseconds)
    transport.handler?.connectionEvent(.limitReached(.descriptors), on: 0)
  }

  private static let atOnce = 64
  private static let pauseMilliseconds: UInt64 = 250
}
