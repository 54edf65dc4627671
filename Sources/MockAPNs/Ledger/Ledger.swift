package import MockAPNsCore

/// The record: deliveries and the pieces of the world, kept in order and found again by filters.
///
/// The seam at which another store can stand; `SQLiteLedger` is the only one. Every function may be called on every
/// thread. Reads first wait until all that was written before them is committed.
package protocol Ledger: Sendable {
  /// Takes items in order and returns what `committed` will have reached when this one is kept; never blocks.
  func write(_ item: LedgerItem) -> UInt64
  /// Whether it keeps the pieces of the world; a store that goes with the gateway need not.
  var keepsWorld: Bool { get }
  /// The number of the last item that is kept.
  var committed: UInt64 { get }
  /// Whether writers should pause, because the store lags behind or takes nothing more.
  var isFull: Bool { get }
  /// Why the store takes nothing more; nil while it works.
  var failure: String? { get }
  /// One page of deliveries.
  func page(_ query: DeliveryQuery) throws(LedgerError) -> DeliveryPage
  /// One delivery as JSON; nil when it is not kept.
  func delivery(_ seq: UInt64) throws(LedgerError) -> [UInt8]?
  /// One page of the outcomes of a delivery, as JSON texts.
  func outcomes(of seq: UInt64, after position: Int, limit: Int) throws(LedgerError) -> [[UInt8]]
  /// Blocks until something is committed after that number, or the deadline (`SystemClock`) comes; the number now.
  func waitForNews(after committed: UInt64, deadline: UInt64) -> UInt64
  /// Ends all waits; they return at once from then on.
  func release()
  /// Commits what is there and closes the store.
  func stop()
}

/// Something to be kept, or to be forgotten.
package enum LedgerItem: Sendable {
  /// What one decision of the world came to; all of it is kept or nothing. Further outcomes of a delivery that is no
  /// longer kept are forgotten, and effects on connections are not for the record.
  case decision([Effect])
  /// Forgets the deliveries that match, all without clauses, and tells how many.
  case delete(DeliveryFilter, done: @Sendable (Int) -> Void)
  /// Keeps at most so many deliveries and bytes of them from now on.
  case retain(deliveries: Int, bytes: Int)
}

extension LedgerItem {
  static func delivery(_ delivery: Delivery) -> LedgerItem { .decision([.record(delivery)]) }
  static func outcomes(_ addition: OutcomeAddition) -> LedgerItem { .decision([.outcomes(addition)]) }
  static func entities(_ changes: [EntityChange]) -> LedgerItem { .decision(changes.map(Effect.changed)) }
}

/// What is asked for: filters, the place to go on from, and how much.
package struct DeliveryQuery: Sendable {
  package var filter = DeliveryFilter()
  /// Only deliveries with a greater seq.
  package var after: UInt64 = 0
  package var limit = 100
  package var isDescending = false

  package init() {}
}

/// Deliveries that match, and where to go on.
package struct DeliveryPage: Sendable {
  /// Each as JSON.
  package var items: [[UInt8]]
  /// The next `after`.
  package var lastSeq: UInt64
  /// Deliveries on record now.
  package var kept: Int64
  /// Deliveries recorded since the record was last cleared.
  package var total: Int64
}

/// Why the store could not answer.
package struct LedgerError: Error, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ error: any Error) {
    description = String(describing: error)
  }
}
