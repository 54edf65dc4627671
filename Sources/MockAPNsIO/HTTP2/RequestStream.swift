/// One stream, from its first header to its close.
final class RequestStream {
  /// What has arrived; empty again once it was handed over.
  var request: HTTPRequest
  /// Whether the request was handed over.
  var isDelivered = false
  var isAnswered = false
  /// The client sent END_STREAM.
  var isEnded = false
  var isResetByPeer = false
  /// The request was handed over before its END_STREAM.
  var isCut = false
  private var body: [UInt8] = []
  private var sent = 0

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// Hands the request over; what remains is empty.
  func takeRequest() -> HTTPRequest {
    exchange(&request, with: HTTPRequest())
  }

  /// Sets the answer's body.
  func answer(_ body: [UInt8]) {
    self.body = body
    isAnswered = true
  }

  /// Copies the next part of the answer's body; `isLast` comes with the last bytes, never in an empty call of
  /// its own.
  func copyBody(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
    let count = min(buffer.count, body.count - sent)
    body.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<(sent + count)]))
    }
    sent += count
    return (count, sent == body.count)
  }
}
