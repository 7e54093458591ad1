/// The word that someone may have meant.
enum Suggestion {
  /// The nearest of `candidates` by edits, if it is near enough to be worth saying.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let limit = max(1, min(3, word.utf8.count / 3))
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (distance, candidate) }
    }
    return best?.word ?? candidates.first { !word.isEmpty && $0.hasPrefix(word) }
  }

  /// How many letters have to be put in, taken out, changed or swapped with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        let change = previous[j] + (a[i] == b[j] ? 0 : 1)
        var least = min(change, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforePrevious[j - 1] + 1)
        }
        current.append(least)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }
}
