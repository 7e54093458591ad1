public import PaceLanguage

/// One output of a machine, before messages are filled in. Outputs come in the order of time.
///
/// Within an instant the order is: overflows, firings in rule order, held notices, level changes, the account.
public enum Told: Sendable {
  /// A notice that is due and given, and where the values of its message stand in `Output.values`.
  case fired(RuleID, at: Instant, values: Int)
  case held(RuleID, at: Instant, GateReference)
  case level(ScaleID, Int, at: Instant)
  /// A value of an expression of the rule overflowed; told once per rule and subject.
  case overflow(RuleID, ExpressionID, at: Instant)
  /// The evaluation ends here.
  case runaway(Runaway)
  /// An index in `Output.accounts`.
  case account(Int)
}

/// The accounts of what was tried in an instant.
struct Tried {
  /// One for each rule in the order of evaluation; nil for a rule that was not tried.
  var rules: [RuleAccount?] = []
  /// The streams whose conditions were evaluated for an event, each once.
  var streams: [StreamAccount] = []

  mutating func forget() {
    for index in rules.indices { rules[index] = nil }
    if !streams.isEmpty { streams.removeAll() }
  }
}

/// What a machine tells, and what it is asked to tell.
struct Output {
  var told: [Told] = []
  /// The values that messages are filled with.
  var values: [Value] = []
  var accounts: [Account] = []
  /// Whether accounts are given at all.
  var givesAccounts = false
  /// Whether the present instant gets an account.
  var accountsWanted = false
  var hasToldAccount = false
  /// The text of each expression that an account has named, empty for any other; no texts before the first account.
  var lines: [String] = []
  /// Whether the present instant needs the reasons why rules are silent.
  var wantsReasons = false
  /// Whether a level may have changed since levels were last told.
  var mayChangeLevels = true
  /// Firings of the present instant, in order of evaluation.
  var fired: [Told] = []
  var held: [Told] = []
  /// How often each rule was held back and each gate held, where that is counted; empty until something is held.
  private(set) var heldCounts: (rules: [Int], gates: [Int]) = ([], [])
  /// What the present instant's account is made of.
  var tried = Tried()
  /// Rules whose overflow has been reported for this subject.
  var overflowed: [Int] = []

  /// Forgets what has been told; the firings of an open instant keep the values of their messages.
  mutating func clear() {
    told.removeAll(keepingCapacity: true)
    if !accounts.isEmpty { accounts.removeAll() }
    if values.isEmpty { return }
    guard !fired.isEmpty else { return values.removeAll(keepingCapacity: true) }
    var first = values.count
    for firing in fired {
      if case .fired(_, _, let start) = firing { first = min(first, start) }
    }
    if first == 0 { return }
    values.removeSubrange(..<first)
    for index in fired.indices {
      guard case .fired(let rule, let at, let start) = fired[index] else { continue }
      fired[index] = .fired(rule, at: at, values: start - first)
    }
  }

  /// Becomes a copy of another one, which is mostly empty: then there is little to copy.
  mutating func copy(_ other: Output) {
    accountsWanted = other.accountsWanted
    hasToldAccount = other.hasToldAccount
    wantsReasons = other.wantsReasons
    mayChangeLevels = other.mayChangeLevels
    if !(told.isEmpty && other.told.isEmpty) { told = other.told }
    if !(values.isEmpty && other.values.isEmpty) { values = other.values }
    if !(fired.isEmpty && other.fired.isEmpty) { fired = other.fired }
    if !(held.isEmpty && other.held.isEmpty) { held = other.held }
    if !(overflowed.isEmpty && other.overflowed.isEmpty) { overflowed = other.overflowed }
    if givesAccounts { (accounts, lines, tried) = (other.accounts, other.lines, other.tried) }
    if !(heldCounts.rules.isEmpty && other.heldCounts.rules.isEmpty) { heldCounts = other.heldCounts }
  }

  /// Counts a notice that a gate held back.
  mutating func count(heldRule rule: Int, gate: Int) {
    heldCounts.rules.append(contentsOf: repeatElement(0, count: max(0, rule + 1 - heldCounts.rules.count)))
    heldCounts.gates.append(contentsOf: repeatElement(0, count: max(0, gate + 1 - heldCounts.gates.count)))
    heldCounts.rules[rule] += 1
    heldCounts.gates[gate] += 1
  }

  /// Makes ready for another subject.
  mutating func reset() {
    if !heldCounts.rules.isEmpty { heldCounts = ([], []) }
    if !fired.isEmpty { fired.removeAll(keepingCapacity: true) }
    if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    if !overflowed.isEmpty { overflowed.removeAll() }
    hasToldAccount = false
    mayChangeLevels = true
    tried.forget()
  }

  /// Moves the instant's firings, by rule, and then its held notices to `told`.
  mutating func tellFirings() {
    // Sorting is stable: several firings of a rule stay as they came.
    if fired.count > 1 { fired.sort { Output.rule($0) < Output.rule($1) } }
    // There is mostly one, and removing it costs less than emptying the array.
    if fired.count == 1 {
      told.append(fired.removeLast())
    } else if !fired.isEmpty {
      for firing in fired { told.append(firing) }
      fired.removeAll(keepingCapacity: true)
    }
    if !held.isEmpty {
      for holding in held { told.append(holding) }
      held.removeAll(keepingCapacity: true)
    }
  }

  private static func rule(_ told: Told) -> Int {
    if case .fired(let rule, _, _) = told { return rule.index }
    return -1
  }
}
