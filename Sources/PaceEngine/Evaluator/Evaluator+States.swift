import PaceLanguage

/// Whether a rule's state is on, and what its condition says.
struct StateOfRule {
  var isOn: Bool
  /// 0, 1 or unknown.
  var condition: Int64
}

extension Evaluator {
  /// The state of a rule at `t`, from its memory as of the last instant and the events so far.
  mutating func state(_ index: Int, at t: Int64) -> StateOfRule {
    let condition = plan.rules[index].condition.map { value($0, at: t) } ?? 1
    guard plan.rules[index].hasMemory else { return StateOfRule(isOn: condition == 1, condition: condition) }
    let rule = plan.rules[index]
    let wasOn = memory[index].isOn
    if memory[index].knownAt == t { return StateOfRule(isOn: wasOn, condition: condition) }
    if let until = rule.until, value(until, at: t) == 1 {
      return StateOfRule(isOn: false, condition: condition)
    }
    if wasOn, rule.until != nil { return StateOfRule(isOn: true, condition: condition) }
    guard condition == 1 else { return StateOfRule(isOn: false, condition: condition) }
    let isOn = hasHeld(rule, since: memory[index].trueSince ?? t, at: t)
    return StateOfRule(isOn: isOn || wasOn, condition: condition)
  }

  private mutating func hasHeld(_ rule: PlannedRule, since start: Int64, at t: Int64) -> Bool {
    guard let hold = rule.hold else { return true }
    let span = slots[hold.index]
    guard span != unknown else { return false }
    let hasHeld = Arithmetic.difference(t, start) >= span
    if steadiness != nil { trackPassing(of: hold, from: start, at: t, hasHeld) }
    return hasHeld
  }

  /// When a condition that is true, and not yet for long enough, will have been; nil if that is not so.
  mutating func turnsOn(_ index: Int, after t: Int64, limit: Int64) -> Int64? {
    guard let hold = plan.rules[index].hold, let start = memory[index].trueSince, !memory[index].isOn,
      slots[hold.index] != unknown
    else { return nil }
    if steadiness != nil { trackEnd(of: hold, from: start, limit: limit) }
    let (on, overflow) = start.addingReportingOverflow(slots[hold.index])
    return !overflow && on > t ? on : nil
  }

  /// Carries the memory of the followed rule at a place to the end of the instant `now`.
  mutating func advanceMemory(at place: Int) {
    let index = followed.rules[place]
    let state = holdsTry(at: place) ? memory[index].tried.state : state(index, at: now)
    if memory[index].isOn != state.isOn, let raise = plan.rules[index].raise {
      for position in followed.readersOfScale[raise.scale.index] {
        let reader = followed.readersOfScale.elements[position]
        groups[RuleGroup.group(of: reader)].markStale(RuleGroup.bit(of: reader))
      }
    }
    memory[index].advance(to: now, state)
    groups[RuleGroup.group(of: place)].advance(RuleGroup.bit(of: place))
  }

  /// Whether what the last try of the followed rule at a place found holds now.
  mutating func holdsTry(at place: Int) -> Bool {
    groups[RuleGroup.group(of: place)].tried & RuleGroup.bit(of: place) != 0
      && memory[followed.rules[place]].tried.at == now
  }

  /// The highest level that a rule raises whose state is on at `t`.
  mutating func level(_ scale: ScaleID, at t: Int64) -> Int {
    var level = 0
    for position in plan.raisers[scale.index] {
      let index = plan.raisers.elements[position]
      guard let raise = plan.rules[index].raise, raise.level > level else { continue }
      let raises = raise.whenFired ? isRaising(index) : state(index, at: t).isOn
      if raises { level = raise.level }
    }
    return level
  }

  /// Whether a rule has fired in this stretch between events, so that the level it raises then stands.
  mutating func isRaising(_ index: Int) -> Bool { hasRaised && memory[index].raisedIn == stretch }
}
