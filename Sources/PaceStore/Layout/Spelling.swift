/// Finds the name that was probably meant.
enum Spelling {
  /// The nearest of `names`, if it is near.
  static func nearest(to name: String, in names: [String]) -> String? {
    let wanted = SQLText.folded(name)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = distance(wanted, SQLText.folded(candidate))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.name
  }

  /// `help` text for a name that isn't there: the nearest name, or all there are.
  static func help(for name: String, in names: [String]) -> String {
    if let nearest = nearest(to: name, in: names) { return "did you mean `\(nearest)`?" }
    return names.isEmpty ? "there are none" : "there are " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// How many letters have to be put in, taken out, changed, or swapped with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let isSame = a[i - 1] == b[j - 1]
        var cost = min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
