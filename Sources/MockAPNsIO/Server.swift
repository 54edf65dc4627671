/// HTTP/2 over TLS on some listeners, all on one thread of its own. Dropping it stops it.
package final class Server: Sendable {
  /// One for each configured listener, with the port that it really has.
  package let addresses: [ListenAddress]

  private init(addresses: [ListenAddress]) {
    self.addresses = addresses
  }

  /// Returns once every listener accepts. `makeHandler` runs on the loop thread.
  package static func start(
    _ configuration: ServerConfiguration, makeHandler: @escaping @Sendable (Transport) -> any HTTP2Handler
  ) throws(IOError) -> Server {
    Server(addresses: configuration.listeners)
  }

  /// Has the handler's `woken` called on the loop thread; several calls may become one. From any thread.
  package func wake() {}

  /// Sends GOAWAY NO_ERROR to all, waits briefly for what is queued, joins the thread. Idempotent.
  ///
  /// From any thread but the loop's own.
  package func stop() {}
}
