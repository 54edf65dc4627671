/// A version of an operating system, such as `18.4`.
package struct OSVersion: Sendable, Hashable, Comparable {
  package var major: Int
  package var minor: Int

  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// One to three whole numbers with dots between them; the third is not compared.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard let number = Int(part), (0..<1000).contains(number), part.first != "+" else { return nil }
      numbers.append(number)
    }
    major = numbers[0]
    minor = numbers.count > 1 ? numbers[1] : 0
  }

  package static func < (left: OSVersion, right: OSVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
