package import MockAPNsCore
import MockAPNsIO

/// Asks the inspection API of a running gateway; for commands.
package struct InspectionClient: Sendable {
  /// The URL without a path.
  package let base: String
  private let token: String?

  /// - Parameter address: a URL or `host:port`.
  package init(_ address: String, token: String?) {
    base = address.contains("://") ? address : "http://\(address)"
    self.token = token
  }

  /// Sends a request and reads the JSON of the answer; a problem becomes an error with its detail.
  package func send(_ method: String, _ path: String, _ body: JSON? = nil) throws(GatewayError) -> JSON {
    var request = HTTPClient.Request(url: base + path)
    request.method = method
    if let token { request.fields.append(HTTP1Field("authorization", "bearer \(token)")) }
    if let body {
      request.fields.append(HTTP1Field("content-type", "application/json"))
      request.body = body.bytes()
    }
    let response: HTTPClient.Response
    do throws(HTTPClientError) {
      response = try HTTPClient.send(request)
    } catch {
      throw GatewayError("no gateway answers at \(base) (\(error.reason)); start one with: mock-apns serve")
    }
    let value = try? JSONReader.read(response.body).value
    guard response.status < 300, let value else {
      throw GatewayError(value?["detail"]?.string ?? "\(method) \(path) was answered \(response.status)")
    }
    return value
  }

  /// Everything of a list that comes in pages.
  package func all(_ path: String) throws(GatewayError) -> [JSON] {
    var items: [JSON] = []
    var after = ""
    while true {
      let page = try send("GET", "\(path)?limit=1000\(after)")
      items += page["items"]?.array ?? []
      guard let last = page["last"]?.string, page["items"]?.array?.count == 1000 else { return items }
      after = "&after=\(Self.segment(last))"
    }
  }

  /// A text as one segment of a path.
  package static func segment(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "-_.~".utf8.contains(byte)
      return isPlain ? String(Character(Unicode.Scalar(byte))) : "%" + Hex.encode([byte])
    }.joined()
  }
}
