import CMockAPNsOpenSSL
import Testing

@testable import MockAPNsIO

/// What a test client offers in its handshake.
struct ClientOffer {
  var alpn: [String] = ["h2"]
  var serverName: String?
  var certificate: Identity?
  var isTLS12Only = false
}

/// The client's side of TLS, which trusts everything.
final class ClientTLS {
  let engine: TLSEngine
  private let context: OpaquePointer

  init(_ offer: ClientOffer = ClientOffer()) throws {
    context = try #require(SSL_CTX_new(TLS_client_method()))
    let alpn = offer.alpn.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    if !alpn.isEmpty { SSL_CTX_set_alpn_protos(context, alpn, UInt32(alpn.count)) }
    if offer.isTLS12Only { SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil) }
    if let identity = offer.certificate {
      let certificate = try PEM.certificate(identity.certificatePEM)
      let key = try PEM.privateKey(identity.privateKeyPEM)
      SSL_CTX_use_certificate(context, certificate.pointer)
      SSL_CTX_use_PrivateKey(context, key.pointer)
    }
    engine = try TLSEngine(client: context, serverName: offer.serverName)
  }

  deinit { SSL_CTX_free(context) }
}

extension TLSEngine {
  func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { feed($0) }
  }

  func takeCiphertext() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = buffer.withUnsafeMutableBytes({ takeCiphertext(into: $0) }), count > 0 {
      all += buffer[..<count]
    }
    return all
  }

  /// Everything that can be decrypted now.
  func readAll() -> (bytes: [UInt8], last: TLSResult) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let result = buffer.withUnsafeMutableBytes { read(into: $0) }
      guard case .done(let count) = result else { return (all, result) }
      all += buffer[..<count]
    }
  }

  func writeAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .done(let count) = rest.withUnsafeBytes({ write($0) }) else { return }
      rest = rest.dropFirst(count)
    }
  }
}
