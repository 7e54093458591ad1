/// The words most like the typed ones, kept as they are found.
struct Shortlist {
  private struct Group {
    var items: [Completion.Item] = []
    var texts: Set<String> = []
  }

  private let limit: Int
  private let typed: [UInt8]
  /// Words by likeness and rank, the best group first. A group holds at most one word more than the limit.
  private var groups: [Group]

  /// - Parameter typed: the bytes that a word has to be like.
  init(of limit: Int, typed: [UInt8]) {
    self.limit = limit
    self.typed = typed.map { $0.lowered }
    groups = Array(repeating: Group(), count: Likeness.allCases.count * CandidateRank.allCases.count)
  }

  /// Adds a word, unless enough equally good ones are known. Of words with the same text the first stays.
  mutating func add(_ text: String, _ sort: Completion.Sort, _ rank: CandidateRank, _ detail: String = "") {
    guard let likeness = likeness(of: text) else { return }
    let group = likeness.rawValue * CandidateRank.allCases.count + rank.rawValue
    if groups[group].items.count > limit || !groups[group].texts.insert(text).inserted { return }
    groups[group].items.append(Completion.Item(text: text, sort: sort, detail: detail))
  }

  /// The best words, each once, and whether there are more.
  var best: (items: [Completion.Item], isCut: Bool) {
    var seen: Set<String> = []
    var items: [Completion.Item] = []
    for item in groups.lazy.flatMap({ $0.items }) where seen.insert(item.text).inserted {
      if items.count == limit { return (items, true) }
      items.append(item)
    }
    return (items, false)
  }

  // MARK: Likeness

  private enum Likeness: Int, CaseIterable {
    /// The word begins with what is typed.
    case whole
    /// A part of the word does.
    case part
    /// The word starts with the first letter typed and has the others in their order.
    case letters
  }

  /// Nil for words that are not like what is typed.
  private func likeness(of word: String) -> Likeness? {
    let bytes = word.utf8.lazy.map { $0.lowered }
    if bytes.starts(with: typed) { return .whole }
    var (rest, previous) = (typed[...], UInt8(ascii: "a"))
    var isPart = false
    var index = bytes.startIndex
    while index < bytes.endIndex, !isPart {
      if bytes[index] == rest.first { rest.removeFirst() }
      isPart = !previous.isWordByte || previous == UInt8(ascii: "_")
      isPart = isPart && bytes[index...].starts(with: typed)
      previous = bytes[index]
      index = bytes.index(after: index)
    }
    return isPart ? .part : rest.isEmpty && bytes.first == typed.first ? .letters : nil
  }
}
