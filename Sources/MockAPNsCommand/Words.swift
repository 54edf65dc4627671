import MockAPNs
import MockAPNsCore

/// The operands of a command that begin with what to do.
struct Words {
  private let words: [String]
  private let command: String

  init(_ words: [String], of command: String) {
    self.words = words
    self.command = command
  }

  var isEmpty: Bool { words.isEmpty }
  var count: Int { words.count }
  /// What to do.
  var verb: String { words.first ?? "" }

  /// The word at a place, which must be there.
  func word(_ index: Int, _ meaning: String) throws(GatewayError) -> String {
    guard index < words.count, !words[index].isEmpty else {
      throw GatewayError("\(command) \(verb) needs \(meaning); mock-apns \(command) --help tells more")
    }
    return words[index]
  }

  /// The same as a segment of a path.
  func segment(_ index: Int, _ meaning: String) throws(GatewayError) -> String {
    InspectionClient.segment(try word(index, meaning))
  }

  /// The words from a place on, each as `name=value`; a value is JSON where it can be read so, else a text.
  func values(from index: Int) throws(GatewayError) -> JSON {
    var object = JSONObject()
    for word in words.dropFirst(index) {
      guard let split = word.firstIndex(of: "=") else {
        throw GatewayError("\"\(word)\" must be like online=false")
      }
      let text = String(word[word.index(after: split)...])
      let name = String(word[..<split])
      let isText = Self.texts.contains(name)
      object.set(name, isText ? .string(text) : (try? JSONReader.read(Array(text.utf8)).value) ?? .string(text))
    }
    guard !object.isEmpty else { throw GatewayError("\(command) \(verb) needs something like online=false") }
    return .object(object)
  }

  /// Names whose values are texts, whatever they look like.
  private static let texts = ["osVersion", "name"]

  func unknown(_ known: String) -> GatewayError {
    GatewayError("\(command) can \(known), not \"\(verb)\"")
  }
}
