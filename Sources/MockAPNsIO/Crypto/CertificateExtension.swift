/// One X.509 extension as it stands in a certificate.
package struct CertificateExtension: Hashable, Sendable {
  /// Dotted decimal.
  package var oid: String
  /// The DER inside the extension's OCTET STRING.
  package var der: [UInt8]
  package var isCritical: Bool

  package init(oid: String, der: [UInt8], isCritical: Bool) {
    self.oid = oid
    self.der = der
    self.isCritical = isCritical
  }
}
