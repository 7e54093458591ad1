/// What may stand at a place of a text: the words that an editor offers there, the best first.
public struct Completion: Sendable {
  public enum Sort: Sendable {
    case keyword, function, unit, mark, value, noticeKind
    case name(DeclaredName.Sort)
  }

  public struct Item: Sendable {
    public var text: String
    public var sort: Sort
    /// A name's type, range and values on one line, or how what the word begins is written; may be empty.
    public var detail: String
  }

  /// How many are offered at most.
  public static let limit = 60

  public private(set) var items: [Item] = []
  /// Whether there were more than are offered.
  public private(set) var isCut = false
  /// The bytes that a chosen word replaces: what is typed of it, and what follows of the same word.
  public let span: Range<Int>
  /// What the grammar allows at the place, in words. Some of it, such as "a number", has no words to offer.
  public let expected: [String]

  /// Nil in comments and texts, but for the values in messages.
  ///
  /// - Parameters:
  ///   - offset: where the cursor is, in bytes; what lies after it is not looked at.
  ///   - programs: those that the text belongs to, whose names are offered, whatever is wrong with them.
  public init?(_ file: SourceFile, at offset: Int, in programs: [SourceSet]) {
    guard let site = CompletionSite(file, at: offset) else { return nil }
    span = site.word
    let finder = CandidateFinder(site, KnownNames(programs))
    expected = site.expectations.all.map { expected in
      if case .name(let role) = expected, finder.isNew(role) { "a new name" } else { expected.text }
    }
    var seen: Set<String> = []
    let ranked = finder.candidates.enumerated().compactMap { place, candidate -> (key: Int, item: Item)? in
      guard let likeness = Self.likeness(of: candidate.item.text, to: site.prefix) else { return nil }
      return (((likeness * 8 + candidate.rank.rawValue) << 20) + place, candidate.item)
    }
    for (_, item) in ranked.sorted(by: { $0.key < $1.key }) where seen.insert(item.text).inserted {
      if items.count == Self.limit {
        isCut = true
        break
      }
      items.append(item)
    }
  }

  /// 0 where a word begins with what is typed, 1 where a part of it does, 2 where it has its letters in their order;
  /// nil for other words.
  private static func likeness(of word: String, to typed: [UInt8]) -> Int? {
    let bytes = Array(word.utf8)
    let typed = typed.map { $0.isUpperLetter ? $0 | 0x20 : $0 }
    if bytes.starts(with: typed) { return 0 }
    let parts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "_") }
    if parts.contains(where: { bytes[($0 + 1)...].starts(with: typed) }) { return 1 }
    var rest = typed[...]
    for byte in bytes where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty && bytes.first == typed.first ? 2 : nil
  }
}

/// How likely a word is meant, the likeliest first.
enum CandidateRank: Int {
  case typed, named, begun, word, mark
}

struct Candidate {
  var rank: CandidateRank
  var item: Completion.Item
}
