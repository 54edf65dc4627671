import MockAPNsCore
import MockAPNsIO

/// Judges provider tokens and remembers the judgement by the exact text, failures included; loop thread only.
///
/// A signature takes some 100 µs to verify and clients send one token for up to an hour.
final class EvidenceCache {
  /// Tokens remembered at once; beyond it the half that was not used lately is forgotten.
  static let limit = 4096

  /// The one that was asked for last; clients send many pushes with one token.
  private var last: TokenEvidence?
  private var recent: [[UInt8]: TokenEvidence] = [:]
  private var older: [[UInt8]: TokenEvidence] = [:]
  private var keys: [String: (generation: UInt32, key: VerifyingKey)] = [:]
  private let gateway: Gateway

  /// Tokens remembered now.
  var count: Int { recent.count + older.count }

  init(_ gateway: Gateway) {
    self.gateway = gateway
  }

  /// The evidence for the value of an authorization header; nil when it names no bearer token.
  func evidence(for authorization: ArraySlice<UInt8>) -> TokenEvidence? {
    guard let text = Self.bearerToken(authorization) else { return nil }
    if let last, Bytes.areEqual(text, last.text), isCurrent(last) { return last }
    let evidence = remembered(Array(text))
    last = evidence
    return evidence
  }

  private func remembered(_ text: [UInt8]) -> TokenEvidence {
    let known = recent[text] ?? older.removeValue(forKey: text)
    if let known, isCurrent(known) {
      remember(known)
      return known
    }
    let made = judge(text)
    remember(made)
    return made
  }

  /// What follows the word bearer, in any case, and one blank.
  static func bearerToken(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let rest = value.dropFirst(scheme.count)
    guard rest.count > 1, rest.first == UInt8(ascii: " "), zip(value, scheme).allSatisfy({ $0 | 0x20 == $1 }) else {
      return nil
    }
    return rest.dropFirst()
  }

  private static let scheme = Array("bearer".utf8)

  /// Whether the key is still the one that the signature was checked with.
  private func isCurrent(_ evidence: TokenEvidence) -> Bool {
    guard case .success(let token) = evidence.token else { return true }
    let generation = gateway.keyGeneration(of: token.keyID)
    if evidence.signature == .keyUnknown { return generation == nil }
    return generation == evidence.keyGeneration
  }

  private func remember(_ evidence: TokenEvidence) {
    guard recent[evidence.text] !== evidence else { return }
    if recent.count >= Self.limit / 2 {
      older = recent
      recent = [:]
    }
    recent[evidence.text] = evidence
  }

  private func judge(_ text: [UInt8]) -> TokenEvidence {
    let token: ProviderToken
    do throws(ProviderTokenFault) {
      token = try ProviderToken(parsing: text[...])
    } catch {
      return TokenEvidence(text: text, token: .failure(error), signature: .wrong)
    }
    guard let key = gateway.read({ $0.keys[token.keyID] }) else {
      return TokenEvidence(text: text, token: .success(token), signature: .keyUnknown)
    }
    return TokenEvidence(
      text: text, token: .success(token), signature: check(token, with: key), keyGeneration: key.generation)
  }

  private func check(_ token: ProviderToken, with key: ProviderKey) -> TokenEvidence.Signature {
    guard let pem = key.publicKeyPEM, let verifying = verifyingKey(key, pem) else { return .unverifiable }
    let signature = token.signatureForm == .der ? token.signature : VerifyingKey.derSignature(fromRaw: token.signature)
    guard let signature else { return .wrong }
    let digest: VerifyingKey.Digest = token.digest == .sha256 ? .sha256 : .sha512
    return verifying.verifies(signature: signature, message: token.signedBytes, digest: digest) ? .verified : .wrong
  }

  private func verifyingKey(_ key: ProviderKey, _ pem: String) -> VerifyingKey? {
    if let known = keys[key.id], known.generation == key.generation { return known.key }
    // The text was checked when the key was registered.
    guard let made = try? VerifyingKey(pem: pem) else { return nil }
    if keys.count >= Self.limit { keys.removeAll() }
    keys[key.id] = (key.generation, made)
    return made
  }
}
