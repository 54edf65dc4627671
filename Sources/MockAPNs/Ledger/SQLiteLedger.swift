package import MockAPNsCore
import MockAPNsIO

/// The record in an SQLite file: one thread writes in groups, readers look at the last commit.
package final class SQLiteLedger: Ledger {
  private let queue: CommitQueue<LedgerEntry>
  private let entries: Monitor<LedgerEntryWriter>
  private let reader: Monitor<Database>
  /// Told after every commit, and once more on release.
  private let news: Monitor<News>
  private let place: StorePlace
  package let keepsWorld: Bool
  /// Of the file, absolute.
  var path: String { place.path }

  private struct News {
    var committed: UInt64 = 0
    var isReleased = false
  }

  /// How a store is opened.
  package struct Options: Sendable {
    /// The file; nil for one in a private folder that goes when the gateway stops.
    package var path: String?
    /// Whether a commit must survive the end of the machine.
    package var isDurable = false
    package var mostDeliveries = 100_000
    package var mostBytes = 268_435_456
    /// The value of TMPDIR.
    package var temporaryFolder: String?
    /// Called on the store's thread after each commit.
    package var onCommit: @Sendable () -> Void = {}
    /// Called on the store's thread when a full store has room again.
    package var onSpace: @Sendable () -> Void = {}

    package init() {}
  }

  /// Opens the store, making it when it is new.
  package init(_ options: Options) throws {
    place = try StorePlace(path: options.path, temporaryFolder: options.temporaryFolder)
    keepsWorld = options.path != nil
    entries = Monitor(LedgerEntryWriter(keepsWorld: keepsWorld))
    let news = Monitor(News())
    self.news = news
    do {
      queue = try Self.queue(options, place.path, news)
    } catch {
      place.leave()
      throw error
    }
    do {
      reader = Monitor(try LedgerSchema.openForReading(place.path))
    } catch {
      queue.stop()
      place.leave()
      throw error
    }
  }

  private static func queue(
    _ options: Options, _ path: String, _ news: Monitor<News>
  ) throws -> CommitQueue<LedgerEntry> {
    var queueOptions = CommitQueue<LedgerEntry>.Options()
    queueOptions.name = "ledger"
    if options.isDurable { queueOptions.paceMilliseconds = 0 }
    queueOptions.onSpace = options.onSpace
    queueOptions.onCommit = { ticket in
      news.withLock { $0.committed = ticket }
      news.broadcast()
      options.onCommit()
    }
    return try CommitQueue.start(queueOptions) {
      let database = try LedgerSchema.openForWriting(path, isDurable: options.isDurable)
      let writer = try LedgerWriter(database, mostDeliveries: options.mostDeliveries, mostBytes: options.mostBytes)
      return { try writer.commit($0) }
    }
  }

  package func write(_ item: LedgerItem) -> UInt64 {
    guard let entry = entries.withLock({ $0.entry(item) }) else { return queue.enqueued }
    return queue.enqueue(entry)
  }

  package var committed: UInt64 { queue.committed }
  package var isFull: Bool { queue.isFull }
  package var failure: String? { queue.failure.map { String(describing: $0) } }

  package func stop() {
    release()
    queue.stop()
    place.leave()
  }

  package func release() {
    news.withLock { $0.isReleased = true }
    news.broadcast()
  }

  package func waitForNews(after committed: UInt64, deadline: UInt64) -> UInt64 {
    _ = news.wait(until: deadline) { $0.committed <= committed && !$0.isReleased }
    return news.withLock { $0.committed }
  }

  /// What is needed to go on where the store ended: its pieces, the last seq and the last revision.
  package func contents() throws(LedgerError) -> (entities: [EntityChange], lastSeq: UInt64, revision: UInt64) {
    try read { database in
      let entities = try database.statement("SELECT kind, id, value FROM entities").rows { row in
        EntityChange(
          kind: EntityChange.Kind(rawValue: row.text(0)) ?? .setting, id: row.text(1),
          value: try? JSONReader.read(row.bytes(2), limits: .world).value)
      }
      let counters = try LedgerCounters(database)
      return (entities, UInt64(counters.lastSeq), UInt64(counters.lastRevision))
    }
  }

  package func page(_ query: DeliveryQuery) throws(LedgerError) -> DeliveryPage {
    try read { database in
      let rows = try DeliveryRow.matching(query, in: database) { row in
        (seq: UInt64(row.seq), json: try DeliveryJSON.bytes(of: row))
      }
      let counters = try LedgerCounters(database)
      let isCut = rows.count == query.limit && !query.isDescending
      let lastSeq = isCut ? rows.last?.seq ?? query.after : max(query.after, UInt64(counters.lastSeq))
      return DeliveryPage(items: rows.map(\.json), lastSeq: lastSeq, kept: counters.kept, total: counters.total)
    }
  }

  package func delivery(_ seq: UInt64) throws(LedgerError) -> [UInt8]? {
    try read { database in
      try DeliveryRow.find(seq, in: database).map { try DeliveryJSON.bytes(of: $0) }
    }
  }

  package func outcomes(of seq: UInt64, after position: Int, limit: Int) throws(LedgerError) -> [[UInt8]] {
    try read { database in
      guard let row = try DeliveryRow.find(seq, in: database) else { return [] }
      return try row.outcomes(after: position, limit: limit).map { $0.json(payload: row.record[.payload]) }
    }
  }

  /// Looks at the store when all that was written before is in it.
  private func read<Result: Sendable>(
    _ body: @Sendable (Database) throws -> Result
  ) throws(LedgerError) -> Result {
    guard queue.waitUntilCommitted(queue.enqueued, deadline: nil) else {
      throw LedgerError(queue.failure ?? ClosedFault())
    }
    do {
      return try reader.withLock { database in
        try database.transaction(.reading) { try body(database) }
      }
    } catch {
      throw LedgerError(error)
    }
  }
}

/// A store that is asked after it was stopped.
private struct ClosedFault: Error, CustomStringConvertible {
  var description: String { "the record is closed" }
}
