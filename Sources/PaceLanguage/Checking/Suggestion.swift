/// What was probably meant by a name that is not known.
public enum Suggestion {
  /// The candidate with the least edits from `name`, the alphabetically first of several; nil where even
  /// that is more than a third of the name away.
  public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.utf8)
    var best: String?
    var bestDistance = max(1, wanted.count / 3) + 1
    for candidate in candidates {
      let bytes = Array(candidate.utf8)
      guard abs(bytes.count - wanted.count) <= bestDistance else { continue }
      let distance = distance(wanted, bytes, limit: bestDistance)
      if distance < bestDistance || (distance == bestDistance && best != nil && candidate < best ?? "") {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  /// Insertions, deletions, replacements and swaps of neighbours from `a` to `b`; more than `limit` where
  /// it is certain to be.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      if let least = row.min(), least > limit { return limit + 1 }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
