import CMockAPNsOpenSSL

/// A certificate authority of our own, whose leaves OpenSSL, Java, Node, Go, curl and Apple's platforms accept.
///
/// Keys are P-256, signatures ECDSA with SHA-256, serial numbers random.
package struct CertificateAuthority: Sendable {
  package let certificatePEM: String
  package let privateKeyPEM: String

  /// Adopts an authority from its PEM texts; throws unless it is an authority's certificate and the key belongs to it.
  ///
  /// Both texts may be one that holds both; what is kept of each is the certificate and the key alone.
  package init(certificatePEM: String, privateKeyPEM: String) throws(CryptoError) {
    let certificate = try PEM.certificate(certificatePEM)
    let key = try PEM.privateKey(privateKeyPEM)
    guard X509_check_private_key(certificate.pointer, key.pointer) == 1 else {
      throw CryptoError.fromQueue(call: "X509_check_private_key", subject: "certificate authority")
    }
    guard X509_check_ca(certificate.pointer) == 1 else {
      throw CryptoError(
        call: "X509_check_ca", subject: "certificate authority",
        reason: "the certificate may not sign others (it lacks basicConstraints CA:TRUE)")
    }
    self.certificatePEM = try PEM.text(ofCertificate: certificate)
    self.privateKeyPEM = try PEM.text(ofPrivateKey: key)
  }

  /// Makes a self-signed authority, valid from an hour before `now` (seconds since 1970) for 1 to 36,500 days.
  package static func make(
    commonName: String, now: Int64, validDays: Int
  ) throws(CryptoError) -> CertificateAuthority {
    let key = try Owned.key(mockapns_generate_p256_key(), "EVP_EC_gen", "private key")
    let draft = try CertificateDraft(key: key)
    try draft.setValidity(now: now, days: validDays)
    try draft.addSubject(NID_commonName, commonName)
    try draft.sign(asRootBy: key)
    return try CertificateAuthority(
      certificatePEM: PEM.text(ofCertificate: draft.certificate), privateKeyPEM: PEM.text(ofPrivateKey: key))
  }

  /// Issues a certificate for a TLS server; `names` are DNS names, `*.` allowed in front, or IP address literals.
  ///
  /// `validDays` is 1 to 398, because Apple's platforms refuse a server certificate that lives longer.
  /// Documented: https://support.apple.com/en-us/102028
  package func issueServer(names: [String], now: Int64, validDays: Int) throws(CryptoError) -> Identity {
    guard let first = names.first, names.count <= 100 else {
      throw CryptoError(call: "issueServer", subject: "server certificate", reason: "it needs 1 to 100 names")
    }
    guard validDays <= 398 else {
      throw CryptoError(
        call: "issueServer", subject: "server certificate for \(first)",
        reason: "\(validDays) days of validity are more than the 398 that Apple's platforms accept")
    }
    return try issue(now: now, validDays: validDays) { draft throws(CryptoError) in
      try draft.addSubject(NID_commonName, first)
      try draft.add(NID_ext_key_usage, "serverAuth")
      try draft.addAlternativeNames(names)
    }
  }

  /// Issues a certificate for a TLS client, with any further extensions, each of another kind than ours.
  package func issueClient(
    commonName: String, userID: String?, extensions: [CertificateExtension], now: Int64, validDays: Int
  ) throws(CryptoError) -> Identity {
    try issue(now: now, validDays: validDays) { draft throws(CryptoError) in
      if let userID { try draft.addSubject(NID_userId, userID) }
      try draft.addSubject(NID_commonName, commonName)
      try draft.add(NID_ext_key_usage, "clientAuth")
      for each in extensions { try draft.add(each) }
    }
  }

  private func issue(
    now: Int64, validDays: Int, _ describe: (borrowing CertificateDraft) throws(CryptoError) -> Void
  ) throws(CryptoError) -> Identity {
    let issuer = try PEM.certificate(certificatePEM)
    let issuerKey = try PEM.privateKey(privateKeyPEM)
    let key = try Owned.key(mockapns_generate_p256_key(), "EVP_EC_gen", "private key")
    let draft = try CertificateDraft(key: key)
    try draft.setValidity(now: now, days: validDays)
    try describe(draft)
    try draft.sign(asLeafOf: issuer, by: issuerKey)
    return Identity(
      certificatePEM: try PEM.text(ofCertificate: draft.certificate), authorityPEM: certificatePEM,
      privateKeyPEM: try PEM.text(ofPrivateKey: key))
  }
}
