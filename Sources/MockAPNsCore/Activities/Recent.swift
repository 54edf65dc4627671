/// The last elements of a history, the oldest first; a further one takes the place of the oldest.
package struct Recent<Element: Sendable>: Sendable {
  private let capacity: Int
  private var elements: [Element] = []
  /// Where the oldest stands, once all places are taken.
  private var oldest = 0

  init(_ capacity: Int) {
    self.capacity = capacity
  }

  mutating func append(_ element: Element) {
    if elements.count < capacity { return elements.append(element) }
    elements[oldest] = element
    oldest = (oldest + 1) % capacity
  }

  mutating func removeAll() {
    elements = []
    oldest = 0
  }
}

extension Recent: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { elements.count }
  package subscript(index: Int) -> Element { elements[(oldest + index) % elements.count] }
}

extension Recent: Equatable where Element: Equatable {
  package static func == (left: Recent, right: Recent) -> Bool { left.elementsEqual(right) }
}
