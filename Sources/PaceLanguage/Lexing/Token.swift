/// A piece of the text: its kind, and its place from byte `start` up to `end`.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    /// A word that a NAME may be: `[a-z][a-z0-9_]*`.
    case name
    /// Any other word; only a column of a foreign table may be one.
    case identifier
    case number, time, date, string
    case leftBrace, rightBrace, leftBracket, rightBracket, leftParen, rightParen
    case comma, colon, bar, dot, range, assign
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case plus, minus, star, slash, percent
    /// The end of a line that ends an item; only `Parser.kind` gives it, no token has it.
    case newline
    case end
  }

  var kind: Kind
  /// The keyword that a word is, wherever it stands; nil for other words.
  var keyword: Keyword?
  /// Whether it is the first on its line.
  var startsLine: Bool
  var start: Int32
  var end: Int32
}

/// A file cut into tokens, with the comments apart; the last token is `.end`.
struct TokenList: Sendable {
  var tokens: [Token] = []
  var comments: [Comment] = []
}
