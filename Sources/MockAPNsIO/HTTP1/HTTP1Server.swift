import CMockAPNsMicrohttpd
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A plain HTTP/1.1 server with a thread for each connection, so that a handler may block without delaying others.
///
/// GNU libmicrohttpd does keep-alive, pipelining, chunked uploads, HEAD and Expect: 100-continue.
package final class HTTP1Server: Sendable {
  /// Answers one request; it runs on the connection's thread and may block for minutes.
  package typealias Handler = @Sendable (HTTP1Request) -> HTTP1Response

  /// Where it listens.
  package let port: UInt16
  private let core: Unmanaged<HTTP1Core>
  private let watcher: OSThread
  /// Nil once stopped.
  private let daemon: Mutex<OpaquePointer?>

  /// Listens on the first address of `host`, a name or an IP literal; port 0 takes a free one.
  package static func start(
    host: String, port: UInt16, limits: HTTP1Limits, handler: @escaping Handler
  ) throws(HTTP1Error) -> HTTP1Server {
    let subject = "\(host):\(port)"
    let core = HTTP1Core(limits: limits, handler: handler)
    let socket = try HTTP1Socket.open(host: host, port: port)
    let watcher: OSThread
    do {
      watcher = try OSThread.start(name: "http1-idle") { core.connections.watch() }
    } catch {
      close(socket.descriptor)
      throw HTTP1Error(call: error.call, code: error.code, subject: subject)
    }
    let retained = Unmanaged.passRetained(core)
    var options = HTTP1Callbacks.options(for: socket, limits: limits, context: retained.toOpaque())
    guard let daemon = mockapns_http1_start(&options) else {
      let code = errno
      core.connections.stop()
      watcher.join()
      retained.release()
      throw HTTP1Error(call: "MHD_start_daemon", code: code, subject: subject)
    }
    return HTTP1Server(port: socket.port, core: retained, watcher: watcher, daemon: daemon)
  }

  private init(port: UInt16, core: Unmanaged<HTTP1Core>, watcher: OSThread, daemon: sending OpaquePointer) {
    self.port = port
    self.core = core
    self.watcher = watcher
    self.daemon = Mutex(daemon)
  }

  /// Closes every connection and joins every thread; may be called twice.
  ///
  /// It waits for handlers and streams that block, and cannot wake them: their owner must first release all its
  /// waiters, and let those that come later return at once, then call this.
  package func stop() {
    daemon.withLock { daemon in
      guard let running = daemon else { return }
      daemon = nil
      MHD_stop_daemon(running)
      let core = self.core.takeRetainedValue()
      core.connections.stop()
      watcher.join()
    }
  }
}

/// What a server's threads share.
final class HTTP1Core: Sendable {
  let limits: HTTP1Limits
  let connections: HTTP1Connections
  let handler: HTTP1Server.Handler

  init(limits: HTTP1Limits, handler: @escaping HTTP1Server.Handler) {
    self.limits = limits
    self.handler = handler
    connections = HTTP1Connections(limits: limits)
  }
}
