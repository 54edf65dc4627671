import Dispatch
import Synchronization

@testable import MockAPNsIO

/// What a handler was told, readable from the test's thread.
final class ServerLog: Sendable {
  enum Entry: Sendable {
    case opened(ConnectionDetails)
    case request(HTTPRequest, StreamReference)
    case event(ConnectionEvent, UInt64)
    case closed(UInt64, cause: String)
    case woken
    case deadline
  }

  private let entries = Mutex<[Entry]>([])
  private let grown = DispatchSemaphore(value: 0)

  func add(_ entry: Entry) {
    entries.withLock { $0.append(entry) }
    grown.signal()
  }

  var all: [Entry] { entries.withLock { $0 } }

  /// Waits for an entry that `find` turns into something; nil after ten seconds.
  func first<Found>(_ find: (Entry) -> Found?) -> Found? {
    let end = DispatchTime.now() + 10
    while true {
      if let found = all.lazy.compactMap(find).first { return found }
      guard grown.wait(timeout: end) == .success else { return nil }
    }
  }

  func firstEvent(_ matches: (ConnectionEvent) -> Bool) -> ConnectionEvent? {
    first { entry in
      if case .event(let event, _) = entry, matches(event) { event } else { nil }
    }
  }

  var requests: [HTTPRequest] {
    all.compactMap { if case .request(let request, _) = $0 { request } else { nil } }
  }

  func firstDetails() -> ConnectionDetails? {
    first { if case .opened(let details) = $0 { details } else { nil } }
  }

  func firstCause() -> String? {
    first { if case .closed(_, let cause) = $0 { cause } else { nil } }
  }
}
