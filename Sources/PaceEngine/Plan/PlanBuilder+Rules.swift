import PaceLanguage

extension PlanBuilder {
  mutating func addRules() {
    // What is left out stands at the end, as one rule that does nothing.
    plan.indexOfRule = Array(repeating: part.rules.count, count: program.rules.count)
    for id in part.rules { plan.indexOfRule[id.index] = -1 }
    plan.raisers = Array(repeating: [], count: program.scales.count)
    plan.emitters = Array(repeating: [], count: program.noticeKinds.count)
    for id in program.evaluationOrder where plan.indexOfRule[id.index] < 0 {
      let index = plan.rules.count
      plan.indexOfRule[id.index] = index
      let rule = plannedRule(id)
      plan.rules.append(rule)
      plan.messages[id.index] = program[id].emission?.message
      if !part.hasMessages { plan.messages[id.index]?.parts = [] }
      if let raise = rule.raise { plan.raisers[raise.scale.index].append(index) }
      if let kind = rule.kind { plan.emitters[kind.index].append(index) }
    }
    if let leftOut = plan.indexOfRule.firstIndex(of: part.rules.count) {
      plan.rules.append(PlannedRule(leftOut: RuleID(leftOut)))
    }
    // Only now is it known which firings something looks back at.
    for index in plan.rules.indices {
      guard let kind = plan.rules[index].kind else { continue }
      let own = program[plan.rules[index].id].firings
      plan.rules[index].ownFirings = plan.columnOfStream[own.index]
      plan.rules[index].kindFirings = plan.columnOfStream[program.noticeKinds[kind.index].firings.index]
    }
  }

  private mutating func plannedRule(_ id: RuleID) -> PlannedRule {
    let rule = program[id]
    let firstGate = plan.gates.count
    for (index, gate) in rule.gates.enumerated() {
      plan.gates.append(plannedGate(gate, index: index, isPolicy: false, of: rule))
    }
    if let emission = rule.emission {
      let kind = program.noticeKinds[emission.kind.index]
      for (index, gate) in kind.policy.enumerated() {
        plan.gates.append(plannedGate(gate, index: index, isPolicy: true, of: rule))
      }
    }
    return PlannedRule(
      id: id,
      trigger: plannedTrigger(rule.trigger),
      condition: rule.condition.map { planned($0) },
      hold: rule.hold.map { slot(of: $0) },
      until: rule.until.map { planned($0) },
      endFollowsCondition: program.endFollowsCondition(of: rule),
      raise: rule.raise,
      kind: rule.emission?.kind,
      repetition: plannedRepeat(rule.repetition),
      gates: firstGate..<plan.gates.count)
  }

  private mutating func plannedTrigger(_ trigger: Rule.Trigger) -> PlannedRule.Trigger {
    switch trigger {
    case .none: .none
    case .on(let stream): .on(stream)
    case .at(let time): .at(slot(of: time))
    case .every(let step, let from, let to):
      .every(slot(of: step), from: slot(of: from), to: slot(of: to))
    }
  }

  private mutating func plannedRepeat(_ repetition: Rule.Repeat) -> PlannedRule.Repeat {
    switch repetition {
    case .never: .never
    case .after(let pause): .after(slot(of: pause))
    case .daily: .daily
    }
  }

  private mutating func plannedGate(_ gate: Gate, index: Int, isPolicy: Bool, of rule: Rule) -> PlannedGate {
    let firings = program.firings(countedBy: gate.kind, isPolicy: isPolicy, of: rule) ?? rule.firings
    let kind: PlannedGate.Kind =
      switch gate.kind {
      case .unless(let expression): .unless(planned(expression))
      case .cooldown(let span):
        // A policy's cooldown counts the firings of every rule of its kind.
        isPolicy
          ? limit(window(firings, .last(span)), slot(.constant(.value(Value(1_000_000)))))
          : .cooldown(slot(of: span))
      case .quiet(let from, let to): .quiet(from: slot(of: from), to: slot(of: to))
      case .limit(let most, let span): limit(window(firings, span), slot(of: most))
      }
    let reference = GateReference(name: gate.kind.name, isPolicy: isPolicy, index: index)
    return PlannedGate(kind: kind, reference: reference, condition: gate.kind.condition)
  }

