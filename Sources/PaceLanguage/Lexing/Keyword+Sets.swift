extension Keyword {
  static let functions = words(Function.all.map { $0.text })
  static let gates = words(GateName.allCases.map { $0.text })
  static let windows: [Keyword] = [.last, .today, .yesterday, .this, .after]

  private static func words(_ texts: [String]) -> [Keyword] {
    let words = texts.compactMap { Keyword(rawValue: $0) }
    precondition(words.count == texts.count, "every function and gate has its word in `Keyword`")
    return words
  }

  var function: Function? { Keyword.functions.firstIndex(of: self).map { Function.all[$0] } }
  var gate: GateName? { Keyword.gates.firstIndex(of: self).map { GateName.allCases[$0] } }

  /// The type of the value after the word in a rule; nil if that depends on the words before.
  var operandType: NameType? {
    if let gate { return gate.operandType }
    return switch self {
    case .when, .and, .or, .not, .where, .skip, .until: .bool
    case .for, .debounce, .repeat, .last, .every, .after: .duration
    case .from, .at: .time
    case .severity: .number
    default: nil
    }
  }
}
