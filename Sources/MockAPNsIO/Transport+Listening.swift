/// Where connections come from.
extension Transport {
  /// Opens every listener; returns them with their real ports.
  func listen(on listeners: [ListenAddress]) throws(IOError) -> [ListenAddress] {
    var addresses: [ListenAddress] = []
    for (index, address) in listeners.enumerated() {
      var real = address
      for socket in try ListeningSocket.open(address) {
        acceptors.append(try Acceptor(self, socket, listener: index))
        real.port = socket.port
      }
      addresses.append(real)
    }
    acceptors.forEach { $0.start() }
    return addresses
  }

  func add(_ connection: Connection) {
    connections[connection.id] = connection
    handshakes += 1
    touch(connection)
  }

  /// The limit that keeps another connection out.
  var limitForNewConnection: TransportLimit? {
    if connections.count >= limits.connections { return .connections }
    return handshakes >= limits.handshakes ? .handshakes : nil
  }
}
