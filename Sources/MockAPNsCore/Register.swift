/// Values under keys, in no particular order, which are read and changed where they stand.
///
/// A dictionary hands out a copy to whoever looks at a part of a value, and a copy of a device or an activity counts
/// some twenty references. Here a value has an index, good until the next removal.
package struct Register<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var places: [Key: Int] = [:]
  private var keyOfRow: ContiguousArray<Key> = []
  package private(set) var values: ContiguousArray<Value> = []

  package init() {}

  package var keys: [Key: Int].Keys { places.keys }
  package var count: Int { values.count }
  package var isEmpty: Bool { values.isEmpty }

  /// Where the value of a key stands; nil when there is none.
  package func index(of key: Key) -> Int? { places[key] }

  package subscript(index index: Int) -> Value {
    get { values[index] }
    _modify { yield &values[index] }
  }

  /// The value of a key, as a copy; nil for none, which also removes it.
  package subscript(key: Key) -> Value? {
    get { places[key].map { values[$0] } }
    set {
      guard let newValue else { return remove(key) }
      if let place = places[key] {
        values[place] = newValue
      } else {
        places[key] = values.count
        keyOfRow.append(key)
        values.append(newValue)
      }
    }
  }

  /// Whether there is a value, which is not copied to find out.
  func has(_ key: Key) -> Bool { places[key] != nil }

  /// A part of a value, of which nothing else is copied.
  func part<Part>(_ key: Key, _ path: (borrowing Value) -> Part) -> Part? {
    places[key].map { path(values[$0]) }
  }

  /// A part of the value at an index, likewise.
  func part<Part>(at index: Int, _ path: (borrowing Value) -> Part) -> Part { path(values[index]) }

  /// The last row takes the place of the one that goes.
  private mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    values.swapAt(place, values.count - 1)
    keyOfRow.swapAt(place, keyOfRow.count - 1)
    values.removeLast()
    keyOfRow.removeLast()
    if place < keyOfRow.count { places[keyOfRow[place]] = place }
  }
}

extension Register<String, ProviderKey> {
  /// The generation of a key; nil for none.
  package func generation(of id: String) -> UInt32? { part(id) { $0.generation } }
}

extension Register: Equatable where Value: Equatable {
  /// The order does not count.
  package static func == (left: Register, right: Register) -> Bool {
    left.count == right.count
      && left.places.allSatisfy { key, place in
        right.places[key].map { left.values[place] == right.values[$0] } ?? false
      }
  }
}
