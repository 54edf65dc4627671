import Testing

/// A row: what happens, and beside it what follows.
struct ActivityLife: Sendable, CustomTestStringConvertible {
  var name: String
  var steps: [ActivityStep]
  /// Each state of the newest activity with the time at which it came.
  var states: String
  /// What became of the pushes.
  var outcomes: String
  /// The stop that it shows at the end; nil where the row does not care.
  var stop: String?
  /// Where it is seen at the end.
  var presentedAs: String?
  var settings: String

  init(
    _ name: String, _ steps: [ActivityStep], _ states: String, _ outcomes: String = "", stop: String? = nil,
    presentedAs: String? = nil, settings: String = ""
  ) {
    self.name = name
    self.steps = steps
    self.states = states
    self.outcomes = outcomes
    self.stop = stop
    self.presentedAs = presentedAs
    self.settings = settings
  }

  var testDescription: String { name }

  /// Lets it happen on a stage of its own.
  func check() throws {
    let stage = try ActivityStage(settings)
    try stage.run(steps)
    #expect(try stage.states == states)
    #expect(try stage.outcomes == outcomes)
    if let stop { #expect(try stage.stop == stop) }
    if let presentedAs { #expect(try stage.presentedAs == presentedAs) }
  }
}
