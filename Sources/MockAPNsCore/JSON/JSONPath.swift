/// One step from a JSON value into it.
package enum JSONPathElement: Sendable, Hashable {
  case key(String)
  case index(Int)
}

/// The way from the root of a document to a value, such as `aps.content-state.legs[2].eta`.
package struct JSONPath: Sendable, Hashable {
  package var elements: [JSONPathElement]

  package init(_ elements: [JSONPathElement] = []) {
    self.elements = elements
  }

  package func appending(_ element: JSONPathElement) -> JSONPath {
    JSONPath(elements + [element])
  }

  package func appending(_ key: String) -> JSONPath {
    appending(.key(key))
  }

  package func appending(_ index: Int) -> JSONPath {
    appending(.index(index))
  }
}

extension JSON {
  /// The value that the path leads to, by the first member where a name is repeated; nil when it leads nowhere.
  package func value(at path: JSONPath) -> JSON? {
    var value = self
    for element in path.elements {
      guard let next = value.value(of: element) else { return nil }
      value = next
    }
    return value
  }

  private func value(of element: JSONPathElement) -> JSON? {
    switch (self, element) {
    case (.object(let object), .key(let name)): object[name]
    case (.array(let elements), .index(let index)): elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }
}
