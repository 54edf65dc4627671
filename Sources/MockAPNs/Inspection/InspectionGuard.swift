import MockAPNsCore
import MockAPNsIO

/// Who may talk to the inspection side: against pages of other origins, names that resolve to us, and strangers.
struct InspectionGuard: Sendable {
  /// Names that are allowed besides the ones below.
  var hosts: [String] = []
  /// The bearer token that every route but the open ones needs; nil for none.
  var token: String?

  /// `Host` must be a name that only local resolvers know, or one that was allowed; `Origin`, if sent, the same.
  func checkHost(of request: HTTP1Request) throws(Problem) {
    guard let host = request.field("host") else {
      throw .badRequest("host-missing", "the Host header is missing")
    }
    let name = Self.name(in: host)
    guard isAllowed(name) else { throw forbidden("Host", name) }
    guard let origin = request.field("origin") else { return }
    guard let slashes = origin.firstRange(of: "://") else { throw forbidden("Origin", origin) }
    let originName = Self.name(in: String(origin[slashes.upperBound...]))
    guard isAllowed(originName) else { throw forbidden("Origin", originName) }
  }

  func checkToken(of request: HTTP1Request) throws(Problem) {
    guard let token else { return }
    let sent = request.field("authorization") ?? ""
    guard sent.lowercased().hasPrefix("bearer "), Self.areEqual(sent.dropFirst(7).utf8, token.utf8) else {
      throw Problem(
        status: 401, kind: "token-needed",
        detail: "this gateway was started with --inspect-token; send authorization: bearer and the token")
    }
  }

  private func forbidden(_ header: String, _ name: String) -> Problem {
    Problem(
      status: 403, kind: "host-not-allowed",
      detail: "\(header) names \(name), which is not a local name; start the gateway with --inspect-host \(name)")
  }

  /// An IP literal, `localhost`, `*.localhost`, a name without dots, `*.internal`, or one that was allowed.
  private func isAllowed(_ name: String) -> Bool {
    let name = name.lowercased()
    return !name.contains(".") || name.hasSuffix(".localhost") || name.hasSuffix(".internal")
      || Self.isAddress(name) || hosts.contains { $0.lowercased() == name }
  }

  /// The host without its port; brackets stay around an IPv6 address.
  private static func name(in authority: String) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
    return String(authority.prefix { $0 != ":" })
  }

  /// Four numbers with dots, or anything in brackets.
  static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Compares every byte, whatever the first difference.
  private static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
