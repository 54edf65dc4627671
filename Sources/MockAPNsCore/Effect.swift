/// What the world asks of the outside; effects are carried out in the order in which they were decided.
package enum Effect: Sendable, Equatable {
  /// Answer a request.
  case reply(StreamID, Reply)
  /// Keep a delivery; goes before the reply, so that whoever saw the answer finds the record.
  case record(Delivery)
  /// Announce another number of concurrent streams to a client.
  case limitStreams(connection: UInt64, Int)
  /// Tell a client to leave, then close its connection; see `GoAway`.
  case goAway(connection: UInt64, GoAway)
  /// Close a connection without a word.
  case close(connection: UInt64)
  /// A delivery on record got further outcomes, such as one that waited for its device.
  case outcomes(OutcomeAddition)
  /// A part of the world changed and is to be stored with the records of the same moment.
  case changed(EntityChange)
}

extension Effect {
  /// Whether it goes on record, not to a connection.
  package var isKept: Bool {
    switch self {
    case .record, .outcomes, .changed: true
    case .reply, .limitStreams, .goAway, .close: false
    }
  }
}

/// An answer as APNs frames it: one HEADERS frame for a success, HEADERS and one DATA frame for an error.
package struct Reply: Sendable, Equatable {
  package var status: Int
  package var apnsID: String
  /// On a 200 of the sandbox only. Documented: `ApplePage.responses`.
  package var apnsUniqueID: String?
  /// The JSON of an error; empty on success.
  package var body: [UInt8]
}

/// A GOAWAY as Apple sends it for a condition of the whole connection.
package struct GoAway: Sendable, Equatable {
  /// An error code of HTTP/2; 0 is NO_ERROR.
  package var code: UInt32 = 0
  /// The last stream that is still answered; nil for all that are open.
  package var lastStream: Int32?
  /// JSON with a reason.
  package var debugData: [UInt8]
  /// Whether a second frame without debug data follows. Observed: gh:sideshow/apns2#93, gh:jchambers/pushy#312.
  package var isRepeated = true

  /// What a gateway that stops says to everybody. Observed: gh:jchambers/pushy#567.
  package static let shutdown = GoAway(.shutdown, isRepeated: false)

  /// The frame that says that reason.
  init(_ reason: Reason, lastStream: Int32? = nil, isRepeated: Bool = true) {
    self.lastStream = lastStream
    self.isRepeated = isRepeated
    debugData = Array("{\"reason\":\"\(reason.rawValue)\"}".utf8)
  }
}

/// A part of the world that is stored by itself, in the form that it has in a world file.
package struct EntityChange: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case setting, clock, key, app, certificate, device, retiredToken, activity, channel
  }

  /// Large parts are written as JSON by whoever keeps them, on a thread of its own.
  // Indirect, because an effect that holds a device in place would make every effect as large.
  private indirect enum Content: Sendable {
    case json(JSON)
    case device(Device)
    case activity(Activity)
  }

  package var kind: Kind
  package var id: String
  private var content: Content?

  package init(kind: Kind, id: String, value: JSON?) {
    self.kind = kind
    self.id = id
    content = value.map(Content.json)
  }

  init(_ device: Device) {
    (kind, id, content) = (.device, device.id, .device(device))
  }

  init(_ activity: Activity) {
    (kind, id, content) = (.activity, activity.id, .activity(activity.withoutContents))
  }

  /// nil when it is gone, or when the world does not tell contents.
  package var value: JSON? {
    switch content {
    case .json(let value): value
    case .device(let device): device.json
    case .activity(let activity): activity.json
    case nil: nil
    }
  }

  package static func == (left: EntityChange, right: EntityChange) -> Bool {
    left.kind == right.kind && left.id == right.id && left.value == right.value
  }
}

/// Further outcomes of a delivery that is on record already; they stand behind those that it has.
package struct OutcomeAddition: Sendable, Equatable {
  package var seq: UInt64
  /// The revision that the record has from then on.
  package var revision: UInt64
  package var outcomes: [Outcome]

  package init(seq: UInt64, revision: UInt64, outcomes: [Outcome]) {
    self.seq = seq
    self.revision = revision
    self.outcomes = outcomes
  }
}
