import Foundation

/// What one `T` is when it stands in a payload: as the only member `v` of a struct.
struct Holder<Value: Decodable>: Decodable {
  var v: Value
}

/// The types below are described to the contract in `DifferentialCase.types`; each must decode as its description does.
enum Mood: String, Codable {
  case calm
  case rough = "ROUGH"
  case été
}

enum Deck: Int, Codable {
  case lower
  case upper
  case sun = 7
}

enum Fare: Double, Codable {
  case child = 0.5
  case adult = 1
}

enum Slot: String, Codable, CodingKeyRepresentable {
  case bow
  case stern
}

enum Level: Int, Codable, CodingKeyRepresentable {
  case one = 1
  case two
}

enum Course: Codable {
  case idle
  case under(minutes: Int, note: String?)
  case late(Int, Date)
  case said(String)
}

struct Stop: Codable {
  var pier: String
  var at: Date
  var seats: Int?
  var mood: Mood?

  enum CodingKeys: String, CodingKey {
    case pier = "pier_name"
    case at
    case seats
    case mood
  }
}

struct Leg: Codable {
  var stops: [Stop]
  var next: [Leg]?
  var course: Course
}

struct Nothing: Codable {}

struct Wide: Codable {
  var flag: Bool
  var small: Int8?
  var ratio: Double
  var window: ClosedRange<Date>?
  var moods: [String: Mood]
  var byDeck: [Int: Bool]
  var link: URL?
}
