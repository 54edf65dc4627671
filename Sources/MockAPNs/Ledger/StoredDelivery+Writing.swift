import MockAPNsCore
import MockAPNsIO

/// Puts deliveries into the form in which they are stored, one after the other in the same memory.
struct StoredDeliveryWriter: ~Copyable {
  private(set) var buffer = BlobBuffer()
  private var part = 0

  /// Fills the buffer with a delivery.
  mutating func write(_ delivery: Delivery) {
    let (facts, verdict) = (delivery.understood, delivery.verdict)
    buffer.removeAll()
    part = 0
    writeNumbers(delivery)
    buffer.skip(StoredDelivery.partsOffset - StoredDelivery.endsOffset)
    add(delivery.environment.rawValue)
    add(delivery.request.method)
    add(delivery.request.path)
    add(facts.apnsID)
    add(facts.apnsUniqueID)
    add(facts.token)
    add(facts.topic)
    add(facts.bundleID)
    add(facts.pushType?.rawValue)
    add(facts.collapseID)
    add(nil)
    add(facts.team)
    add(facts.key)
    add(facts.certificate)
    add(verdict.reason)
    writeBasis(verdict)
    writeFindings(delivery.findings)
    if !delivery.outcomes.isEmpty { write(delivery.outcomes) }
    endPart()
    delivery.request.fields.withoutSecrets { buffer.append($0) }
    endPart()
    add(delivery.request.body)
  }

  /// Fills the buffer with the outcomes of an addition.
  mutating func begin(_ outcomes: [Outcome]) {
    buffer.removeAll()
    write(outcomes)
  }

  /// In the order of `StoredDelivery.Number`.
  private mutating func writeNumbers(_ delivery: Delivery) {
    buffer.append(delivery.receivedAt.milliseconds)
    buffer.append(delivery.answeredAt.milliseconds)
    buffer.append(delivery.clockOffsetMilliseconds)
    buffer.append(Int64(delivery.connection))
    buffer.append(Int64(delivery.stream))
    buffer.append(Int64(delivery.verdict.status))
    buffer.append(delivery.verdict.timestamp?.milliseconds ?? StoredDelivery.noNumber)
    buffer.append(delivery.understood.priority.map(Int64.init) ?? StoredDelivery.noNumber)
    buffer.append(delivery.understood.expirationSeconds ?? StoredDelivery.noNumber)
    buffer.append(delivery.request.isBodyComplete ? StoredDelivery.noNumber : 1)
  }

  private mutating func writeBasis(_ verdict: Verdict) {
    let isUsual = verdict.check == Verdict.accepted.check
    add(isUsual ? nil : verdict.check)
    add(isUsual ? nil : verdict.basis.kind.rawValue)
    add(isUsual ? nil : verdict.basis.source)
    add(isUsual ? nil : verdict.explanation)
  }

  private mutating func writeFindings(_ findings: [Finding]) {
    if !findings.isEmpty { buffer.append(UInt32(findings.count)) }
    for finding in findings {
      field(finding.id.rawValue)
      field(finding.path)
      field(finding.detail)
    }
    endPart()
  }

  private mutating func write(_ outcomes: [Outcome]) {
    buffer.append(UInt32(outcomes.count))
    for outcome in outcomes {
      field(outcome.device)
      field(outcome.activity)
      buffer.append(outcome.at.milliseconds)
      field(outcome.kind.rawValue)
      buffer.append(StoredOutcome.marks(outcome))
      field(outcome.reason?.rawValue)
      field(outcome.contract.rawValue)
      switch outcome.detail {
      case .text(let detail), .change(let detail): field(detail)
      case .alert, .badge, nil: field(nil)
      }
    }
  }

  /// A field of a list.
  private mutating func field(_ text: String?) {
    buffer.append(text.map { UInt32($0.utf8.count) } ?? StoredDelivery.absence)
    if let text { buffer.append(text) }
  }

  private mutating func add(_ text: String?) {
    if let text { buffer.append(text) }
    endPart(isAbsent: text == nil)
  }

  private mutating func add(_ bytes: [UInt8]) {
    buffer.append(bytes)
    endPart()
  }

  private mutating func endPart(isAbsent: Bool = false) {
    let end = UInt32(buffer.count - StoredDelivery.partsOffset) | (isAbsent ? StoredDelivery.absence : 0)
    buffer.set(end, at: StoredDelivery.endsOffset + part * 4)
    part += 1
  }
}
