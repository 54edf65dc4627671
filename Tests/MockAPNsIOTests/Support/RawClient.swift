#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing

@testable import MockAPNsIO

/// A client that sends whatever bytes or frames a test wants, over TLS and loopback.
final class RawClient {
  private let descriptor: Descriptor
  private let tls: ClientTLS
  private var received: [UInt8] = []
  private let decoder = HeaderDecoder()

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// Connects and shakes hands.
  init(_ port: UInt16, _ offer: ClientOffer = ClientOffer(), receiveBuffer: Int32? = nil) throws {
    descriptor = try RawClient.connect(port, receiveBuffer: receiveBuffer)
    tls = try ClientTLS(offer)
    while true {
      let result = tls.engine.handshake()
      sendCiphertext()
      switch result {
      case .done: return
      case .wantsInput:
        guard try feed() else { throw Failure(description: "the server closed during the handshake") }
      default: throw Failure(description: "\(result)")
      }
    }
  }

  /// A TCP connection that may say anything.
  static func connect(_ port: UInt16, receiveBuffer: Int32? = nil) throws -> Descriptor {
    let found = try NumericAddress.resolve(ListenAddress(host: "127.0.0.1", port: port))
    let address = try #require(found.first)
    let number = socket(address.family, SocketOptions.stream, 0)
    guard number >= 0 else { throw Failure(description: "socket: \(errno)") }
    SocketOptions.suppressPipeSignal(number)
    if let receiveBuffer { SocketOptions.set(number, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = Descriptor(number: number)
    guard address.withSocketAddress({ systemConnect(number, $0, $1) }) == 0 else {
      throw Failure(description: "connect: \(errno)")
    }
    return descriptor
  }

  func send(_ bytes: [UInt8]) {
    tls.engine.writeAll(bytes)
    sendCiphertext()
  }

  func send(_ frames: Frame...) {
    send(frames.flatMap(\.bytes))
  }

  /// Sends noise below TLS until the server has taken `limit` bytes or takes none for a while; returns how many.
  func flood(upTo limit: Int) -> Int {
    var patience = timeval(tv_sec: 0, tv_usec: 300_000)
    setsockopt(descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let noise = [UInt8](repeating: 0, count: 65_536)
    var taken = 0
    while taken < limit {
      let count = noise.withUnsafeBytes { SocketOptions.send(descriptor.number, $0) }
      guard count > 0 else { break }
      taken += count
    }
    return taken
  }

  /// Preface and SETTINGS, then further frames.
  func begin(_ frames: Frame...) {
    send(Frame.preface + Frame.settings().bytes + frames.flatMap(\.bytes))
  }

  /// The next frame; nil when the server has ended.
  func frame() throws -> Frame? {
    while true {
      if let frame = Frame.take(from: &received) { return frame }
      let (bytes, last) = tls.engine.readAll()
      received += bytes
      if !bytes.isEmpty { continue }
      if case .wantsInput = last, try feed() { continue }
      return nil
    }
  }

  /// Skips frames until one fits; throws when the server ends before.
  func frame(where fits: (Frame) -> Bool) throws -> Frame {
    while let frame = try frame() {
      if fits(frame) { return frame }
    }
    throw Failure(description: "the server closed before the frame came")
  }

  /// All frames until the server ends.
  func rest() throws -> [Frame] {
    var frames: [Frame] = []
    while let frame = try frame() { frames.append(frame) }
    return frames
  }

  /// Whether no close_notify came with what was received so far.
  var sawNoEnd: Bool {
    if case .wantsInput = tls.engine.readAll().last { true } else { false }
  }

  func decode(_ frame: Frame) throws -> [String] {
    try decoder.decode(frame.payload).map { "\($0.name): \($0.value)" }
  }

  /// FIN, without a word from TLS.
  func endSending() { shutdown(descriptor.number, Int32(SHUT_WR)) }

  func closeNotify() {
    tls.engine.close()
    sendCiphertext()
  }

  /// The coming end of this object sends RST.
  func resetOnEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private func sendCiphertext() {
    var rest = tls.engine.takeCiphertext()[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SocketOptions.send(descriptor.number, $0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads once; false at the end.
  private func feed() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor.number, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Failure(description: "nothing came for 20 s") }
    guard count > 0 else { return false }
    tls.engine.feed(Array(buffer[..<count]))
    return true
  }
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t)
  -> Int32
{
  connect(descriptor, address, length)
}
