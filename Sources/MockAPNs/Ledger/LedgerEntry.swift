import MockAPNsCore
import MockAPNsIO

/// What the thread of the ledger is given: bytes in place of objects.
///
/// Objects that one thread makes and another lets go cost both of them: every block of memory goes back by a lock, and
/// every count of references travels between two processors.
enum LedgerEntry: Sendable {
  /// What one decision leaves on record; all of it is kept or nothing.
  case decision([Piece])
  case delete(DeliveryFilter, done: @Sendable (Int) -> Void)
  case retain(deliveries: Int, bytes: Int)

  enum Piece: Sendable {
    case delivery(Row)
    /// Outcomes that came later.
    case outcomes(Row)
    case changed(EntityChange)
  }

  /// What a table keeps of a delivery or of an addition to it.
  struct Row: Sendable {
    var seq: UInt64
    var revision: UInt64
    var outcomeCount: Int
    /// As `StoredDelivery` reads it, or a list of outcomes.
    var bytes: [UInt8]
  }
}

/// Turns items into entries, on the thread that writes them.
final class LedgerEntryWriter {
  private var form = StoredDeliveryWriter()
  /// Whether pieces of the world are kept; nobody ever reads those of a store that goes with the gateway.
  private let keepsWorld: Bool

  init(keepsWorld: Bool) {
    self.keepsWorld = keepsWorld
  }

  /// Nil when nothing of the item is kept.
  func entry(_ item: LedgerItem) -> LedgerEntry? {
    switch item {
    case .delete(let filter, let done): return .delete(filter, done: done)
    case .retain(let deliveries, let bytes): return .retain(deliveries: deliveries, bytes: bytes)
    case .decision(let effects):
      var pieces: [LedgerEntry.Piece] = []
      for index in effects.indices {
        if let piece = piece(effects[index]) { pieces.append(piece) }
      }
      return pieces.isEmpty ? nil : .decision(pieces)
    }
  }

  private func piece(_ effect: Effect) -> LedgerEntry.Piece? {
    switch effect {
    case .record(let delivery): .delivery(row(delivery))
    case .outcomes(let addition): .outcomes(row(addition))
    case .changed(let change): keepsWorld ? .changed(change) : nil
    case .reply, .limitStreams, .goAway, .close: nil
    }
  }

  private func row(_ delivery: Delivery) -> LedgerEntry.Row {
    form.write(delivery)
    return LedgerEntry.Row(
      seq: delivery.seq, revision: delivery.revision, outcomeCount: delivery.outcomes.count, bytes: form.buffer.array)
  }

  private func row(_ addition: OutcomeAddition) -> LedgerEntry.Row {
    form.begin(addition.outcomes)
    return LedgerEntry.Row(
      seq: addition.seq, revision: addition.revision, outcomeCount: addition.outcomes.count, bytes: form.buffer.array)
  }
}
