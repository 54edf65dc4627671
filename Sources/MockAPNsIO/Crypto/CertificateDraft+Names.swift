import CMockAPNsOpenSSL

extension CertificateDraft {
  /// Adds subjectAltName: IP address literals as addresses, everything else as DNS names.
  func addAlternativeNames(_ names: [String]) throws(CryptoError) {
    let list = try Owned(GENERAL_NAMES_new(), "GENERAL_NAMES_new", "alternative names") { GENERAL_NAMES_free($0) }
    for name in names {
      let entry = try alternativeName(name)
      guard OPENSSL_sk_push(list.pointer, entry) > 0 else {
        GENERAL_NAME_free(entry)
        throw CryptoError.fromQueue(call: "sk_GENERAL_NAME_push", subject: name)
      }
    }
    try CryptoError.check(
      X509_add1_ext_i2d(certificate.pointer, NID_subject_alt_name, UnsafeMutableRawPointer(list.pointer), 0, 0),
      "X509_add1_ext_i2d", "alternative names")
  }

  /// The caller owns the result.
  private func alternativeName(_ name: String) throws(CryptoError) -> UnsafeMutablePointer<GENERAL_NAME> {
    let address = a2i_IPADDRESS(name)
    ERR_clear_error()
    guard let entry = GENERAL_NAME_new() else {
      throw CryptoError.fromQueue(call: "GENERAL_NAME_new", subject: name)
    }
    if let address {
      GENERAL_NAME_set0_value(entry, GEN_IPADD, address)
      return entry
    }
    guard DNSName.isValid(name), let text = ASN1_IA5STRING_new() else {
      GENERAL_NAME_free(entry)
      throw CryptoError(
        call: "alternativeName", subject: "server name \"\(name)\"", reason: "neither a DNS name nor an IP address")
    }
    ASN1_STRING_set(text, name, Int32(name.utf8.count))
    GENERAL_NAME_set0_value(entry, GEN_DNS, text)
    return entry
  }
}

/// The syntax of a DNS name in a certificate.
private enum DNSName {
  /// Letters, digits, `-` and `_` in labels of 1 to 63 bytes, 253 bytes in all; the first label may be `*`.
  static func isValid(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let plain = labels.first.map { Array($0) == [UInt8(ascii: "*")] } == true ? labels.dropFirst() : labels[...]
    return name.utf8.count <= 253 && !plain.isEmpty && plain.allSatisfy(isLabel) && !isAllDigits(plain.last)
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    (1...63).contains(label.count)
      && label.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// A last label of digits only would be a mistyped IPv4 address.
  private static func isAllDigits(_ label: Substring.UTF8View?) -> Bool {
    label?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}
