/// What a device token is for; each kind goes with one topic suffix.
package enum TokenKind: Sendable, Hashable {
  case device, voip, location, pushtotalk, widgets, complication, controls, fileprovider
  /// Starts Live Activities of one attributes type.
  case pushToStart(attributesType: String)
  /// Updates and ends one Live Activity.
  case update(activity: String)

  /// The topic suffix that pushes to such a token use.
  package var topicSuffix: String {
    switch self {
    case .device: ""
    case .voip: PushType.voip.row.topicSuffix
    case .location: PushType.location.row.topicSuffix
    case .pushtotalk: PushType.pushtotalk.row.topicSuffix
    case .widgets: PushType.widgets.row.topicSuffix
    case .complication: PushType.complication.row.topicSuffix
    case .controls: PushType.controls.row.topicSuffix
    case .fileprovider: PushType.fileprovider.row.topicSuffix
    case .pushToStart, .update: PushType.liveactivity.row.topicSuffix
    }
  }

  /// The name in world files.
  package var name: String {
    switch self {
    case .device: "device"
    case .voip: "voip"
    case .location: "location"
    case .pushtotalk: "pushtotalk"
    case .widgets: "widgets"
    case .complication: "complication"
    case .controls: "controls"
    case .fileprovider: "fileprovider"
    case .pushToStart: "pushToStart"
    case .update: "update"
    }
  }

  /// The activity that such a token updates; nil for other kinds and where it is not known.
  package var activity: String? {
    if case .update(let id) = self, !id.isEmpty { id } else { nil }
  }

  /// Bytes of the tokens of Live Activities. Observed: gh:istornz/flutter_live_activities#146,
  /// gh:jerryliurui/Live-Activities-Demo-NBA-Score#1; all that were published begin with 0x80.
  package static let activityBytes = 80

  /// Bytes that new tokens of this kind have; Apple promises no length.
  package var byteCount: Int {
    switch self {
    case .pushToStart, .update: Self.activityBytes
    default: 32
    }
  }

  /// The kinds that carry nothing but their name.
  package static let plain: [TokenKind] = [
    .device, .voip, .location, .pushtotalk, .widgets, .complication, .controls, .fileprovider,
  ]

  /// The plain kind of a topic suffix; nil for Live Activities, whose kinds need more than a topic.
  package init?(topicSuffix: String) {
    guard let kind = Self.plain.first(where: { $0.topicSuffix == topicSuffix }) else { return nil }
    self = kind
  }
}
