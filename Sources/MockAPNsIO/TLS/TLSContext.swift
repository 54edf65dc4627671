import CMockAPNsOpenSSL

/// The server's side of TLS that all its connections share: certificate, versions, ALPN, client certificates.
final class TLSContext {
  let pointer: OpaquePointer

  /// Fails when a PEM text is none, or the key is not the certificate's.
  init(_ configuration: ServerConfiguration) throws(IOError) {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_server_method()) else {
      throw IOError.fromQueue(call: "SSL_CTX_new", subject: "TLS")
    }
    self.pointer = pointer
    setOptions()
    do throws(CryptoError) {
      try useCertificates(configuration.certificateChainPEM)
      try useKey(configuration.privateKeyPEM)
      if let roots = configuration.clientCAPEM { try trustClients(of: roots) }
    } catch {
      throw IOError(error)
    }
  }

  deinit { SSL_CTX_free(pointer) }

  private func setOptions() {
    _ = mockapns_require_tls12(pointer)
    // A resumed session would show neither the client's certificate nor, in TLS 1.2, its SNI: hand out none.
    _ = SSL_CTX_set_options(pointer, mockapns_no_resumption_options())
    _ = SSL_CTX_set_num_tickets(pointer, 0)
    mockapns_disable_session_cache(pointer)
    mockapns_set_mode(
      pointer, Int(SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER))
    // Asks for a certificate and takes any chain, or none; the verdict stays in SSL_get_verify_result.
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER) { _, _ in 1 }
    SSL_CTX_set_alpn_select_cb(pointer, TLSContext.selectHTTP2, nil)
  }

  /// Chooses `h2` when it is offered; else goes on without ALPN: an alert would hide what the client then sends.
  ///
  /// Observed: an HTTP/1.1 client still gets HTTP/2 SETTINGS, gh:CleverTap/apns-http2#4.
  private static let selectHTTP2: SSL_CTX_alpn_select_cb_func = { _, chosen, chosenCount, offered, offeredCount, _ in
    guard let offered else { return SSL_TLSEXT_ERR_NOACK }
    var index = 0
    while index < Int(offeredCount) {
      let count = Int(offered[index])
      let name = offered + index + 1
      if count == 2, index + 2 < Int(offeredCount), name[0] == UInt8(ascii: "h"), name[1] == UInt8(ascii: "2") {
        chosen?.pointee = name
        chosenCount?.pointee = 2
        return SSL_TLSEXT_ERR_OK
      }
      index += 1 + count
    }
    return SSL_TLSEXT_ERR_NOACK
  }

  private func useCertificates(_ chain: String) throws(CryptoError) {
    for (index, certificate) in try PEM.certificates(chain).enumerated() {
      if index == 0 {
        let code = SSL_CTX_use_certificate(pointer, certificate.pointer)
        try CryptoError.check(code, "SSL_CTX_use_certificate", "server certificate")
      } else {
        let code = mockapns_add_chain_certificate(pointer, certificate.pointer)
        try CryptoError.check(code, "SSL_CTX_add1_chain_cert", "server certificate chain")
      }
    }
  }

  private func useKey(_ text: String) throws(CryptoError) {
    let key = try PEM.privateKey(text)
    try CryptoError.check(SSL_CTX_use_PrivateKey(pointer, key.pointer), "SSL_CTX_use_PrivateKey", "server key")
  }

  private func trustClients(of roots: String) throws(CryptoError) {
    let store = SSL_CTX_get_cert_store(pointer)
    for root in try PEM.certificates(roots) {
      try CryptoError.check(X509_STORE_add_cert(store, root.pointer), "X509_STORE_add_cert", "client authority")
    }
  }
}
