import Synchronization
import Testing

@testable import MockAPNs

/// A gateway with a world, which one stage after the other puts back as it was: starting one costs more.
final class ActivityStageSet: Sendable {
  let gateway: TestGateway
  private let fresh: String
  private let isShared: Bool

  private static let idle = Mutex<[ActivityStageSet]>([])

  /// One of its own, for a world that nobody else has.
  convenience init(_ world: String) throws { try self.init(world, isShared: false) }

  private init(_ world: String, isShared: Bool) throws {
    let folder = try TestFolder()
    let file = try folder.write("world.json5", world)
    gateway = try TestGateway(in: folder) {
      $0.world = file
      $0.seed = 7
    }
    fresh = try gateway.api("GET", "/snapshot").text
    self.isShared = isShared
  }

  /// One with the usual world as it was at first.
  static func take() throws -> ActivityStageSet {
    guard let set = idle.withLock({ $0.popLast() }) else {
      return try ActivityStageSet(ActivityStage.world, isShared: true)
    }
    let answer = try set.gateway.api("POST", "/snapshot", set.fresh)
    #expect(answer.status == 200, "\(answer.text)")
    return set
  }

  func giveBack() {
    if isShared { Self.idle.withLock { $0.append(self) } }
  }
}
