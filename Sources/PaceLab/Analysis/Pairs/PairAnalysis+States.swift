import PaceLanguage

/// Rules' states, and the levels they raise.
extension PairAnalysis {
  /// Whether a rule's state is on: `yes` or `no` on each side.
  mutating func state(of rule: RuleID) -> TruthPairs {
    let rule = program[rule]
    var condition = rule.condition.map { truths($0) } ?? TruthPairs([(.yes, .yes)])
    // With `until`, it may have turned on before the attempt.
    if attempt != nil, rule.until != nil { condition = .same }
    let isOn = condition.mapped { $0 == .yes ? .yes : .no }
    guard rule.hold != nil || rule.until != nil else { return isOn }
    // With memory, the pair at one instant depends on the pairs at all earlier instants.
    let hold = rule.hold.map { pair(of: $0).standings } ?? .equal
    let until = rule.until.map { truths($0) } ?? TruthPairs([(.no, .no)])
    let losesHold = !hold.isDisjoint(with: [.less, .onlyLeftKnown])
    let gainsHold = !hold.isDisjoint(with: [.greater, .onlyRightKnown])
    var state = TruthPairs([(.no, .no)])
    if condition.mayHoldLeft, condition.mayHoldRight { state.insert(.yes, .yes) }
    if condition.mayHoldLeft, condition.mayLose || losesHold || until.mayGain { state.insert(.yes, .no) }
    if condition.mayHoldRight, condition.mayGain || gainsHold || until.mayLose { state.insert(.no, .yes) }
    return state
  }

  mutating func raised(_ scale: ScaleID) -> QuantityPair {
    let top = Int64(program.scales[scale.index].levels.count) - 1
    var standings = Standings.equal
    var left: Int64 = 0
    var right: Int64 = 0
    for rule in program.scales[scale.index].rules {
      guard let raise = program[rule].raise else { continue }
      // A level raised by a firing may stand on one side only.
      let state = raise.whenFired ? TruthPairs.all : state(of: rule)
      if state.mayLose { standings.insert(.greater) }
      if state.mayGain { standings.insert(.less) }
      if state.mayHoldLeft { left = max(left, Int64(raise.level)) }
      if state.mayHoldRight { right = max(right, Int64(raise.level)) }
    }
    return QuantityPair(standings, ValueRange(0, min(left, top)), ValueRange(0, min(right, top))).narrowed
  }

  /// Whether a subject ends at the same instant under both assignments.
  ///
  /// If it doesn't, one side stops while the other goes on, and nothing is claimed.
  mutating func endsAlike() -> Bool {
    guard let ends = program.subject.ends else { return true }
    return pair(of: ends.delay).isSame && stream(ends.stream) == .same
  }
}
