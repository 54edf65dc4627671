/// What came of a push on its device: what its record says, and what changed.
struct PushReaction {
  var outcomes: [Outcome] = []
  /// What its sender should know and only the device can tell.
  var findings: [Finding] = []
  var effects: [Effect] = []
}
