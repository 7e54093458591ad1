/// The candidate that `word` most likely stands for, if any is near enough; the first of equals.
public func suggestion(for word: String, among candidates: [String]) -> String? {
  let target = Array(word.utf8)
  guard target.count <= 64 else { return nil }
  var best: (distance: Int, candidate: String)?
  for candidate in candidates where candidate != word {
    let letters = Array(candidate.utf8)
    let allowed = max(target.count, letters.count) <= 2 ? 0 : max(1, max(target.count, letters.count) / 3)
    guard abs(letters.count - target.count) <= allowed else { continue }
    let distance = editDistance(target, letters)
    if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.candidate ?? candidates.first { isForm($0, of: word) }
}

/// Whether two words begin alike, as `mon` and `monday` do, or a word and its plural.
private func isForm(_ candidate: String, of word: String) -> Bool {
  let shared = zip(candidate.utf8, word.utf8).prefix { $0 == $1 }.count
  let length = candidate.utf8.count
  return shared >= 3 && shared * 4 >= length * 3 && word.utf8.count <= length + 6 && candidate != word
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
