import CMockAPNsOpenSSL

/// What a TLS call came to.
enum TLSResult {
  /// Done; for reads and writes the number of bytes.
  case done(Int)
  /// Nothing more can be done before further bytes are fed.
  case wantsInput
  /// The other side said that it sends no more (close_notify).
  case ended
  case failed(IOError)
}

/// One connection's TLS, between memory and memory: ciphertext is fed and taken, it never sees a socket.
final class TLSEngine {
  private let pointer: OpaquePointer
  /// Ciphertext that arrived; owned by `pointer`, as is `outgoing`.
  private let incoming: OpaquePointer
  /// Ciphertext to send.
  private let outgoing: OpaquePointer

  /// The server's side.
  convenience init(_ context: TLSContext) throws(IOError) {
    try self.init(context.pointer)
    SSL_set_accept_state(pointer)
  }

  /// The client's side, for tests of the server's.
  convenience init(client context: OpaquePointer, serverName: String?) throws(IOError) {
    try self.init(context)
    SSL_set_connect_state(pointer)
    if let serverName { mockapns_set_server_name(pointer, serverName) }
  }

  private init(_ context: OpaquePointer) throws(IOError) {
    ERR_clear_error()
    guard let pointer = SSL_new(context) else { throw IOError.fromQueue(call: "SSL_new", subject: "TLS") }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(pointer)
      throw IOError.fromQueue(call: "BIO_new", subject: "TLS")
    }
    SSL_set_bio(pointer, incoming, outgoing)
    (self.pointer, self.incoming, self.outgoing) = (pointer, incoming, outgoing)
  }

  deinit { SSL_free(pointer) }

  /// Takes ciphertext from the socket.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    var count = 0
    BIO_write_ex(incoming, bytes.baseAddress, bytes.count, &count)
  }

  func handshake() -> TLSResult {
    ERR_clear_error()
    return result(SSL_do_handshake(pointer), 0, "SSL_do_handshake")
  }

  /// Decrypts at most one record into `buffer`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TLSResult {
    ERR_clear_error()
    var count = 0
    let code = SSL_read_ex(pointer, buffer.baseAddress, buffer.count, &count)
    return result(code, count, "SSL_read_ex")
  }

  /// Encrypts at most one record of `bytes`, 16 KiB.
  func write(_ bytes: UnsafeRawBufferPointer) -> TLSResult {
    ERR_clear_error()
    var count = 0
    let code = SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count)
    return result(code, count, "SSL_write_ex")
  }

  /// Puts a close_notify into the ciphertext.
  func close() {
    ERR_clear_error()
    SSL_shutdown(pointer)
    ERR_clear_error()
  }

  /// Moves ciphertext into `buffer`; returns how many bytes.
  func takeCiphertext(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    BIO_read_ex(outgoing, buffer.baseAddress, buffer.count, &count)
    return count
  }

  private func result(_ code: Int32, _ count: Int, _ call: String) -> TLSResult {
    if code == 1 { return .done(count) }
    switch SSL_get_error(pointer, code) {
    // A write can want input only in a handshake, and there is no renegotiation.
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wantsInput
    case SSL_ERROR_ZERO_RETURN: return .ended
    default: return .failed(IOError.fromQueue(call: call, subject: "TLS"))
    }
  }
}

/// What the handshake told.
extension TLSEngine {
  var serverName: String? {
    SSL_get_servername(pointer, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
  }

  var alpn: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(pointer, &name, &count)
    return count == 0
      ? nil : String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }

  /// `TLSv1.2` or `TLSv1.3`.
  var version: String { String(cString: SSL_get_version(pointer)) }

  var peerCertificateDER: [UInt8]? {
    guard let certificate = SSL_get1_peer_certificate(pointer) else { return nil }
    defer { X509_free(certificate) }
    let count = Int(i2d_X509(certificate, nil))
    guard count > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var end = buffer.baseAddress
      written = Int(max(0, i2d_X509(certificate, &end)))
    }
  }

  /// True only when the peer showed a certificate and its chain ends in a trusted root.
  var isPeerTrusted: Bool {
    guard let certificate = SSL_get1_peer_certificate(pointer) else { return false }
    X509_free(certificate)
    return SSL_get_verify_result(pointer) == Int(X509_V_OK)
  }
}
