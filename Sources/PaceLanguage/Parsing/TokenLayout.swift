/// The declaration or item that a block belongs to, which decides how the block is read and laid out.
enum BlockOwner: Sendable {
  case calendar, subject, event, kind, rule, policy, preset, `guard`, source, table, map, scenario
  case scenarioSubject, scenarioEvent

  /// The words with which an item may begin, apart from names.
  var keywords: [Keyword] {
    switch self {
    case .calendar: [.zone, .day, .week]
    case .subject: [.ends]
    case .event: [.kind, .debounce]
    case .kind: [.debounce]
    case .rule: Parser.clauseKeywords
    case .policy: Keyword.gates
    case .guard: [.never]
    case .scenario: [.start, .zone, .preset, .presets, .set, .subject, .at, .given, .ended, .until, .expect]
    case .preset, .source, .table, .map, .scenarioSubject, .scenarioEvent: []
    }
  }
}

extension BlockOwner {
  /// The words that may continue an item that could end before them.
  var continuations: [Keyword] {
    switch self {
    case .rule: [.for, .until, .and, .or, .else, .to, .last]
    case .policy: [.and, .or, .else, .to, .last]
    case .scenario: [.exactly, .under, .saying, .held]
    case .subject: [.without]
    case .event: [.where]
    case .table: [.as]
    case .calendar, .kind, .preset, .guard, .source, .map, .scenarioSubject, .scenarioEvent: []
    }
  }
}

/// The beginnings of items and the ends of blocks, as indices of tokens.
struct TokenLayout: Sendable {
  struct Block: Sendable {
    var owner: BlockOwner
    var open: Int
    var close: Int
  }

  var itemStarts: [Int] = []
  var blocks: [Block] = []
  /// The commas between items.
  var separators: [Int] = []
  /// The signs that stand before a number, an operand or an offset, not between two.
  var prefixes: [Int] = []
  /// The labels of params, attributes and fields.
  var labels: [Int] = []
}
