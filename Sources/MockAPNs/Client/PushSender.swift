package import MockAPNsCore
import MockAPNsIO

/// Sends a push to a running gateway with its development key, and reads what the gateway has on record of it.
package struct PushSender: Sendable {
  /// What is sent; absent headers are not made up, but for topic and authorization.
  package struct Push: Sendable {
    package var deviceToken = String(repeating: "0123456789abcdef", count: 4)
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []

    package init() {}
  }

  /// The answer, and the record as the API shows it.
  package struct Result: Sendable {
    package var status: Int
    package var reason: String?
    package var record: JSON?
  }

  private let client: InspectionClient

  package init(_ client: InspectionClient) {
    self.client = client
  }

  /// Sends it over HTTP/2 with verified TLS.
  package func send(_ push: Push) throws(GatewayError) -> Result {
    let facts = try client.send("GET", "/api/v1/connect")
    guard let address = facts["push"]?.string, let authority = facts["caPem"]?.string else {
      throw GatewayError("the gateway at \(client.base) does not say where to push")
    }
    var request = HTTPClient.Request(url: "https://\(address)/3/device/\(push.deviceToken)")
    request.method = "POST"
    request.isHTTP2 = true
    request.authorityPEM = authority
    request.body = push.body
    request.fields = push.headers.map { HTTP1Field($0.name, $0.value) }
    if !push.headers.contains(where: { $0.name.lowercased() == "authorization" }) {
      request.fields.append(HTTP1Field("authorization", "bearer \(try providerToken(facts))"))
    }
    let response: HTTPClient.Response
    do throws(HTTPClientError) {
      response = try HTTPClient.send(request)
    } catch {
      throw GatewayError("the push got no answer: \(error)")
    }
    return Result(
      status: response.status, reason: (try? JSONReader.read(response.body).value)?["reason"]?.string,
      record: try record(response))
  }

  private func providerToken(_ facts: JSON) throws(GatewayError) -> String {
    try ProviderTokenMaker.make(
      privateKeyPEM: facts["p8"]?.string ?? "", keyID: facts["keyId"]?.string ?? "",
      teamID: facts["teamId"]?.string ?? "")
  }

  private func record(_ response: HTTPClient.Response) throws(GatewayError) -> JSON? {
    guard let id = response.fields.first(where: { $0.name == "apns-id" })?.value else { return nil }
    return try client.send("GET", "/api/v1/deliveries?order=desc&limit=1&apnsId=\(id)")["items"]?.array?.first
  }
}
