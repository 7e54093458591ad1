/// What the grammar would take at one token, noted while the parser tries.
struct Expectations: Sendable {
  /// The index of the token; -1 if no editor asks.
  var place = -1
  /// In the order in which it was tried, the innermost first.
  private(set) var all: [Expected] = []
  /// The innermost block around the place; nil between declarations.
  private(set) var owner: BlockOwner?
  /// Whether something had to stand there, so that nothing tried later may.
  private var isClosed = false

  mutating func note(_ expected: Expected, in owner: BlockOwner?) {
    if isClosed { return }
    if all.isEmpty { self.owner = owner }
    all.append(expected)
  }

  mutating func close() { isClosed = true }
}

extension BlockOwner {
  /// What an item without a keyword begins with; nil if every item has a keyword.
  var itemStart: Expected? {
    switch self {
    case .subject, .event: .name(.value)
    case .kind, .table, .scenarioEvent: .name(.field)
    case .preset: .name(.param)
    case .scenarioSubject: .name(.attribute)
    case .source: .name(.target)
    case .map: .literal
    case .calendar, .rule, .policy, .guard, .scenario: nil
    }
  }
}
