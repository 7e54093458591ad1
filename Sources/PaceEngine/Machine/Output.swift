public import PaceLanguage

/// What there is to tell, in the order of time. Within an instant: firings in rule order, held notices, level
/// changes, the account.
public enum Told: Sendable {
  /// A notice that is due and given, and where the values of its message stand in `Output.values`.
  case fired(RuleID, at: Instant, event: EventOrdinal?, values: Int)
  case held(RuleID, at: Instant, event: EventOrdinal?, GateReference)
  case level(ScaleID, Int, at: Instant)
  /// A value of an expression of the rule does not fit; told once a subject.
  case overflow(RuleID, ExpressionID, at: Instant)
  /// The evaluation ends here.
  case runaway(Runaway)
  /// An index in `Output.accounts`.
  case account(Int)
}

/// What a machine tells, and what it is asked to tell.
struct Output {
  var told: [Told] = []
  /// The values that messages are filled with.
  var values: [Value] = []
  var accounts: [Account] = []
  /// Whether accounts are given at all.
  var givesAccounts = false
  /// Whether the instant that is being evaluated is accounted for.
  var accountsWanted = false
  var hasToldAccount = false
  /// Whether anything tells why a rule is silent at the present instant.
  var wantsReasons = false
  /// Whether a level may have changed since levels were last told.
  var mayChangeLevels = true
  /// Firings of the present instant, in order of evaluation.
  var fired: [Told] = []
  var held: [Told] = []
  /// The accounts of the rules tried in the present instant.
  var tried: [RuleAccount?] = []
  /// Rules whose overflow has been reported for this subject.
  var overflowed: [Int] = []

  /// Forgets what has been told; the firings of an open instant keep the values of their messages.
  mutating func clear() {
    told.removeAll(keepingCapacity: true)
    if !accounts.isEmpty { accounts.removeAll() }
    var first = values.count
    for firing in fired {
      if case .fired(_, _, _, let start) = firing { first = min(first, start) }
    }
    values.removeSubrange(..<first)
    for index in fired.indices {
      guard case .fired(let rule, let at, let event, let start) = fired[index] else { continue }
      fired[index] = .fired(rule, at: at, event: event, values: start - first)
    }
  }

  /// Makes ready for another subject.
  mutating func reset() {
    fired.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    if !overflowed.isEmpty { overflowed.removeAll() }
    hasToldAccount = false
    mayChangeLevels = true
    for index in tried.indices { tried[index] = nil }
  }

  /// Moves the instant's firings, by rule, and then its held notices to what has been told.
  mutating func tellFirings() {
    for index in 1..<max(fired.count, 1) {
      var place = index
      while place > 0, Output.rule(fired[place - 1]) > Output.rule(fired[place]) {
        fired.swapAt(place, place - 1)
        place -= 1
      }
    }
    if !fired.isEmpty {
      for firing in fired { told.append(firing) }
      fired.removeAll(keepingCapacity: true)
    }
    if !held.isEmpty {
      for holding in held { told.append(holding) }
      held.removeAll(keepingCapacity: true)
    }
  }

  private static func rule(_ told: Told) -> Int {
    if case .fired(let rule, _, _, _) = told { return rule.index }
    return -1
  }
}

extension Machine {
  /// What has been told and not yet taken away.
  public var told: [Told] { output.told }

  /// The same with messages filled in.
  public var records: [Record] { output.told.map { record($0) } }

  /// Forgets what has been told.
  public mutating func forgetRecords() { output.clear() }

  /// Takes what has been told away.
  public mutating func takeRecords() -> [Record] {
    let records = records
    output.clear()
    return records
  }

  private func record(_ told: Told) -> Record {
    switch told {
    case .fired(let rule, let at, let event, let values):
      let text = options.fillsMessages ? message(of: rule, from: values) : nil
      let isWithheld = text.map { isForbidden($0, by: rule) } ?? false
      return .fired(
        Firing(rule: rule, at: at, event: event, message: isWithheld ? nil : text, isWithheld: isWithheld))
    case .held(let rule, let at, let event, let gate):
      return .held(Holding(rule: rule, at: at, event: event, gate: gate))
    case .level(let scale, let level, let at):
      return .level(LevelChange(scale: scale, level: level, at: at))
    case .overflow(let rule, let expression, let at):
      return .overflow(rule: rule, expression: expression, at: at)
    case .runaway(let runaway): return .runaway(runaway)
    case .account(let index): return .account(output.accounts[index])
    }
  }

  // MARK: Messages

  /// The message of a firing, whose values begin at an index.
  private func message(of rule: RuleID, from first: Int) -> String? {
    guard let template = plan.program[rule].emission?.message else { return nil }
    if template.parts.count == 1, case .text(let text) = template.parts[0] { return text }
    var text = ""
    var next = first
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal
      case .value(let expression):
        text += describe(output.values[next], type: plan.program[expression].type)
        next += 1
      }
    }
    return text
  }

  /// The message that a rule would give now.
  mutating func message(of rule: RuleID) -> String? {
    let first = output.values.count
    fillValues(of: plan.indexOfRule[rule.index])
    let text = message(of: rule, from: first)
    output.values.removeSubrange(first...)
    return text.flatMap { isForbidden($0, by: rule) ? nil : $0 }
  }

  /// Looks at the values of a rule's message.
  mutating func fillValues(of rule: Int) {
    for position in state.code.messageValues[rule] {
      output.values.append(Value(state.look(state.code.messageValues.elements[position]).value))
    }
  }

  /// A value as a person reads it, and as a program would write it.
  public func describe(_ value: Value, type: ValueType) -> String {
    switch type {
    case .text, .schedule: value.isUnknown ? "unknown" : texts[value]
    default: plan.program.text(of: value, type: type)
    }
  }

  /// Whether a filled-in message says what a guard forbids.
  private func isForbidden(_ message: String, by rule: RuleID) -> Bool {
    plan.program[rule].emission?.message.maySayForbidden == true
      && plan.program.guardMatcher.occurs(in: PhraseMatcher.Text(message))
  }
}
