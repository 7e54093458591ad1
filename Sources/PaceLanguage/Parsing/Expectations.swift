/// What the grammar allows at one token, noted as the parser tests for it.
struct Expectations: Sendable {
  /// The index of the token; -1 if no editor asks.
  var place = -1
  /// In the order of the tests, the innermost first.
  private(set) var all: [Expected] = []
  /// The innermost block around the place; nil between declarations.
  private(set) var owner: BlockOwner?
  /// Whether something had to stand there, so that later tests don't count.
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

  /// Whether an item may begin with a name and `=` or `:`.
  var holdsAssignments: Bool { if case .name(let role) = itemStart { role != .target } else { false } }
}
