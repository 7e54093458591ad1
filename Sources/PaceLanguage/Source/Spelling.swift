/// Finds the words that misspelt ones stand for.
public enum Spelling {
  /// The longest word, in bytes, that is compared: a longer one is hardly a typing slip, and slow to compare.
  private static let longest = 64

  /// The candidate that `word` most likely stands for, if any is near enough; the first of equals.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let target = letters(of: word)
    guard target.count <= longest else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate != word {
      let letters = letters(of: candidate)
      let most = max(target.count, letters.count)
      let allowed = most <= 2 ? 0 : max(1, most / 3)
      guard abs(letters.count - target.count) <= allowed else { continue }
      let distance = distance(target, letters)
      if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate ?? candidates.first { isForm(letters(of: $0), of: target) }
  }

  /// Whether one insertion, deletion, replacement or swap of neighbours leads from one word to the other.
  public static func areOneSlipApart(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (long, short) = a.count < b.count ? (b, a) : (a, b)
    guard long.count - short.count <= 1 else { return false }
    var start = 0
    while start < short.count, long[start] == short[start] { start += 1 }
    var end = short.count
    while end > start, long[end - 1 + long.count - short.count] == short[end - 1] { end -= 1 }
    switch end - start {
    case 0: return long.count > short.count
    case 1: return long.count == short.count
    case 2:
      return long.count == short.count && long[start] == short[start + 1] && long[start + 1] == short[start]
    default: return false
    }
  }

  /// The bytes of a word, capitals as small letters.
  private static func letters(of word: String) -> [UInt8] {
    word.utf8.map { $0.lowered }
  }

  /// Whether one word begins the other, as `mon` and `monday` do, or both begin alike, as a word and its plural do.
  private static func isForm(_ candidate: [UInt8], of word: [UInt8]) -> Bool {
    guard candidate != word else { return false }
    let shared = zip(candidate, word).prefix { $0 == $1 }.count
    if shared == word.count { return shared >= 2 }
    return shared >= 3 && shared * 4 >= candidate.count * 3 && word.count <= candidate.count + 6
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other: the
  /// optimal string alignment distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
}
