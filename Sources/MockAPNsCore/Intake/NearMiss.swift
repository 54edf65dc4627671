/// Finds what somebody probably meant.
package enum NearMiss {
  /// `; did you mean "…"?` when one candidate is close, else nothing.
  package static func hint(_ text: String, among candidates: [String]) -> String {
    closest(to: text, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The candidate that differs in letter case only, or by the fewest edits, at most a third of its length and 3.
  package static func closest(to text: String, among candidates: [String]) -> String? {
    let wanted = Array(text.lowercased().utf8.prefix(80))
    let ranked = candidates.map { (name: $0, edits: distance(wanted, Array($0.lowercased().utf8.prefix(80)))) }
    guard let best = ranked.min(by: { ($0.edits, $0.name) < ($1.edits, $1.name) }), best.name != text else {
      return nil
    }
    return best.edits <= min(3, best.name.utf8.count / 3) ? best.name : nil
  }

  /// The number of single-byte edits between two texts; two neighbours that changed places count once.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var row = [index + 1]
      for column in right.indices {
        let substitution = last[column] + (byte == right[column] ? 0 : 1)
        var edits = min(substitution, min(last[column + 1], row[column]) + 1)
        if index > 0, column > 0, byte == right[column - 1], left[index - 1] == right[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        row.append(edits)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
