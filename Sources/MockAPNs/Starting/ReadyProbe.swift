import MockAPNsIO

/// Asks a gateway whether it is ready.
package enum ReadyProbe {
  /// Throws, with what to do, unless `/readyz` at that `host:port` or URL answers 200.
  package static func check(_ address: String) throws(GatewayError) {
    let url = address.contains("://") ? address : "http://\(address)"
    var request = HTTPClient.Request(url: "\(url)/readyz")
    request.timeoutMilliseconds = 5000
    let response: HTTPClient.Response
    do throws(HTTPClientError) {
      response = try HTTPClient.send(request)
    } catch {
      throw GatewayError("the gateway is not ready: \(error)")
    }
    guard response.status == 200 else {
      throw GatewayError("the gateway is not ready: \(String(decoding: response.body, as: UTF8.self))")
    }
  }
}
