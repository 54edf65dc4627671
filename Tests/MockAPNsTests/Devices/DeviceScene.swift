import MockAPNsCore
import MockAPNsIO
import Testing

@testable import MockAPNs

/// A device with one app, pushes to it, and what happens to it between them.
struct DeviceScene: Sendable {
  /// Something that happens, in the order of the scene.
  enum Step: Sendable {
    case push(ScenePush)
    /// Changes the device, or the app on it, by the members of a JSON object.
    case device(String), app(String)
    case uninstall, install
    /// Gives the app another device token.
    case rotate
    /// Turns the clock forwards by a duration.
    case advance(String)
    case setting(String)
  }

  /// Members of the device's JSON and of its app's.
  var device = ""
  var app = ""
  var bundleID = SceneWorld.ferry
  /// The kind of token that is pushed to.
  var kind = "device"
  var steps: [Step] = []

  /// A scene that begins with a push.
  init(_ push: ScenePush = ScenePush(), device: String = "", app: String = "", then steps: Step...) {
    self.device = device
    self.app = app
    self.steps = [.push(push)] + steps
  }

  /// The same with something before the first push.
  func after(_ earlier: Step...) -> DeviceScene { with { $0.steps = earlier + $0.steps } }

  /// The same with another kind of token.
  func to(_ kind: String, of bundleID: String = SceneWorld.ferry) -> DeviceScene {
    with { ($0.kind, $0.bundleID) = (kind, bundleID) }
  }

  func with(_ change: (inout DeviceScene) -> Void) -> DeviceScene {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A push of a scene; its token and topic follow from the scene.
struct ScenePush: Sendable {
  var type: String? = "alert"
  var body = #"{"aps":{"alert":"Hi"}}"#
  var headers: [(String, String)] = []
  /// `apns-expiration` as seconds from now, in real time.
  var expiresIn: Int64?

  static let background = ScenePush(
    type: "background", body: #"{"aps":{"content-available":1}}"#, headers: [("apns-priority", "5")])

  /// An alert push with those members in its `aps`.
  static func aps(_ members: String) -> ScenePush { ScenePush(body: "{\"aps\":{\(members)}}") }

  static func body(_ body: String, type: String? = "alert") -> ScenePush { ScenePush(type: type, body: body) }

  func header(_ name: String, _ value: String) -> ScenePush {
    var copy = self
    copy.headers.removeAll { $0.0 == name }
    copy.headers.append((name, value))
    return copy
  }

  func priority(_ priority: Int) -> ScenePush { header("apns-priority", "\(priority)") }
  func collapse(_ id: String) -> ScenePush { header("apns-collapse-id", id) }
  /// One attempt only.
  var once: ScenePush { header("apns-expiration", "0") }

  func expires(in seconds: Int64) -> ScenePush {
    var copy = self
    copy.expiresIn = seconds
    return copy
  }
}

/// The apps of the scenes.
enum SceneWorld {
  static let ferry = "com.example.ferry"
  static let mdm = "com.apple.mgmt.External.example"
  static let pass = "pass.com.example.ferry"
  static let website = "web.com.example.ferry"

  static let file = """
    {
      teams: { FERRYTEAM1: {} },
      apps: {
        "\(ferry)": { team: "FERRYTEAM1" }, "\(mdm)": { team: "FERRYTEAM1", kind: "mdm" },
        "\(pass)": { team: "FERRYTEAM1", kind: "wallet" }, "\(website)": { team: "FERRYTEAM1", kind: "safari" },
      },
    }
    """
}
