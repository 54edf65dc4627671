import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

@Suite("Who may ask the inspection API")
struct InspectionGuardTests {
  private static let hosts: [(String, Bool)] = [
    ("127.0.0.1", true), ("127.0.0.1:2198", true), ("[::1]:2198", true), ("10.1.2.3", true), ("localhost", true),
    ("LOCALHOST:80", true), ("app.localhost", true), ("mock-apns", true), ("gateway.internal", true),
    ("host.docker.internal:2198", true), ("apns.test", true), ("APNS.TEST:2198", true), ("san.example", true),
    ("example.com", false), ("127.0.0.1.example.com", false), ("localhost.example.com", false),
    ("apns.test.example.com", false), ("1.2.3", false), ("1.2.3.4.5", false), ("256.1.1.1", false),
    ("internal.example", false), ("notinternal.", false),
  ]

  @Test("Host must be a local name or one that was allowed", .timeLimit(.minutes(10)))
  func host() throws {
    let gateway = try Self.gateway()
    for (host, isAllowed) in Self.hosts {
      let answer = try gateway.api("GET", "/deliveries", fields: [("host", host)])
      #expect(answer.status == (isAllowed ? 200 : 403), "\(host)")
      if !isAllowed { #expect(answer.detail.contains("--inspect-host")) }
    }
  }

  @Test("Origin, where sent, must be such a name as well; a page without origin is nobody's", .timeLimit(.minutes(10)))
  func origin() throws {
    let gateway = try Self.gateway()
    for (host, isAllowed) in Self.hosts {
      let answer = try gateway.api("POST", "/reset", fields: [("origin", "http://\(host)")])
      #expect(answer.status == (isAllowed ? 200 : 403), "\(host)")
    }
    for origin in ["null", "https://example.com", "example.com", "file://a.example"] {
      #expect(try gateway.api("POST", "/reset", fields: [("origin", origin)]).status == 403, "\(origin)")
    }
  }

  private static func gateway() throws -> TestGateway {
    try TestGateway {
      $0.inspectHosts = ["apns.test"]
      $0.serverNames = ["san.example"]
    }
  }

  @Test("with a token every route needs it but the open ones", .timeLimit(.minutes(10)))
  func token() throws {
    let gateway = try TestGateway { $0.inspectToken = "s3cret" }
    for value in ["", "s3cret", "bearer s3cre", "bearer s3cret2", "basic s3cret"] {
      let answer = try gateway.api("GET", "/deliveries", fields: value.isEmpty ? [] : [("authorization", value)])
      #expect(answer.status == 401, "\(value)")
    }
    #expect(try gateway.api("GET", "/deliveries", fields: [("authorization", "bearer s3cret")]).status == 200)
    #expect(try gateway.api("GET", "/deliveries", fields: [("authorization", "Bearer s3cret")]).status == 200)
    for route in Route.table where !route.path.contains("{") {
      let path = "/" + route.path
      #expect(try gateway.api(route.method, path).status == (route.isOpen ? 200 : 401), "\(route.path)")
    }
  }

  @Test(
    "beyond loopback it needs a token or leave", .timeLimit(.minutes(10)),
    arguments: ["0.0.0.0:0", "[::]:0", "127.example.com:0", ":0"])
  func beyondLoopback(_ address: String) throws {
    let error = #expect(throws: GatewayError.self) { _ = try TestGateway { $0.inspectListen = address } }
    #expect(error?.description.contains("--inspect-open") == true)
    #expect(throws: GatewayError.self) {
      _ = try TestGateway {
        $0.inspectListen = address
        $0.inspectToken = ""
      }
    }
  }

  @Test("beyond loopback with a token or leave it starts", .timeLimit(.minutes(10)))
  func beyondLoopbackAllowed() throws {
    let open = try TestGateway {
      $0.inspectListen = "0.0.0.0:0"
      $0.isInspectOpen = true
    }
    #expect(try open.api("GET", "/deliveries").status == 200)
    let guarded = try TestGateway {
      $0.inspectListen = "0.0.0.0:0"
      $0.inspectToken = "t"
    }
    #expect(try guarded.api("GET", "/deliveries").status == 401)
  }
}
