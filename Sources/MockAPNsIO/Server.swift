import Synchronization

/// HTTP/2 over TLS on some listeners, all on one thread of its own. Dropping it stops it.
package final class Server: Sendable {
  /// One for each configured listener, with the port that it really has.
  package let addresses: [ListenAddress]
  private let thread: OSThread
  private let control: ServerControl

  private init(addresses: [ListenAddress], thread: OSThread, control: ServerControl) {
    self.addresses = addresses
    self.thread = thread
    self.control = control
  }

  /// Returns once every listener accepts. `makeHandler` runs on the loop thread.
  package static func start(
    _ configuration: ServerConfiguration, makeHandler: @escaping @Sendable (Transport) -> any HTTP2Handler
  ) throws(IOError) -> Server {
    let control = ServerControl()
    let thread: OSThread
    do throws(ThreadError) {
      thread = try OSThread.start(name: "mock-apns-io") { control.run(configuration, makeHandler) }
    } catch {
      throw IOError(call: error.call, errno: error.code, subject: "thread \(error.subject)")
    }
    do throws(IOError) {
      return Server(addresses: try control.started(), thread: thread, control: control)
    } catch {
      thread.join()
      throw error
    }
  }

  /// Has the handler's `woken` called on the loop thread; several calls may become one. From any thread.
  package func wake() {
    control.waker.wake()
  }

  /// Sends GOAWAY NO_ERROR to all, waits briefly for what is queued, joins the thread. Idempotent.
  ///
  /// From any thread but the loop's own.
  package func stop() {
    precondition(!thread.isCurrent, "Server.stop() on the loop thread would wait for itself")
    control.requestStop()
    thread.join()
  }

  deinit {
    control.requestStop()
    // The last reference may go away in a handler.
    if thread.isCurrent { thread.detach() } else { thread.join() }
  }
}

/// What a server and its thread share.
private final class ServerControl: Sendable {
  let waker = LoopWaker()
  private let isStopRequested = Atomic(false)
  /// Nil until the thread listens or has failed to.
  private let outcome = Monitor<Result<[ListenAddress], IOError>?>(nil)

  func requestStop() {
    isStopRequested.store(true, ordering: .sequentiallyConsistent)
    waker.wake()
  }

  /// Waits until the thread listens or has failed to.
  func started() throws(IOError) -> [ListenAddress] {
    let found = outcome.wait(until: nil) { $0 }
    return try found?.get() ?? []
  }

  /// The thread, from start to end.
  func run(_ configuration: ServerConfiguration, _ makeHandler: (Transport) -> any HTTP2Handler) {
    do throws(IOError) {
      let loop = try EventLoop()
      let transport = try Transport(configuration, on: loop)
      let addresses = try open(transport, configuration.listeners)
      transport.handler = makeHandler(transport)
      report(.success(addresses))
      loop.run()
      transport.handler = nil
    } catch {
      report(.failure(error))
    }
  }

  private func open(_ transport: Transport, _ listeners: [ListenAddress]) throws(IOError) -> [ListenAddress] {
    do throws(IOError) {
      try waker.attach(to: transport.loop) { [self] in
        if isStopRequested.load(ordering: .sequentiallyConsistent) {
          stop(transport)
        } else {
          transport.woken()
        }
      }
      return try transport.listen(on: listeners)
    } catch {
      stop(transport)
      // What was opened is freed only when the loop has seen it closed.
      transport.loop.run()
      throw error
    }
  }

  private func stop(_ transport: Transport) {
    transport.stop()
    waker.detach()
  }

  private func report(_ result: Result<[ListenAddress], IOError>) {
    outcome.withLock { $0 = result }
    outcome.broadcast()
  }
}
