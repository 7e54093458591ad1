public import PaceLanguage

/// What those need who evaluate the end of one log again and again, each time with something otherwise.
extension Evaluator {
  /// Whether the subject's life has begun.
  public var hasBegun: Bool { life.hasBegun }

  /// Gives no account of the instant that is being evaluated, nor of any that is past.
  public mutating func ceaseAccounts() {
    accountsWanted = false
    hasToldAccount = true
  }

  /// Forgets the events that no window reaches any more, so that copies of the evaluator cost little.
  ///
  /// Parameters may yet come to stand at any value of their range. What was decided stays as it is.
  public mutating func forgetUnreachable() {
    guard plan.streaks.isEmpty, now > .min else { return }
    for index in log.times.indices {
      guard let reach = reach(of: ColumnID(index)) else { continue }
      let floor = Arithmetic.saturatingDifference(now, reach)
      let count = log.times[index].count
      // The newest one is asked for whatever its age.
      let dropped = min(firstIndex(ColumnID(index), notBefore: floor, before: count), count - 1)
      if dropped > 0 { log.drop(dropped, of: ColumnID(index), plan) }
    }
  }

  /// How far back any window over a column can look; nil where there is no end to it.
  private func reach(of column: ColumnID) -> Int64? {
    var reach: Int64 = 0
    for window in plan.windowsOfColumn[column.index] {
      guard case .last(let slot) = plan.windows[window.index].start else { return nil }
      switch plan.slots[slot.index] {
      case .constant, .attribute: reach = max(reach, slots[slot.index])
      case .param(let param):
        reach = max(reach, slots[slot.index], plan.program.params[param.index].range?.upperBound ?? .max)
      case .folded, .leastWhole: return nil
      }
    }
    return reach
  }

  /// Sets a parameter to another value from here on; what was decided stays as it is.
  public mutating func suppose(_ param: ParamID, _ value: Value) {
    guard let index = plan.slots.firstIndex(of: .param(param)) else { return }
    slots[index] = value.bits
    for slot in plan.derivedSlots {
      switch plan.slots[slot.index] {
      case .folded(let node): slots[slot.index] = self.value(node, at: now)
      case .leastWhole(let bound, let isMore):
        slots[slot.index] = Arithmetic.leastWhole(from: slots[bound.index], isMore: isMore)
      case .constant, .param, .attribute: break
      }
    }
    markAll()
  }

  /// How long a rule's own cooldown lasts; nil where it has none.
  public func cooldown(of rule: RuleID) -> Int64? {
    for gate in plan.gates[plan.rules[plan.indexOfRule[rule.index]].gates] {
      if case .cooldown(let span) = gate.kind { return slots[span.index] }
    }
    return nil
  }

  /// Whether the cooldowns of some rules hold as long as another evaluator's.
  public func cools(_ rules: [RuleID], like other: Evaluator) -> Bool {
    rules.allSatisfy { rule in
      let index = plan.indexOfRule[rule.index]
      let mine = memory[index].lastFiring
      let theirs = other.memory[index].lastFiring
      guard mine != theirs, let span = cooldown(of: rule), span != Value.unknown.bits else { return true }
      return Arithmetic.saturatingDifference(now, max(mine, theirs)) > span
    }
  }

  /// Has a rule's cooldown hold from another firing, or from none, and the rule not have spoken in its
  /// episode; no column that counts firings is changed.
  public mutating func supposeLastFiring(of rule: RuleID, at instant: Instant?) {
    let index = plan.indexOfRule[rule.index]
    memory[index].lastFiring = instant?.milliseconds ?? .min
    memory[index].hasSpoken = false
    markAll()
  }
}

extension Log {
  /// Takes away the first events of a column.
  fileprivate mutating func drop(_ count: Int, of column: ColumnID, _ plan: Plan) {
    times[column.index].removeFirst(count)
    if ordinals.indices.contains(column.index), ordinals[column.index].count >= count {
      ordinals[column.index].removeFirst(count)
    }
    for position in plan.seriesOfColumn[column.index] {
      let index = plan.seriesOfColumn.elements[position].index
      var rest = Series()
      for place in count..<(count + times[column.index].count) { rest.append(series[index].value(at: place)) }
      series[index] = rest
    }
  }
}
