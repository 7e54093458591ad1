/// The words that an editor offers at a place of a text, the best first.
public struct Completion: Sendable {
  public enum Sort: Sendable {
    case keyword, function, unit, mark, value, noticeKind
    case name(DeclaredName.Sort)
    case text(TextSort)
  }

  /// What a text in quotes names, apart from words for people.
  public enum TextSort: Sendable {
    /// The path of a rule file, from the including file.
    case path
    case zone
  }

  public struct Item: Sendable {
    public var text: String
    public var sort: Sort
    /// One line: a name's type, range and values, or the form of the item that a keyword begins. May be empty.
    public var detail: String
  }

  /// The most items offered.
  public static let limit = 60

  public let items: [Item]
  /// Whether there were more than `limit`.
  public let isCut: Bool
  /// The byte range that a chosen word replaces: the part that is typed, and the rest of the same word.
  public let span: Range<Int>
  /// What the text around the cursor names, a path or a zone; nil outside of such texts.
  public let text: TextSort?
  /// What the grammar allows at the place, in words. Some of it, such as "a number", has no words to offer.
  public let expected: [String]

  /// Nil in comments and numbers, and in texts for people.
  ///
  /// - Parameters:
  ///   - offset: where the cursor is, in bytes; clamped to the text.
  ///   - names: the names of each program that the text belongs to.
  ///   - texts: gives the paths or zones to offer, given the part that is typed.
  public init?(
    _ bytes: [UInt8], at offset: Int, among names: [KnownNames],
    texts: (TextSort, _ typed: String) -> [String] = { _, _ in [] }
  ) {
    guard let site = CompletionSite(bytes, at: offset) else { return nil }
    span = site.word
    text = site.text
    var list = Shortlist(of: Self.limit, typed: site.prefix)
    if let sort = site.text {
      expected = []
      for text in texts(sort, String(decoding: site.prefix, as: UTF8.self)) {
        list.add(text, .text(sort), .typed)
      }
    } else {
      let finder = CandidateFinder(site, names, list)
      expected = site.expectations.all.map { expected in
        if case .name(let role) = expected, finder.mayBeNew(role) { "a new name" } else { expected.text }
      }
      list = finder.list
    }
    (items, isCut) = list.best
  }
}

/// How likely a word is meant, the likeliest first.
enum CandidateRank: Int, CaseIterable {
  case typed, named, begun, word, mark
}
