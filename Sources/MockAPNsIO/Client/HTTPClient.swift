import CMockAPNsCurl
import Synchronization

/// One request to some HTTP server at a time, made with libcurl; each call blocks its thread.
package struct HTTPClient: Sendable {
  /// What is sent.
  package struct Request: Sendable {
    package var method = "GET"
    package var url: String
    package var fields: [HTTP1Field] = []
    package var body: [UInt8] = []
    /// A file of roots to trust, in PEM; nil for the system's.
    package var authorityPath: String?
    /// Roots to trust, in PEM, instead of a file.
    package var authorityPEM: String?
    package var timeoutMilliseconds = 10_000
    /// Whether HTTP/2 is asked for; else HTTP/1.1.
    package var isHTTP2 = false
    /// Where to connect, `host:port`, whatever the URL's host is; nil for that host itself.
    package var connectTo: String?

    package init(url: String) {
      self.url = url
    }
  }

  /// What came back.
  package struct Response: Sendable {
    package var status: Int
    /// Names in lower case, in the order received.
    package var fields: [HTTP1Field]
    package var body: [UInt8]
  }

  /// Bytes of an answer that are kept; more ends the request.
  package static let answerLimit = 64 << 20

  /// Sends the request; throws when no answer came whole.
  package static func send(_ request: Request) throws(HTTPClientError) -> Response {
    initialise()
    guard let handle = curl_easy_init() else { throw HTTPClientError(url: request.url, code: 2, reason: "no handle") }
    defer { curl_easy_cleanup(handle) }
    var list: UnsafeMutablePointer<curl_slist>?
    // An empty Expect keeps libcurl from waiting for leave to send a body.
    for line in ["Expect:"] + request.fields.map({ "\($0.name): \($0.value)" }) { list = curl_slist_append(list, line) }
    defer { curl_slist_free_all(list) }
    let place = request.connectTo.flatMap { curl_slist_append(nil, "::\($0)") }
    defer { curl_slist_free_all(place) }
    let answer = Answer()
    let code = withExtendedLifetime(answer) {
      request.body.withUnsafeBytes { body in
        configure(handle, request, answer, body)
        _ = mockapns_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
        _ = mockapns_curl_set_pointer(handle, CURLOPT_CONNECT_TO, place)
        return curl_easy_perform(handle)
      }
    }
    guard code == CURLE_OK else {
      throw HTTPClientError(url: request.url, code: code.rawValue, reason: String(cString: curl_easy_strerror(code)))
    }
    var status = 0
    _ = mockapns_curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    return Response(status: status, fields: answer.fields, body: answer.body)
  }

  private static func configure(
    _ handle: UnsafeMutableRawPointer, _ request: Request, _ answer: Answer, _ body: UnsafeRawBufferPointer
  ) {
    _ = mockapns_curl_set_text(handle, CURLOPT_URL, request.url)
    _ = mockapns_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
    _ = mockapns_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    _ = mockapns_curl_set_number(handle, CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
    let version = request.isHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    _ = mockapns_curl_set_number(handle, CURLOPT_HTTP_VERSION, Int(version))
    _ = mockapns_curl_set_text(handle, CURLOPT_PROXY, "")
    if let authority = request.authorityPath { _ = mockapns_curl_set_text(handle, CURLOPT_CAINFO, authority) }
    if let pem = request.authorityPEM {
      _ = mockapns_curl_set_bytes(handle, CURLOPT_CAINFO_BLOB, pem, pem.utf8.count)
    }
    if let base = body.baseAddress, !body.isEmpty {
      _ = mockapns_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count)
      _ = mockapns_curl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: base))
    }
    let context = Unmanaged.passUnretained(answer).toOpaque()
    _ = mockapns_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    _ = mockapns_curl_set_sink(handle, CURLOPT_WRITEFUNCTION, Answer.takeBody)
    _ = mockapns_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    _ = mockapns_curl_set_sink(handle, CURLOPT_HEADERFUNCTION, Answer.takeLine)
  }

  /// libcurl must be initialised once, by one thread, before anything else.
  private static func initialise() {
    _ = initialised
  }

  private static let initialised = curl_global_init(Int(CURL_GLOBAL_DEFAULT)).rawValue
}

/// Why no answer came.
package struct HTTPClientError: Error, Sendable, CustomStringConvertible {
  package var url: String
  /// libcurl's code.
  package var code: UInt32
  package var reason: String

  package var description: String { "\(url) gave no answer: \(reason) (curl \(code))" }
}

/// Collects an answer; touched by the thread that makes the request only.
private final class Answer {
  var fields: [HTTP1Field] = []
  var body: [UInt8] = []

  static let takeBody: mockapns_curl_sink = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    guard answer.body.count + size * count <= HTTPClient.answerLimit else { return 0 }
    answer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
  }

  static let takeLine: mockapns_curl_sink = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
    answer.take(line)
    return size * count
  }

  /// A status line starts a new list, since an interim answer may come first.
  private func take(_ line: String) {
    if line.hasPrefix("HTTP/") { fields = [] }
    guard let colon = line.firstIndex(of: ":"), fields.count < 1000 else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " }.prefix { $0 != "\r\n" && $0 != "\n" }
    fields.append(HTTP1Field(line[..<colon].lowercased(), String(value)))
  }
}
