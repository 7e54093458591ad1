import PaceLanguage

/// The bound on instants without a row.
extension Machine {
  /// Counts an instant without a row; false, and the end of the evaluation, where there are too many.
  mutating func admitRowless(_ t: Int64) -> Bool {
    let column = state.code.rowlessColumn
    var first = state.firstRowless
    let count = state.columns[column].count
    while first < count, state.columns[column].time(first) <= t &- Runaway.period { first += 1 }
    state.firstRowless = first
    guard count - first < options.mostRowless else {
      stop(at: t)
      return false
    }
    if state.columns[column].isFull { state.columns[column].makeRoom(keepingFrom: first) }
    state.columns[column].append(t)
    return true
  }

  /// Ends the evaluation before an instant that is not looked at any more; what was decided stands.
  private mutating func stop(at t: Int64) {
    lastInstant = state.now
    guard let (rule, step) = culprit(at: t) else { return }
    let slot = plan.slots.firstIndex(of: step.origin)
    let runaway = Runaway(
      rule: plan.rules[rule].id, step: step, milliseconds: slot.map { state.slots[$0] } ?? 0,
      at: Instant(state.now))
    self.runaway = runaway
    output.told.append(.runaway(runaway))
  }

  /// The rule with the shortest `every` or `repeat`; rules that are due at `t` go before others.
  private func culprit(at t: Int64) -> (rule: Int, step: Operand)? {
    var found: (rule: Int, step: Operand, isDue: Bool, span: Int64)?
    for rule in plan.rules.indices {
      guard let step = plan.program[plan.rules[rule].id].step,
        let slot = plan.slots.firstIndex(of: step.origin)
      else { continue }
      let isDue = state.rules[rule].wake <= t
      let span = state.slots[slot]
      if let known = found, known.isDue && !isDue || (known.isDue == isDue && known.span <= span) { continue }
      found = (rule, step, isDue, span)
    }
    return found.map { ($0.rule, $0.step) }
  }
}

extension Rule {
  /// The period at which it comes due with nothing logged; nil for rules without one.
  fileprivate var step: Operand? {
    if case .every(let step, _, _) = trigger { return step }
    return repetition.delay
  }
}