  private func cooldown(of rule: PlannedRule) -> Slot? {
    for gate in plan.gates[rule.gates] {
      if case .cooldown(let span) = gate.kind { return span }
    }
    return nil
  }

  /// For each node, whether it may be unknown because of an overflow.
  private func overflowing() -> [Bool] {
    var overflowing: [Bool] = []
    for node in plan.nodes {
      let canOverflow =
        switch node {
        case .arithmetic(let sign, _, _) where sign.canOverflow: true
        case .sum(_, let series): !program.sumsFit(of: plan.series[series.index].field, rowsLog2: 33)
        case .slot, .field, .count, .aggregate, .latest, .since, .gap, .firesRule,
          .firesKind, .due, .streak, .elapsed, .clockWithin, .weekday, .date, .level, .negate, .not, .and,
          .or, .otherwise, .arithmetic, .comparison, .against, .reaches, .shared, .measured:
          node.children.contains { overflowing[$0.index] }
        }
      overflowing.append(canOverflow)
    }
    return overflowing
  }

  private mutating func limit(_ window: WindowID, _ most: Slot) -> PlannedGate.Kind {
    .limit(window, most, reached: node(.reaches(window, slot(.leastWhole(most, isMore: false)))))
  }

  /// Notes which nodes depend on the memory of rules. In `rules`, a rule comes after the rules whose levels it reads.
  mutating func addRecalls() {
    var scales = Array(repeating: false, count: program.scales.count)
    plan.recalls = recalling(scales)
    for rule in plan.rules {
      guard let raise = rule.raise, !raise.whenFired, !scales[raise.scale.index] else { continue }
      if rule.hasMemory || rule.condition.map({ plan.recalls[$0.index] }) == true {
        scales[raise.scale.index] = true
        plan.recalls = recalling(scales)
      }
    }
  }

  /// Notes what may overflow in rules, and which cooldowns may be asked before the condition. A rule in which
  /// something may overflow has no such cooldown, because overflows are told.
  mutating func addCooldowns() {
    plan.overflows = overflowing()
    for index in plan.rules.indices {
      let rule = plan.rules[index]
      let first = plan.suspects.count
      for expression in partsThatHideOverflow(in: rule) where plan.overflows[planned(expression).index] {
        plan.suspects.append(Suspect(node: planned(expression), expression: expression))
      }
      plan.rules[index].suspects = first..<plan.suspects.count
      if first < plan.suspects.count { continue }
      if let condition = rule.condition, plan.overflows[condition.index] { continue }
      plan.rules[index].cooldown = cooldown(of: rule)
    }
  }

  /// The parts of a rule in which an overflow may go unseen: its `until` and its gates' conditions, where unknown
  /// counts as false, and values that an `else` replaces.
  private func partsThatHideOverflow(in rule: PlannedRule) -> [ExpressionID] {
    let declared = program[rule.id]
    let others = [declared.until].compactMap { $0 } + plan.gates[rule.gates].compactMap { $0.condition }
    var found = others
    for root in [declared.condition].compactMap({ $0 }) + others {
      program.walk(root) {
        if case .binary(.otherwise, let replaced, _) = program[$0].operation { found.append(replaced) }
      }
    }
    return found
  }

  /// For each node, whether it rests on one of these scales.
  private func recalling(_ scales: [Bool]) -> [Bool] {
    var recalls: [Bool] = []
    for node in plan.nodes {
      if case .level(let scale) = node {
        recalls.append(scales[scale.index])
      } else {
        recalls.append(node.children.contains { recalls[$0.index] })
      }
    }
    return recalls
  }
}
