/// One of Apple's two push services; tokens, keys and channels of one mean nothing to the other.
package enum Environment: String, Sendable, CaseIterable {
  case sandbox, production
}

extension Environment {
  /// The environment that an Apple host name stands for; nil for other names.
  ///
  /// `*.push.apple.com` is the sandbox when a label is `sandbox` or `development`, else production; a port is allowed.
  /// Documented: `ApplePage.sending` and `ApplePage.connecting` name the hosts.
  package init?(appleHost: some Collection<UInt8>) {
    let host = appleHost.prefix { $0 != UInt8(ascii: ":") }
    // Most hosts are an address or a name of this machine, and a look tells.
    guard let last = host.suffix(1).first, last | 0x20 == UInt8(ascii: "m") else { return nil }
    let name = host.map { $0 | ($0 &- 65 < 26 ? 0x20 : 0) }
    let labels = name.split(separator: UInt8(ascii: "."))
    guard labels.count > 3, labels.suffix(3).elementsEqual(Self.domain, by: { $0.elementsEqual($1) }) else {
      return nil
    }
    let isSandbox = labels.dropLast(3).contains { label in
      Self.sandboxLabels.contains { label.elementsEqual($0) }
    }
    self = isSandbox ? .sandbox : .production
  }

  private static let domain = ["push", "apple", "com"].map { Array($0.utf8) }
  private static let sandboxLabels = ["sandbox", "development"].map { Array($0.utf8) }
}
