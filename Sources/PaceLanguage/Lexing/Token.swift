/// A piece of the text: its kind, and its place from byte `start` up to `end`.
struct Token: Sendable {
  /// The raw value is for messages: the mark in backticks, or what the token is.
  enum Kind: String, Sendable {
    /// A word that a NAME may be: `[a-z][a-z0-9_]*`.
    case name = "a name"
    /// Any other word; only a column of a foreign table may be one.
    case identifier = "a word"
    case number = "a number"
    case time = "a time"
    case date = "a date"
    case string = "a text"
    case leftBrace = "`{`"
    case rightBrace = "`}`"
    case leftBracket = "`[`"
    case rightBracket = "`]`"
    case leftParen = "`(`"
    case rightParen = "`)`"
    case comma = "`,`"
    case colon = "`:`"
    case bar = "`|`"
    case dot = "`.`"
    case range = "`..`"
    case assign = "`=`"
    case equal = "`==`"
    case notEqual = "`!=`"
    case less = "`<`"
    case lessOrEqual = "`<=`"
    case greater = "`>`"
    case greaterOrEqual = "`>=`"
    case plus = "`+`"
    case minus = "`-`"
    case star = "`*`"
    case slash = "`/`"
    case percent = "`%`"
    /// The end of a line that ends an item; only `Parser.kind` gives it, no token has it.
    case newline = "the end of the line"
    case end = "the end of the file"

    var text: String { rawValue }

    /// The relation that the mark stands for; nil for other tokens.
    var relation: Relation? {
      switch self {
      case .equal: .equal
      case .notEqual: .notEqual
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .greater: .greater
      case .greaterOrEqual: .greaterOrEqual
      default: nil
      }
    }
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
