import MockAPNsCore
import MockAPNsIO

/// Looks at a running gateway the way a client would: can it be reached, is it trusted, are its credentials good?
package struct Doctor: Sendable {
  /// What one look gave.
  package struct Finding: Sendable {
    package var isGood: Bool
    package var text: String
  }

  private let client: InspectionClient

  /// The file that clients are told to trust.
  private let authorityPath: String

  package init(_ client: InspectionClient, authorityPath: String) {
    self.client = client
    self.authorityPath = authorityPath
  }

  /// All looks in order; after one that rules the rest out, no more.
  package func examine() -> [Finding] {
    let facts: JSON
    do throws(GatewayError) {
      facts = try client.send("GET", "/api/v1/connect")
    } catch {
      return [Finding(isGood: false, text: error.description)]
    }
    let (address, authority) = (facts["push"]?.string ?? "", facts["caPem"]?.string ?? "")
    return [
      Finding(isGood: true, text: "the inspection API answers at \(client.base)"),
      reach("https://\(address)", authority, "the push listener answers at \(address), its certificate verifies"),
      authorityFile(authority), named(address, authority), untrusted(address), credentials(),
    ]
  }

  /// A GET is answered 405 by a gateway that is reached over verified TLS and HTTP/2.
  private func reach(_ url: String, _ authority: String?, _ success: String) -> Finding {
    var request = HTTPClient.Request(url: "\(url)/3/device/")
    request.isHTTP2 = true
    request.authorityPEM = authority
    request.timeoutMilliseconds = 5000
    do throws(HTTPClientError) {
      let status = try HTTPClient.send(request).status
      return Finding(isGood: status == 405, text: status == 405 ? success : "\(url) was answered \(status), not 405")
    } catch {
      return Finding(isGood: false, text: "\(url) cannot be reached: \(error.reason)")
    }
  }

  /// Whether the file that clients trust is this gateway's CA.
  private func authorityFile(_ authority: String) -> Finding {
    guard let text = try? CertificateFolder.text(of: authorityPath) else {
      return Finding(
        isGood: false,
        text: "there is no file \(authorityPath); fetch it from \(client.base)/ca.pem, or name it with --ca")
    }
    let isSame = text == authority
    let state = isSame ? "is this gateway's CA" : "is another CA; fetch the right one from \(client.base)/ca.pem"
    return Finding(isGood: isSame, text: "\(authorityPath) \(state)")
  }

  /// Whether Apple's name leads here, for clients that can be told no other host.
  private func named(_ address: String, _ authority: String) -> Finding {
    let port = address.split(separator: ":").last ?? "2197"
    let finding = reach("https://api.sandbox.push.apple.com:\(port)", authority, "")
    let text =
      finding.isGood
      ? "api.sandbox.push.apple.com leads here"
      : "api.sandbox.push.apple.com does not lead here; a client that cannot be told another host needs a line in "
        + "/etc/hosts, or a network alias as in docker-compose.yml"
    return Finding(isGood: true, text: text)
  }

  /// Whether the system trusts the CA already.
  private func untrusted(_ address: String) -> Finding {
    let finding = reach("https://\(address)", nil, "")
    let text =
      finding.isGood ? "the system trusts the CA" : "the system does not trust the CA; see below for each client"
    return Finding(isGood: true, text: text)
  }

  /// Whether the development key opens the door; the push itself may be refused for its topic or token.
  private func credentials() -> Finding {
    var push = PushSender.Push()
    push.body = Array("{}".utf8)
    push.headers = [("apns-topic", "com.example.app"), ("apns-push-type", "alert")]
    do throws(GatewayError) {
      let result = try PushSender(client).send(push)
      let isGood = result.status == 200 || result.status == 400
      return Finding(
        isGood: isGood, text: "a push with the development key was answered \(result.reason ?? "200")")
    } catch {
      return Finding(isGood: false, text: error.description)
    }
  }

  /// How each client is told whom to trust and where to push; `<CA>` stands for the path of the CA file.
  package static let advice: [(client: String, trust: String, reach: String)] = [
    ("curl", "--cacert <CA>", "https://HOST:PORT/3/device/TOKEN with --http2"),
    (
      "Go", "x509.CertPool with <CA> as RootCAs, or SSL_CERT_FILE=<CA>",
      "the Host field of the client, such as apns2's Client.Host"
    ),
    ("Node", "NODE_EXTRA_CA_CERTS=<CA>", "http2.connect(\"https://HOST:PORT\"), or node-apn's address and port"),
    (
      "Java",
      "a trust store made from <CA>: keytool -importcert -file <CA>, or Pushy's setTrustedServerCertificateChain",
      "Pushy's setApnsServer(host, port)"
    ),
    (
      "Python", "ssl.create_default_context(cafile=<CA>), httpx verify=, or SSL_CERT_FILE=<CA>",
      "the base URL; aioapns has constants"
    ),
    ("Ruby", "SSL_CERT_FILE=<CA>", "apnotic's url: option"),
    ("PHP", "CURLOPT_CAINFO, or curl.cainfo in php.ini", "the request URL; pushok needs Apple's name to lead here"),
    ("Rust", "reqwest's add_root_certificate, or SSL_CERT_FILE=<CA> with native roots", "a2's ClientConfig endpoint"),
    (
      "Swift", "AsyncHTTPClient's TLSConfiguration.trustRoots = .file(<CA>)",
      "APNSwift's environment: .custom(url:port:)"
    ),
  ]
}
